// Vendure stores amounts as whole numbers of the smallest unit, Chaintill writes them as decimal texts. Never a float.

/** `1234` with a precision of 2 is `12.34`. Zeros at the end are left out, because some currencies have no decimals. */
export function decimalOf(units: number, precision: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole number of units`);
  const digits = String(Math.abs(units)).padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  const decimals = digits.slice(digits.length - precision).replace(/0+$/, '');
  const text = decimals === '' ? whole : `${whole}.${decimals}`;
  return units < 0 ? `-${text}` : text;
}

/** Null when the text is no amount, or has more decimals than the precision. */
export function unitsOf(text: string, precision: number): number | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', decimals = ''] = match;
  const kept = decimals.replace(/0+$/, '');
  if (kept.length > precision) return null;
  const units = Number(`${whole}${kept.padEnd(precision, '0')}`);
  return Number.isSafeInteger(units) ? units : null;
}
