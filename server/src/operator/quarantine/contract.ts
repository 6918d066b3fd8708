// Quarantine: coins that cannot be sent until their chain has been compared with the database.
import { Type } from 'typebox';
import { boolean, required, text } from '../../contract/fields.ts';
import { operatorOperation, reason } from '../../contract/operator/operation.ts';
import {
  Amount,
  Currency,
  Facts,
  Id,
  nullable,
  oneOf,
  rows,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';

const QUARANTINE_CODES = [
  'unrecognized_spend',
  'unknown_address',
  'seed_restored',
  'writes_missing',
  'log_shorter',
  'restored',
  'upgrade_undone',
] as const;
export type QuarantineCode = (typeof QUARANTINE_CODES)[number];

const COIN_LENGTH_MAX = 40;
const REASON_LENGTH_MAX = 1000;
const MARK_LENGTH_MAX = 40;
const coin = required(text(COIN_LENGTH_MAX, 'a coin, or all'));

export const quarantineOperations = {
  'quarantine.begin': operatorOperation({
    summary: 'Pause payouts of a coin or of all coins. Run it before you start a restored backup',
    permission: 'operate',
    about: { type: 'coin', input: 'coin' },
    input: { coin, reason: reason('reason, shown until the quarantine ends') },
    output: rows({ coin: Currency }),
  }),
  'quarantine.show': operatorOperation({
    summary: 'List the quarantines, and outputs that were spent outside of this database',
    permission: 'read',
    input: {},
    output: rows({
      coin: Currency,
      /** A person's reason; null: begun automatically, explained by `code` and its `facts`. */
      reason: TextOrNull,
      code: nullable(oneOf(QUARANTINE_CODES)),
      facts: Facts,
      began_at: Time,
      reconciled_at: TimeOrNull,
      unknown: rows({
        coin: Currency,
        kind: Text,
        subject: Text,
        txid: Text,
        project_id: nullable(Id),
        block_height: nullable(Type.Integer()),
        block_hash: TextOrNull,
      }),
      mark: Text,
      lost: rows({
        coin: Currency,
        txid: Text,
        address: Text,
        tag: nullable(Type.Integer()),
        amount: Amount,
      }),
    }),
  }),
  'quarantine.end': operatorOperation({
    summary: 'End a quarantine. Requires that the chain has been read to its tip',
    permission: 'operate',
    about: { type: 'coin', input: 'coin' },
    input: {
      coin,
      accept: boolean(
        'complete the withdrawals that the list shows as paid, and write off spent outputs',
      ),
      mark: text(
        MARK_LENGTH_MAX,
        'version of the list that you accept (`mark` of `quarantine show`); rejected if it has changed',
      ),
      reason: text(REASON_LENGTH_MAX, 'reason, kept in the audit log'),
    },
    output: rows({ coin: Currency, accepted: Type.Integer() }),
  }),
} as const;
