// Amounts that people type on the command line, as the plain decimal text that operations take.
import { badRequest } from '../core/errors.ts';
import { readTypedAmount, unambiguous } from '../core/typed-amount.ts';

/** Text that is no number stays as it is: its operation refuses it, together with everything else that is wrong. */
export function plainAmount(name: string, text: string): string {
  const read = readTypedAmount(text);
  if (read.kind === 'not_a_number') return text;
  if (read.kind === 'amount') return read.amount;
  const [larger, smaller] = read.readings.map(unambiguous);
  throw badRequest(`${name}: "${text}" can mean ${larger} or ${smaller}: write the one you mean`);
}
