// JSON without loss of digits. JSON.parse turns every number into a double before anybody can look at
// its digits; here a number literal stays text until the field that wants it decides (wire.md 1.2:
// numbers of up to 15 significant digits are accepted as amounts, beyond that they must be strings).

const EXPONENT_MAX = 40;

export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  get significantDigits(): number {
    const mantissa = this.text.replace(/[eE].*$/, '').replace(/[-.]/g, '');
    return mantissa.replace(/^0+/, '').replace(/0+$/, '').length;
  }

  /** The number in plain notation, or null when its exponent is out of all proportion. */
  plainText(): string | null {
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(this.text);
    if (match === null) return null;
    const [, sign = '', integer = '', fraction = '', exponentText = '0'] = match;
    const exponent = Number(exponentText);
    if (Math.abs(exponent) > EXPONENT_MAX) return null;
    const padded = '0'.repeat(EXPONENT_MAX) + integer + fraction + '0'.repeat(EXPONENT_MAX);
    const point = EXPONENT_MAX + integer.length + exponent;
    const whole = padded.slice(0, point).replace(/^0+(?=\d)/, '');
    const decimals = padded.slice(point).replace(/0+$/, '');
    return `${sign}${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
  }
}

/**
 * Marks of a number literal, and of a string that itself begins with NUL, inside the text given to
 * JSON.parse. NUL cannot stand in JSON text unescaped, so no client can write a mark.
 */
const NUMBER_MARK = '\\u0000#';
const STRING_MARK = '\\u0000$';
const NUL_STRING = /^"\\u0000/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const NEEDS_MARKS = /[:[,]\s*-?\d|\\u0000/;
/** The key itself, or an escape that could spell it: only then is every key looked at, which takes long. */
const MAY_NAME_PROTO = /__proto__|\\u/;

/** Parses JSON text, numbers as JsonNumber. Throws SyntaxError like JSON.parse; `__proto__` keys are refused. */
export function parseJson(text: string): unknown {
  if (!NEEDS_MARKS.test(text))
    return MAY_NAME_PROTO.test(text) ? JSON.parse(text, refuseProto) : JSON.parse(text);
  // The text is checked first: marking could hide a syntax error (`1"a"`, `01`), and on broken text
  // the expression would look for the end of each string again and again.
  JSON.parse(text);
  return JSON.parse(text.replace(TOKENS, marked), (key, value) =>
    refuseProto(key, unmarked(value)),
  );
}

function marked(token: string): string {
  if (!token.startsWith('"')) return `"${NUMBER_MARK}${token}"`;
  return NUL_STRING.test(token) ? `"${STRING_MARK}${token.slice(1)}` : token;
}

function unmarked(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('\0')) return value;
  return value.startsWith('\0#') ? new JsonNumber(value.slice(2)) : value.slice(2);
}

/** A key that would mean an object's prototype in careless code further down. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not an accepted key');
  return value;
}
