// The payee of a withdrawal, for the travel rule (wire.md (c), Beneficiary). Checked only when the request declares
// travel rule compliance; then it must be complete.
import { matching, object, oneOf, required, text } from './fields.ts';

export const beneficiary = object({
  type: required(oneOf(['natural_person', 'legal_person'])),
  name: required(
    matching(
      /^[a-zA-Z0-9\s-]+$/,
      { lengthMax: 100, form: 'latin_name' },
      'Full name or company name',
    ),
  ),
  address: required(
    object({
      country: required(
        matching(/^[A-Za-z]{2}$/, { lengthMax: 2, form: 'country' }, 'ISO 3166-1 alpha-2'),
      ),
      city: text(35),
      line_1: text(70),
      line_2: text(70),
      post_code: text(16),
    }),
  ),
});
