// The effects of one object on a project's money: in its accounts, in the ledger, and on the chains.
import { Type } from 'typebox';
import { required, uuid } from '../../contract/fields.ts';
import { operatorOperation, theProject } from '../../contract/operator/operation.ts';
import {
  Amount,
  Currency,
  Id,
  Money,
  nullable,
  oneOf,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const Named = row({ type: Text, id: Id });

export const transactionsOperations = {
  'transactions.trace': operatorOperation({
    summary:
      'Show the ledger entries of an object line by line, and its transactions on the chains',
    permission: 'read',
    input: {
      project: theProject,
      reference_id: required(
        uuid('ID of the object behind the entry: an invoice, a withdrawal, ...'),
      ),
    },
    output: row({
      reference_type: Text,
      reference_id: Id,
      belongs_to: nullable(Named),
      rows: rows({
        id: Id,
        currency: Currency,
        amount: Amount,
        fee: nullable(Money),
        custom_id: TextOrNull,
        description: TextOrNull,
        status: TextOrNull,
        created_at: Time,
        booked_at: TimeOrNull,
      }),
      postings: rows({ at: Time, of: Named, purpose: Text, from: Text, to: Text, amount: Money }),
      on_chain: rows({
        id: Id,
        direction: oneOf(['in', 'out']),
        coin: Text,
        network: Text,
        txid: Text,
        explorer_url: TextOrNull,
        amount: Money,
        status: Text,
        confirmations: nullable(Type.Integer()),
        confirmations_required: nullable(Type.Integer()),
        sources: Type.Array(Text),
        risk: nullable(
          row({ level: Text, score: Text, resource_name: Text, resource_category: Text }),
        ),
        is_unmatched: Type.Boolean(),
        seen_at: Time,
        confirmed_at: TimeOrNull,
        assessed_at: TimeOrNull,
        credited_at: TimeOrNull,
      }),
    }),
  }),
} as const;
