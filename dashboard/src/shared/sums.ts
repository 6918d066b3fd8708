// Exact sums and shares of decimal text: amounts never become floating-point numbers.
import { trimTrailing } from './trim-trailing.ts';

interface Scaled {
  readonly units: readonly bigint[];
  readonly decimals: number;
}

/** All in the smallest unit that any of them uses. */
export function scaled(amounts: readonly string[]): Scaled {
  const decimals = Math.max(0, ...amounts.map((text) => text.split('.')[1]?.length ?? 0));
  const units = amounts.map((text) => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(`${whole}${part.padEnd(decimals, '0')}`);
  });
  return { units, decimals };
}

export function sumOf(amounts: readonly string[]): string {
  const { units, decimals } = scaled(amounts);
  const sum = units.reduce((total, each) => total + each, 0n);
  const digits = `${sum < 0n ? -sum : sum}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = trimTrailing(digits.slice(digits.length - decimals), '0');
  return `${sum < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}
