// What a person sees first: what needs him now, what there is in one currency, and what happened last.
import { Type } from 'typebox';
import { code } from '../fields.ts';
import { Amount, Currency, Id, nullable, oneOf, Text, Time } from '../objects/schema-words.ts';
import { anyProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { Money, row, rows } from './schema-words.ts';

/** What waits for a person in a project. Those on hold wait for approvers, or for the operator. */
export const PROJECT_NEEDS = [
  ...(['deposits_unmatched', 'withdrawals_for_approval', 'withdrawals_on_hold'] as const),
  ...(['withdrawals_failed', 'invoices_unresolved', 'invoices_illicit'] as const),
  ...(['channel_payments_held', 'callbacks_given_up', 'payout_stops'] as const),
] as const;
/** And in the whole till. */
export const TILL_NEEDS = ['alarms', 'quarantines', 'hot_wallets_low'] as const;

const valuedIn = code('currency', 'in which everything is valued (EUR)');

export const overviewOperations = {
  'overview.show': operatorOperation({
    summary: 'Show what needs a person now, what merchants own, and what happened last',
    permission: 'read',
    input: { project: anyProject('only of this project'), currency: valuedIn },
    output: row({
      needs: rows({
        kind: oneOf([...PROJECT_NEEDS, ...TILL_NEEDS]),
        count: Type.Integer(),
        is_capped: Type.Boolean({ description: 'There are more: they are counted up to 100' }),
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
      latest: rows({ type: Text, event: Text, object_id: Id, project_id: Id, at: Time }),
    }),
  }),
} as const;
