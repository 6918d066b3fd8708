// Quarantine: coins that cannot be sent until their chain has been compared with the database.
import { Type } from 'typebox';
import { boolean, required, text } from '../fields.ts';
import { Amount, Currency, Id, nullable, Text, Time } from '../objects/schema-words.ts';
import { reason } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { rows, TextOrNull, TimeOrNull } from './schema-words.ts';

const COIN_LENGTH_MAX = 40;
const REASON_LENGTH_MAX = 1000;
const MARK_LENGTH_MAX = 40;
const coin = required(text(COIN_LENGTH_MAX, 'a coin, or all'));

export const quarantineOperations = {
  'quarantine.begin': operatorOperation({
    summary: 'Send nothing more of a coin, or of all; before a restored backup is started',
    permission: 'operate',
    about: { type: 'coin', input: 'coin' },
    input: { coin, reason: reason('why; shown until it ends') },
    output: rows({ coin: Currency }),
  }),
  'quarantine.show': operatorOperation({
    summary: 'List the quarantines, and what was spent without a transfer of ours',
    permission: 'read',
    input: {},
    output: rows({
      coin: Currency,
      reason: Text,
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
    summary: 'Send again; possible when the chain was read to its tip',
    permission: 'operate',
    about: { type: 'coin', input: 'coin' },
    input: {
      coin,
      accept: boolean(
        'complete the withdrawals that the list shows as paid, and forget spent outputs',
      ),
      mark: text(
        MARK_LENGTH_MAX,
        'of the list as it was shown, to accept it: refused when it is another one now',
      ),
      reason: text(REASON_LENGTH_MAX, 'why; kept in the journal'),
    },
    output: rows({ coin: Currency, accepted: Type.Integer() }),
  }),
} as const;
