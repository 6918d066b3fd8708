// The dashboard's home page: what requires action now, the balances in one currency, and the latest payments.
import { Type } from 'typebox';
import { endTime } from '../../contract/end-time.ts';
import { code, time } from '../../contract/fields.ts';
import { anyProject, operatorOperation } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

/** Items in a project that require action. Those on hold wait for approvers or for the operator. */
export const PROJECT_NEEDS = [
  'deposits_unmatched',
  'withdrawals_for_approval',
  'withdrawals_on_hold',
  'withdrawals_failed',
  'invoices_unresolved',
  'invoices_high_risk',
  'channel_payments_held',
  'refund_claims_claimed',
  'callback_deliveries_failed',
  'payout_pauses',
  'corrections_for_approval',
  'proposals_open',
] as const;
/** Only counted for people who may decide about them. */
export const DECIDED_NEED = 'proposals_open' satisfies (typeof PROJECT_NEEDS)[number];
/** The subset that only instance roles can decide. */
export const INSTANCE_NEEDS: readonly (typeof PROJECT_NEEDS)[number][] = [
  'payout_pauses',
  'corrections_for_approval',
];
/** Instance-wide items that require action. */
export const ADMINISTRATIVE_NEEDS = [
  'alerts',
  'chains_not_synced',
  'quarantines',
  'hot_wallets_low',
  /**
   * Unreachable alert destinations (1 if none is configured although one is required), and currencies without a fresh
   * rate.
   */
  'alerts_unreported',
  'rates_stale',
] as const;

/** The payments that the overview lists, in and out. */
export const PAYMENT_TYPES = [
  'Invoice',
  'ChannelPayment',
  'CoinDeposit',
  'CoinWithdrawal',
] as const;

const Day = Type.String({ description: 'Date in UTC, such as 2026-11-23' });

const valuedIn = code('currency', 'currency for totals (default: EUR)');

export const overviewOperations = {
  'overview.show': operatorOperation({
    summary: 'Show what needs attention, what merchants own, and recent payments',
    permission: 'read',
    input: { project: anyProject('only of this project'), currency: valuedIn },
    output: schema.row({
      needs: schema.rows({
        kind: schema.oneOf([...PROJECT_NEEDS, ...ADMINISTRATIVE_NEEDS]),
        count: Type.Integer(),
        is_capped: Type.Boolean({ description: 'More exist; counting stops at 100' }),
        oldest_at: schema.nullable(
          schema.timeOf('When the oldest of them was created. Null if unknown'),
        ),
        projects: schema.rows({
          project_id: schema.Id,
          count: Type.Integer({ description: 'Part of that total' }),
        }),
      }),
      accounts: schema.rows({
        currency: schema.Currency,
        available: schema.Amount,
        held: schema.Amount,
        on_its_way: schema.Amount,
        arriving: schema.Amount,
        value: schema.nullable(schema.Amount),
      }),
      currency: schema.Currency,
      total: schema.nullable(schema.Money),
      payments: schema.rows({
        type: schema.oneOf(PAYMENT_TYPES),
        id: schema.Id,
        project_id: schema.Id,
        title: schema.nullable(Type.String({ description: 'Name, reference or description' })),
        customer: schema.nullable(Type.String({ description: 'Customer ID' })),
        amount: schema.nullable(schema.Money),
        status: schema.TextOrNull,
        status_context: schema.TextOrNull,
        paid_amount: schema.nullable(schema.amountOf('Invoices: the amount received')),
        expires_at: schema.nullable(schema.Time),
        at: schema.Time,
      }),
    }),
  }),
  'overview.flows': operatorOperation({
    summary:
      'Show incoming and outgoing amounts by day, and the invoices created each day with their results',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      from: time('first day, UTC (default: 30 days before the last day); at most 400 days'),
      to: endTime('last day (default: today)'),
      currency: valuedIn,
    },
    output: schema.row({
      from: Day,
      to: Day,
      currency: schema.Currency,
      days: schema.rows({
        day: Day,
        currency: schema.Currency,
        credited: schema.Amount,
        debited: schema.Amount,
        credited_value: schema.nullable(schema.Amount),
        debited_value: schema.nullable(schema.Amount),
      }),
      /** `expired`: unpaid past their expiry, and not `cancelled` yet. */
      invoices: schema.rows({ day: Day, status: schema.Text, count: Type.Integer() }),
    }),
  }),
} as const;
