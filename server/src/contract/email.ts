// The input field for an email address.
import { Type } from 'typebox';
import { type Field, matching } from './fields.ts';

/**
 * As browsers validate `<input type=email>` (HTML Living Standard, 4.10.5.1.5), with the lengths of RFC 5321 section
 * 4.5.3.1: ASCII only, no quotes, no line breaks, so that it can only be one recipient.
 */
export const EMAIL =
  /^(?=.{1,254}$)(?=[^@]{1,64}@)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const EMAIL_LENGTH_MAX = 254;

/** An email address of one recipient. */
export function email(description = ''): Field<string, false> {
  const field = matching(EMAIL, { lengthMax: EMAIL_LENGTH_MAX, form: 'mail_address' });
  return {
    ...field,
    schema: Type.String({ format: 'email', maxLength: EMAIL_LENGTH_MAX, description }),
  };
}
