// The tables that the search covers, and how each result is shown.
import type { HIT_TYPES } from './contract.ts';

export interface Hit {
  readonly type: (typeof HIT_TYPES)[number];
  readonly id: string;
  readonly project_id: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly at: Date;
  readonly owner_type?: string | null;
  readonly owner_id?: string | null;
}

export interface Source {
  readonly type: Hit['type'];
  readonly table: string;
  /** Title, status, amount, currency and time. */
  readonly shown: readonly [string, string, string, string, string];
  /** Amount columns, each with its currency column. */
  readonly amounts?: readonly (readonly [amount: string, currency: string])[];
  /** Pending rows: each set has an index, and amounts are searched in all of them. */
  readonly unsettled?: readonly string[];
  /** An index lists one project's newest rows. */
  readonly hasProjectOrder?: boolean;
  /** The object that received it: type and ID. */
  readonly owner?: readonly [type: string, id: string];
  /** An index has its IDs without the project. */
  readonly isOwned: boolean;
  /** The subset for which an index lists the IDs of one project. */
  readonly ofProject?: string;
  readonly hasReference: boolean;
  /** The condition of the reference index, besides a reference being present. */
  readonly holds?: string;
}

export const INVOICES: Source = {
  ...{ type: 'invoice', table: 'invoices', isOwned: true, hasReference: true },
  shown: ['coalesce(custom_id, name)', 'status', 'price_amount', 'price_currency', 'created_at'],
  amounts: [
    ['price_amount', 'price_currency'],
    ['pay_amount', 'pay_currency'],
    ['paid_amount', 'pay_currency'],
  ],
  unsettled: [`status = 'unresolved'`],
};
export const WITHDRAWALS: Source = {
  ...{ type: 'withdrawal', table: 'coin_withdrawals', isOwned: true, hasReference: true },
  holds: `custom_id is not null and not (status = 'cancelled' and committed_at is null)`,
  shown: [
    'coalesce(custom_id, address)',
    'status',
    'received_amount',
    'received_currency',
    'created_at',
  ],
  amounts: [
    ['received_amount', 'received_currency'],
    ['charged_amount', 'charged_currency'],
  ],
  unsettled: [`status = 'on_hold'`, `status = 'pending'`, `status = 'failed'`],
};
export const DEPOSITS: Source = {
  ...{ type: 'deposit', table: 'deposits', isOwned: true, hasReference: false },
  ofProject: 'is_unmatched',
  shown: [
    'txid',
    `case when is_unmatched then 'unmatched' else status end`,
    'amount',
    'coin',
    'first_seen_at',
  ],
  amounts: [['amount', 'coin']],
  unsettled: ['is_unmatched'],
  hasProjectOrder: false,
  owner: ['owner_type', 'owner_id'],
};
const CHANNEL_PAYMENTS: Source = {
  ...{ type: 'channel_payment', table: 'channel_payments', isOwned: true, hasReference: false },
  shown: ['txid', 'status', 'paid_amount', 'paid_currency', 'created_at'],
  amounts: [['paid_amount', 'paid_currency']],
  unsettled: [`status = 'on_hold'`],
  owner: [`'channel'`, 'channel_id'],
};
export const CHANNELS: Source = {
  ...{ type: 'channel', table: 'channels', isOwned: true, hasReference: true },
  shown: ['name', 'status', 'null::numeric', 'null', 'created_at'],
};
const SUBSCRIPTIONS: Source = {
  ...{ type: 'subscription', table: 'subscriptions', isOwned: true, hasReference: true },
  shown: ['name', 'status', 'amount', 'currency', 'created_at'],
};
const EXCHANGES: Source = {
  ...{ type: 'exchange', table: 'exchange_transfers', isOwned: false, hasReference: true },
  holds: 'expired_at is null',
  shown: ['pair', 'null', 'charged_amount', 'charged_currency', 'created_at'],
};
const CALLBACKS: Source = {
  ...{ type: 'callback', table: 'events', isOwned: false, hasReference: false },
  shown: [`type || '.' || event`, 'null', 'null::numeric', 'null', 'created_at'],
  owner: ['type', 'object_id'],
};
export const SOURCES = [
  INVOICES,
  WITHDRAWALS,
  DEPOSITS,
  CHANNELS,
  CHANNEL_PAYMENTS,
  SUBSCRIPTIONS,
  EXCHANGES,
  CALLBACKS,
];
export const WITH_AMOUNTS = [INVOICES, WITHDRAWALS, CHANNEL_PAYMENTS, DEPOSITS];
