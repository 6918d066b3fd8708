// The description of a row of the transaction list: a person's text, or the text of a code.
import { textsOf } from '../core/texts/texts.ts';
import type { DescriptionCode } from './record.ts';

export interface Described {
  readonly description: string | null;
  readonly description_code: DescriptionCode | null;
}

/** English text. */
export function descriptionOf({ description, description_code: code }: Described): string | null {
  return code === null ? description : textsOf('reasons', 'en').transaction[code];
}
