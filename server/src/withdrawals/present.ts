// The API representation of withdrawal rows (interface.md 2.2, wire.md (c)).
import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import type { CoinWithdrawal } from '../contract/objects/coin-withdrawals.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { isByAmount, type ListOrder } from '../db/list-order.ts';
import {
  type Condition,
  ledByFirst,
  type NewestPage,
  newestPage,
  ofReference,
  type PageRequest,
  type Span,
} from '../db/newest-page.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import { contextOf, type WaitDetail, type WaitReason } from './reasons.ts';
import { WITHDRAWAL_COLUMNS } from './store-withdrawals.ts';
import type { WithdrawalRow, WithdrawalStatus } from './withdrawal.ts';

export interface OperatorRow extends WithdrawalRow {
  /** The payout's wait reason, also when the withdrawal is completed and is being sent again. */
  readonly payout_waits: WaitReason | null;
  readonly payout_detail: WaitDetail | null;
}

const COLUMNS = `${WITHDRAWAL_COLUMNS}, payout_waits, payout_detail`;
/** The limit forces a lookup per row: as a join, PostgreSQL may read all payouts for one page. */
const ITS_PAYOUT = `left join lateral (select wait_reason as payout_waits, wait_detail as payout_detail from payouts p
    where p.project_id = coin_withdrawals.project_id and p.withdrawal_id = coin_withdrawals.id limit 1) p on true`;
const SELECT = `select ${COLUMNS} from coin_withdrawals ${ITS_PAYOUT}`;

interface WithdrawalFilter extends PageRequest {
  readonly projectId: string | null;
  readonly status: WithdrawalStatus | null;
  /** The coin that is sent. */
  readonly coin: string | null;
  /** The currency of the account that pays. */
  readonly currency: string | null;
  readonly customId: string | null;
  readonly customerId: string | null;
  /** In their stored form. */
  readonly addresses: readonly string[] | null;
  readonly txid: string | null;
  /** For withdrawals on hold. */
  readonly waitsFor: 'approvers' | 'operator' | null;
  /** Null: newest first. */
  readonly order: ListOrder | null;
  readonly span: Span;
}

const COMMITTED = 'committed_at is not null';
/** The predicate of the index of custom_ids. */
const HOLDS_REFERENCE = `custom_id is not null and not (status = 'cancelled' and committed_at is null)`;

/** Committed ones. Errors: 404. */
export function pageOfWithdrawals(
  sql: Sql,
  { span, projectId, status, after, limit, order, ...requested }: WithdrawalFilter,
): Promise<NewestPage<OperatorRow>> {
  // Most withdrawals are completed. By amount, only one index has the order.
  const isRarer = status !== null && status !== 'completed' && !isByAmount(order);
  const isHeld = requested.waitsFor !== null;
  const always = [
    COMMITTED,
    // With a parameter, the planner could not choose the partial index.
    ...(isRarer ? [`status = '${status}'`] : []),
    ...(isHeld && !isByAmount(order) ? [`status = 'on_hold'`] : []),
    ...(requested.customId === null ? [] : [HOLDS_REFERENCE]),
  ];
  const few: readonly Condition[] = [
    [requested.customId, (place) => ofReference(place, projectId)],
    [requested.addresses, (place) => `address = any(${place}::text[])`],
    [requested.txid, (place) => `txid = ${place}`],
  ];
  const ofCustomer: Condition = [requested.customerId, (place) => `customer_id = ${place}`];
  // The customer index starts with the project.
  const hasCustomers = projectId !== null;
  const ofCoin: Condition = [requested.coin, (place) => `received_currency = ${place}`];
  const many: readonly Condition[] = [
    ...(hasCustomers ? [ofCustomer] : []),
    ofCoin,
    [requested.currency, (place) => `charged_currency = ${place}`],
  ];
  const isAmongFew = isRarer || isHeld || few.some(([value]) => value !== null);
  const byTime = isAmongFew ? { indexed: few, filters: many } : ledByFirst(many);
  const led = isByAmount(order) ? { indexed: [ofCoin], filters: [...few, ...many] } : byTime;
  return newestPage<OperatorRow>(sql, {
    table: 'coin_withdrawals',
    columns: COLUMNS,
    joins: ITS_PAYOUT,
    projectId,
    after,
    limit,
    order,
    always: always.join(' and '),
    indexed: led.indexed,
    filters: [
      ...led.filters,
      ...(hasCustomers ? [] : [ofCustomer]),
      [isRarer ? null : status, (place) => `status = ${place}`],
      [requested.waitsFor, (place) => `status = 'on_hold' and ${waitsFor(place)}`],
    ],
    span: { ...span, column: 'created_at' },
  });
}

function waitsFor(place: string): string {
  return `case when coalesce((decision ->> 'approvals')::int, 0) > 0 then 'approvers' else 'operator' end = ${place}`;
}

/** Null when no project has it. */
export async function findWithdrawalOfAny(sql: Sql, id: string): Promise<OperatorRow | null> {
  const rows = await sql.query<OperatorRow>(`${SELECT} where id = $1 order by project_id limit 1`, [
    id,
  ]);
  return rows[0] ?? null;
}

export type PresentedWithdrawal = Static<typeof CoinWithdrawal>;

/** Converted: the fee is in the exchange and the top-level fee is zero. Not converted: the reverse. */
export function presentWithdrawal(instance: Instance, row: WithdrawalRow): PresentedWithdrawal {
  const coin = defined(instance.knownCoins.get(row.received_currency), 'the coin is registered');
  const charged = defined(instance.currencies.get(row.charged_currency), 'currency is registered');
  const isConverted = row.rate !== null;
  return {
    id: row.id,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    address: coin.formatAddress({ address: row.address, tag: row.tag }),
    network: row.network,
    txid: row.txid,
    status: row.status,
    status_context: contextOf(row),
    charged_amount: formatAmount(row.charged_amount, charged),
    charged_currency: row.charged_currency,
    received_amount: formatAmount(row.received_amount, coin),
    received_currency: coin.asset.code,
    network_fee: formatAmount(row.network_fee, coin),
    network_fee_level: row.network_fee_level,
    fee: isConverted ? '0.0' : formatAmount(row.fee, charged),
    fee_currency: row.charged_currency,
    description: null,
    ...(row.rate === null
      ? {}
      : {
          exchange: {
            pair: `${coin.asset.code}${row.charged_currency}`,
            rate: row.rate,
            fee: formatAmount(row.fee, charged),
            fee_currency: row.charged_currency,
          },
        }),
    ...(row.repriced === null
      ? {}
      : {
          repriced: {
            original_charged_amount: formatAmount(BigInt(row.repriced.charged_amount), charged),
            original_fee: formatAmount(BigInt(row.repriced.fee), charged),
            original_rate: row.repriced.rate,
            at: formatTime(new Date(row.repriced.at)),
          },
        }),
    risk: row.risk === null || row.committed_at === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.created_at),
  };
}
