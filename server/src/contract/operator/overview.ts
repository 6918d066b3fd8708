// The dashboard's home page: what requires action now, the balances in one currency, and the latest events.
import { Type } from 'typebox';
import { endTime } from '../end-time.ts';
import { code, time } from '../fields.ts';
import { Amount, Currency, Id, nullable, oneOf, Text, Time } from '../objects/schema-words.ts';
import { anyProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, row, rows, TextOrNull } from './schema-words.ts';

/** Items in a project that require action. Those on hold wait for approvers or for the operator. */
export const PROJECT_NEEDS = [
  ...(['deposits_unmatched', 'withdrawals_for_approval', 'withdrawals_on_hold'] as const),
  ...(['withdrawals_failed', 'invoices_unresolved', 'invoices_illicit'] as const),
  ...(['channel_payments_held', 'callbacks_given_up'] as const),
  ...(['payout_stops', 'corrections_for_approval'] as const),
] as const;
/** Of those, the ones that only instance roles can decide. */
export const INSTANCE_NEEDS: readonly (typeof PROJECT_NEEDS)[number][] = [
  ...(['payout_stops', 'corrections_for_approval'] as const),
];
/** Instance-wide items that require action. */
export const ADMINISTRATIVE_NEEDS = [
  ...(['alarms', 'chains_unread', 'quarantines', 'hot_wallets_low'] as const),
  /**
   * Unreachable alert destinations (1 if none is configured although one is required), and currencies without a fresh
   * rate.
   */
  ...(['alarms_untold', 'rates_stale'] as const),
] as const;

const Day = Type.String({ description: 'As in 2026-11-23, UTC' });

const valuedIn = code('currency', 'in which everything is valued (EUR)');

export const overviewOperations = {
  'overview.show': operatorOperation({
    summary: 'Show what needs a person now, what merchants own, and what happened last',
    permission: 'read',
    input: { project: anyProject('only of this project'), currency: valuedIn },
    output: row({
      needs: rows({
        kind: oneOf([...PROJECT_NEEDS, ...ADMINISTRATIVE_NEEDS]),
        count: Type.Integer(),
        is_capped: Type.Boolean({ description: 'There are more: they are counted up to 100' }),
        projects: rows({ project_id: Id, count: Type.Integer({ description: 'Of those' }) }),
      }),
      accounts: rows({
        currency: Currency,
        available: Amount,
        held: Amount,
        on_its_way: Amount,
        arriving: Amount,
        value: nullable(Amount),
      }),
      currency: Currency,
      total: nullable(Money),
      latest: rows({
        ...{ type: Text, event: Text, object_id: Id, project_id: Id, at: Time },
        /** The object's status after the event. */
        status: TextOrNull,
      }),
    }),
  }),
  'overview.flows': operatorOperation({
    summary: 'Show what came in and went out by day, and what became of the invoices of each',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      from: time('of the first day (UTC); 30 days up to the last unless told, 400 at most'),
      to: endTime('of the last day; today unless told'),
      currency: valuedIn,
    },
    output: row({
      from: Day,
      to: Day,
      currency: Currency,
      days: rows({
        day: Day,
        currency: Currency,
        credited: Amount,
        debited: Amount,
        credited_value: nullable(Amount),
        debited_value: nullable(Amount),
      }),
      invoices: rows({ day: Day, status: Text, count: Type.Integer() }),
    }),
  }),
} as const;
