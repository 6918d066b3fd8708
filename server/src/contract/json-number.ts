// A JSON number without loss of digits. JSON.parse converts every number to a double before its digits can be read;
// here, a number literal stays text until its field decides (wire.md 1.2: numbers of up to 15 significant digits are
// accepted as amounts, longer ones must be strings).
import { trimTrailing } from '../core/trim-trailing.ts';

const EXPONENT_MAX = 40;

export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  get significantDigits(): number {
    const digits = (this.text.split(/[eE]/, 1)[0] ?? '').replaceAll(/[-.]/g, '');
    return trimTrailing(digits.replace(/^0+/, ''), '0').length;
  }

  /** The number in plain notation, or null when its exponent is unreasonably large. */
  plainText(): string | null {
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(this.text);
    if (match === null) return null;
    const [, sign = '', integer = '', fraction = '', exponentText = '0'] = match;
    const exponent = Number(exponentText);
    if (Math.abs(exponent) > EXPONENT_MAX) return null;
    const padded = '0'.repeat(EXPONENT_MAX) + integer + fraction + '0'.repeat(EXPONENT_MAX);
    const point = EXPONENT_MAX + integer.length + exponent;
    const whole = padded.slice(0, point).replace(/^0+(?=\d)/, '');
    const decimals = trimTrailing(padded.slice(point), '0');
    return `${sign}${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
  }
}
