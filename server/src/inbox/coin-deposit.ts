// Unmatched payments as shown to people, with the last decision.
import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import { definedCoins } from '../coins/registry.ts';
import type { Decision } from '../contract/decisions.ts';
import type { CoinDeposit, UNMATCHED_REASONS } from '../contract/objects/coin-deposits.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { isByAmount, type ListOrder } from '../db/list-order.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
} from '../db/newest-page.ts';
import { DEPOSIT_COLUMNS, type DepositRow, isSettled } from '../deposits/deposit.ts';
import { IS_DECIDABLE } from '../deposits/unmatched.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';

export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

export interface CoinDepositRow extends DepositRow {
  readonly reason: UnmatchedReason;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly decision: Decision | null;
  readonly decision_facts: {
    readonly reason?: string;
    readonly withdrawal_id?: string;
    readonly request?: string;
  } | null;
}

export type CoinDepositStatus = 'pending' | 'on_hold' | 'completed' | 'refunded' | 'attached';

/** The condition of the index of waiting deposits. */
const IS_WAITING = `d.is_unmatched and d.status <> 'dropped'`;
/** All payments of these coins share one address. */
const TAGGED = [...definedCoins.values()]
  .filter(({ destinationTag }) => destinationTag !== null)
  .map(({ code }) => code);
/** Coins that can be paid to each other's addresses. An address row names only one of them as its owner's coin. */
const SHARING = [...definedCoins.values()].filter(({ nodes }) => nodes.family === 'evm');
const SHARED = SHARING.map(({ code }) => code);
const SHARED_NETWORKS = SHARING.map(({ code, network }) => `('${code}', '${network}')`).join();
const IS_ELSEWHERE = `exists (select 1 from addresses a where a.coin = any('{${SHARED.join()}}')
  and a.address = d.address and a.coin <> d.coin and a.owner_id is not null)`;
/** Handed out for another asset on the payment's network. */
const IS_OTHER_ASSET = `exists (select 1 from addresses a
  join (values ${SHARED_NETWORKS}) as given(coin, network) on given.coin = a.coin
  join (values ${SHARED_NETWORKS}) as paid(coin, network) on paid.network = given.network
  where paid.coin = d.coin and a.address = d.address and a.coin <> d.coin and a.owner_id is not null)`;
/** Late means first seen after the invoice's expiry, the same rule as for unfinished invoices. */
const REASON = `case
  when d.is_small then 'below_minimum'
  when d.owner_type = 'invoice' then case when d.first_seen_at > i.expires_at then 'late' else 'surplus' end
  when d.owner_type = 'channel' then 'channel_payment_over'
  when d.coin = any('{${SHARED.join()}}') and ${IS_OTHER_ASSET} then 'other_asset'
  when d.coin = any('{${SHARED.join()}}') and ${IS_ELSEWHERE} then 'other_network'
  when not d.coin = any('{${TAGGED.join()}}') then 'unknown_address'
  when d.tag is null then 'no_tag' else 'unknown_tag' end`;
/** Decisions about a held channel payment appear with that payment. */
const LAST_DECISION = `select j.decision, j.facts from deposit_decisions j
  where j.deposit_id = d.id and j.decision <> 'released' and not j.facts ? 'channel_payment_id'
  order by j.seq desc limit 1`;

const COLUMNS = `${DEPOSIT_COLUMNS.replaceAll(/\w+/g, 'd.$&')}, ${REASON} as reason,
    coalesce(i.custom_id, c.custom_id) as custom_id, coalesce(i.customer_id, c.customer_id) as customer_id,
    last.decision, last.facts as decision_facts`;
const JOINS = `left join invoices i on d.owner_type = 'invoice' and i.project_id = d.project_id and i.id = d.owner_id
  left join channels c on d.owner_type = 'channel' and c.project_id = d.project_id and c.id = d.owner_id
  left join lateral (${LAST_DECISION}) last on true`;
/** For conditions on `deposits d`. */
export const SELECT_COIN_DEPOSITS = `select ${COLUMNS} from deposits d ${JOINS}`;

export interface InboxFilter {
  readonly projectId: string;
  readonly status: 'pending' | 'on_hold' | null;
  readonly reason: UnmatchedReason | null;
  readonly currency: string | null;
}

const MATCHES = `${IS_WAITING} and d.project_id = $1
  and ($2::text is null or (${IS_DECIDABLE}) = ($2 = 'on_hold'))
  and ($3::text is null or asset_of(d.coin) = $3) and ($4::text is null or ${REASON} = $4)`;

