// Search across all objects by id, reference, address, transaction, payer email or amount.
import { required, text } from '../../contract/fields.ts';
import { anyProject, operatorOperation } from '../../contract/operator/operation.ts';
import {
  Id,
  Money,
  nullable,
  oneOf,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
} from '../../contract/schema.ts';

const TEXT_LENGTH_MAX = 255;

export const HIT_TYPES = [
  'invoice',
  'withdrawal',
  'deposit',
  'channel',
  'channel_payment',
  'customer',
  'subscription',
  'exchange',
  'callback',
] as const;

export const searchOperations = {
  'search.find': operatorOperation({
    summary: 'Find by ID or prefix, reference, address, transaction, payer email or exact amount',
    permission: 'read',
    input: {
      text: required(text(TEXT_LENGTH_MAX, 'search text, at least 3 characters')),
      project: anyProject('only in this project'),
    },
    output: rows({
      type: oneOf(HIT_TYPES),
      id: Text,
      project_id: nullable(Id),
      title: TextOrNull,
      status: TextOrNull,
      value: nullable(Money),
      came_to: nullable(row({ type: Text, id: Id })),
      at: Time,
    }),
  }),
} as const;
