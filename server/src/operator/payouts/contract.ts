// Payout pauses: of a project until a person has reviewed it, and of a coin (quarantine) until its chain has been
// compared with the database.
import { Type } from 'typebox';
import { boolean, required, text, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  reason,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const PAUSE_CAUSES = ['broken_books', 'reversed_deposit', 'person'] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

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

export const payoutsOperations = {
  'payouts.pause': operatorOperation({
    summary: 'Pause payouts of a project. New withdrawals are queued',
    permission: 'operate',
    about: { type: 'project', input: 'project' },
    input: { project: theProject, reason: reason('reason, kept with the pause') },
    output: schema.row({ project_id: schema.Id }),
  }),
  'payouts.pauses': operatorOperation({
    summary: 'List active payout pauses, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      all: boolean('include pauses that ended'),
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      project_id: schema.Id,
      cause: schema.oneOf(PAUSE_CAUSES),
      began_at: schema.Time,
      resumed_at: schema.TimeOrNull,
      resumed_reason: schema.TextOrNull,
      /** A person's reason; null: paused automatically, explained by `cause` and its `facts`. */
      reason: schema.TextOrNull,
      facts: schema.Facts,
    }),
  }),
  'payouts.resume': operatorOperation({
    summary: 'End a pause. Payouts of the project resume when no pauses remain',
    permission: 'operate',
    about: { type: 'payout_pause', input: 'pause_id' },
    input: {
      pause_id: required(uuid('ID of the pause')),
      reason: reason('what you found and did; kept with the pause'),
    },
    output: schema.row({ id: schema.Id, project_id: schema.Id, pays_again: Type.Boolean() }),
  }),
  'quarantine.begin': operatorOperation({
    summary: 'Pause payouts of a coin or of all coins. Run it before you start a restored backup',
    permission: 'operate',
    about: { type: 'coin', input: 'coin' },
    input: { coin, reason: reason('reason, shown until the quarantine ends') },
    output: schema.rows({ coin: schema.Currency }),
  }),
  'quarantine.show': operatorOperation({
    summary: 'List the quarantines, and outputs that were spent outside of this database',
    permission: 'read',
    output: schema.rows({
      coin: schema.Currency,
      /** A person's reason; null: begun automatically, explained by `code` and its `facts`. */
      reason: schema.TextOrNull,
      code: schema.nullable(schema.oneOf(QUARANTINE_CODES)),
      facts: schema.Facts,
      began_at: schema.Time,
      reconciled_at: schema.TimeOrNull,
      unknown: schema.rows({
        coin: schema.Currency,
        kind: schema.Text,
        subject: schema.Text,
        txid: schema.Text,
        project_id: schema.nullable(schema.Id),
        block_height: schema.nullable(Type.Integer()),
        block_hash: schema.TextOrNull,
      }),
      mark: schema.Text,
      lost: schema.rows({
        coin: schema.Currency,
        txid: schema.Text,
        address: schema.Text,
        tag: schema.nullable(Type.Integer()),
        amount: schema.Amount,
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
    output: schema.rows({ coin: schema.Currency, accepted: Type.Integer() }),
  }),
} as const;
