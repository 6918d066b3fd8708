// Converts amounts typed on the command line to the plain decimal text that operations accept.
import { badRequest } from '../core/errors.ts';
import { readTypedAmount, unambiguous } from '../core/typed-amount.ts';

/** Text that is not a number is passed on: the operation rejects it, together with all other problems. */
export function plainAmount(name: string, text: string): string {
  const read = readTypedAmount(text);
  if (read.kind === 'not_a_number') return text;
  if (read.kind === 'amount') return read.amount;
  const [larger, smaller] = read.readings.map(unambiguous);
  throw badRequest(
    `${name}: "${text}" can mean ${larger} or ${smaller}. Write it without a thousands separator`,
  );
}