export function listWaiting(
  sql: Sql,
  filter: InboxFilter,
  page: { after: string | null; limit: number },
): Promise<CoinDepositRow[]> {
  return sql.query<CoinDepositRow>(
    `${SELECT_COIN_DEPOSITS} where ${MATCHES} and ($5::uuid is null or d.id < $5) order by d.id desc limit $6`,
    [...valuesOf(filter), page.after, page.limit],
  );
}

export interface WaitingFilter extends PageRequest {
  readonly projectId: string | null;
  readonly coin: string | null;
  readonly reason: UnmatchedReason | null;
  readonly txid: string | null;
  /** Null: newest first. */
  readonly order?: ListOrder | null;
  readonly span: Span;
}

/** For the operator: of one project, or of all including deposits without a project. Errors: 404. */
export function pageOfWaiting(
  sql: Sql,
  { projectId, coin, reason, txid, span, ...page }: WaitingFilter,
): Promise<NewestPage<CoinDepositRow>> {
  const ofCoin: Condition = [coin, (place) => `d.coin = ${place}`];
  return newestPage<CoinDepositRow>(sql, {
    ...page,
    table: 'deposits',
    alias: 'd',
    columns: COLUMNS,
    joins: JOINS,
    projectId,
    always: 'd.is_unmatched',
    ...(isByAmount(page.order ?? null) && { indexed: [ofCoin] }),
    filters: [
      ['dropped', (place) => `d.status <> ${place}`],
      ofCoin,
      [txid, (place) => `d.txid = ${place}`],
      [reason, (place) => `${REASON} = ${place}`],
    ],
    span: { ...span, column: 'first_seen_at' },
  });
}

export async function countWaiting(sql: Sql, filter: InboxFilter): Promise<number> {
  const rows = await sql.query<{ n: number }>(
    `select count(*)::int as n from deposits d
     left join invoices i on d.owner_type = 'invoice' and i.project_id = d.project_id and i.id = d.owner_id
     where ${MATCHES}`,
    valuesOf(filter),
  );
  return rows[0]?.n ?? 0;
}

function valuesOf({ projectId, status, currency, reason }: InboxFilter) {
  return [projectId, status, currency, reason];
}

export async function findCoinDeposit(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<CoinDepositRow | null> {
  const rows = await sql.query<CoinDepositRow>(
    `${SELECT_COIN_DEPOSITS} where d.id = $2 and d.project_id = $1
       and (${IS_WAITING} or last.decision in ('credited', 'sent_back', 'attached'))`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

/** While a reorganization has removed the deposit's block, the deposit may never return. */
export function canBeDecided(deposit: DepositRow): boolean {
  return isSettled(deposit) && deposit.block_height !== null;
}

/** High-risk money is held wherever it arrives: a merchant's key cannot release it. */
export function needsOperator({ risk }: Pick<DepositRow, 'risk'>): boolean {
  return risk?.level === 'high';
}

export function statusOf(row: CoinDepositRow): CoinDepositStatus {
  if (row.is_unmatched) return canBeDecided(row) ? 'on_hold' : 'pending';
  if (row.decision === 'credited') return 'completed';
  return row.decision === 'attached' ? 'attached' : 'refunded';
}

export type PresentedCoinDeposit = Static<typeof CoinDeposit>;

/** Once attached, the deposit is reported by its invoice or channel, where it no longer counts as surplus or late. */
export function presentCoinDeposit(instance: Instance, row: CoinDepositRow): PresentedCoinDeposit {
  const coin = defined(instance.knownCoins.get(row.coin), 'the coin is registered');
  const status = statusOf(row);
  const isDecided = status !== 'pending' && status !== 'on_hold';
  return {
    id: row.id,
    status,
    reason: status === 'attached' ? null : row.reason,
    amount: formatAmount(row.amount, coin),
    currency: coin.asset.code,
    network: coin.network,
    address: coin.formatAddress({ address: row.address, tag: row.tag }),
    txid: row.txid,
    invoice_id: row.owner_type === 'invoice' ? row.owner_id : null,
    channel_id: row.owner_type === 'channel' ? row.owner_id : null,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    coin_withdrawal_id: status === 'refunded' ? (row.decision_facts?.withdrawal_id ?? null) : null,
    description: isDecided ? (row.decision_facts?.reason ?? null) : null,
    needs_operator: !isDecided && needsOperator(row),
    risk: row.risk === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.first_seen_at),
  };
}
