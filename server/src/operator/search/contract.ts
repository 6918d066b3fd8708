// Search across all objects by id, reference, address, transaction, payer email or amount.
import { required, text } from '../../contract/fields.ts';
import { anyProject, operatorOperation } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const TEXT_LENGTH_MAX = 255;

export const HIT_TYPES = [
  'invoice',
  'withdrawal',
  'deposit',
  'channel',
  'channel_payment',
  'customer',
  'subscription',
  'checkout',
  'payment_link',
  'terminal',
  'exchange',
  'callback',
] as const;

export const searchOperations = {
  'search.find': operatorOperation({
    summary:
      'Find by ID or prefix, part of a reference, name, customer or payer email, address, transaction or exact amount',
    permission: 'read',
    input: {
      text: required(text(TEXT_LENGTH_MAX, 'search text, at least 2 characters')),
      project: anyProject('only in this project'),
    },
    output: schema.rows({
      type: schema.oneOf(HIT_TYPES),
      id: schema.Text,
      project_id: schema.nullable(schema.Id),
      title: schema.TextOrNull,
      status: schema.TextOrNull,
      value: schema.nullable(schema.Money),
      came_to: schema.nullable(schema.row({ type: schema.Text, id: schema.Id })),
      at: schema.Time,
    }),
  }),
} as const;
