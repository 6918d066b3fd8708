// What the database knows about a payment. With a project, only what belongs to it.
import { NO_TAG } from '../../addresses/derive.ts';
import type { App } from '../../app.ts';
import type { Sql } from '../../db/database.ts';
import { type CoinDepositRow, SELECT_COIN_DEPOSITS } from '../../inbox/coin-deposit.ts';
import type { ParsedTexts } from '../search/search-sources.ts';

export const FINDINGS_MAX = 20;

/** Also of the instance's own wallets. */
export interface StoredDeposit extends Omit<CoinDepositRow, 'owner_type'> {
  readonly owner_type: CoinDepositRow['owner_type'] | 'treasury';
}

interface Asked {
  readonly txids: readonly string[];
  readonly projectId: string | null;
}

const OF_PROJECT = '($1::uuid is null or d.project_id = $1)';
const NEWEST = `order by d.first_seen_at desc, d.id limit ${FINDINGS_MAX}`;

export function depositsOfTransactions(
  { db, knownCoins }: Pick<App, 'db' | 'knownCoins'>,
  { txids, projectId }: Asked,
): Promise<StoredDeposit[]> {
  return db.query<StoredDeposit>(
    `${SELECT_COIN_DEPOSITS} where d.coin = any($2::text[]) and d.txid = any($3::text[]) and ${OF_PROJECT} ${NEWEST}`,
    [projectId, [...knownCoins.keys()], txids],
  );
}

/** What the owners received, and what else came to the addresses. */
export function depositsOfAddresses(
  sql: Sql,
  requested: {
    readonly owners: readonly string[];
    readonly destinations: readonly ParsedTexts[];
    readonly projectId: string | null;
  },
): Promise<StoredDeposit[]> {
  const { owners, destinations, projectId } = requested;
  return sql.query<StoredDeposit>(
    `${SELECT_COIN_DEPOSITS} where ${OF_PROJECT} and d.id in (
       select o.id from unnest($2::uuid[]) as w(owner_id) cross join lateral (
         select id from deposits where owner_id = w.owner_id
         order by first_seen_at desc limit ${FINDINGS_MAX}) o
       union all
       select u.id from unnest($3::text[], $4::bigint[]) as w(address, tag) cross join lateral (
         select id from deposits where is_unmatched and address = w.address
           and (w.tag is null or tag = w.tag) and ($1::uuid is null or project_id = $1)
         order by id desc limit ${FINDINGS_MAX}) u) ${NEWEST}`,
    [
      projectId,
      owners,
      destinations.map(({ address }) => address),
      destinations.map(({ tag }) => tag),
    ],
  );
}

export interface Owner {
  readonly type: 'invoice' | 'channel';
  readonly id: string;
}

interface AddressRow {
  readonly coin: string;
  readonly address: string;
  readonly owner_type: Owner['type'] | 'treasury' | null;
  readonly owner_id: string | null;
  readonly project_id: string | null;
}

/** Of each address with its tag. */
export function addressesOf(
  sql: Sql,
  destinations: readonly ParsedTexts[],
  projectId: string | null,
): Promise<AddressRow[]> {
  return sql.query<AddressRow>(
    `select a.coin, a.address, a.owner_type, a.owner_id, a.project_id
     from unnest($2::text[], $3::text[], $4::bigint[]) as w(coin, address, tag)
     join addresses a on a.coin = w.coin and a.address = w.address and a.tag = coalesce(w.tag, ${NO_TAG})
     where $1::uuid is null or a.project_id = $1 limit ${FINDINGS_MAX}`,
    [
      projectId,
      destinations.map(({ coin }) => coin),
      destinations.map(({ address }) => address),
      destinations.map(({ tag }) => tag),
    ],
  );
}

/** Whether all payments of the coin come to this address and are distinguished by tags. */
export async function isSharedAccount(
  { db, knownCoins }: Pick<App, 'db' | 'knownCoins'>,
  { coin, address }: Pick<ParsedTexts, 'coin' | 'address'>,
): Promise<boolean> {
  if (!knownCoins.get(coin)?.destinationTag) return false;
  const text = 'select 1 from addresses where coin = $1 and address = $2 limit 1';
  return (await db.query(text, [coin, address])).length > 0;
}

/** Invoices and channels with these IDs. */
export function ownersWithIds(
  sql: Sql,
  ids: readonly string[],
  projectId: string | null,
): Promise<Owner[]> {
  return sql.query<Owner>(
    `select 'invoice' as type, id from invoices
       where id = any($2::uuid[]) and ($1::uuid is null or project_id = $1)
     union all select 'channel', id from channels
       where id = any($2::uuid[]) and ($1::uuid is null or project_id = $1)`,
    [projectId, ids],
  );
}

export interface ObjectRow {
  readonly type: 'invoice' | 'channel';
  readonly id: string;
  readonly project_id: string;
  readonly title: string | null;
  readonly status: string;
  readonly context: string | null;
  readonly expires_at: Date | null;
  readonly coin: string;
  readonly missing: bigint | null;
  readonly created_at: Date;
}

/** Keyed by ID. */
export async function objectsOf(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ObjectRow>> {
  const rows = await sql.query<ObjectRow>(
    `select 'invoice' as type, id, project_id, coalesce(custom_id, name) as title, status,
       status_context as context, expires_at, pay_currency as coin, created_at,
       case when status = 'new' and paid_amount < pay_amount then pay_amount - paid_amount end as missing
     from invoices where id = any($1::uuid[])
     union all
     select 'channel', id, project_id, coalesce(custom_id, name), status, null, null, pay_currency, created_at, null
     from channels where id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ChannelPaymentState {
  readonly id: string;
  readonly deposit_id: string;
  readonly status: string;
  readonly status_context: string | null;
}

/** Keyed by the ID of the deposit. */
export async function channelPaymentsOf(
  sql: Sql,
  deposits: readonly StoredDeposit[],
): Promise<ReadonlyMap<string, ChannelPaymentState>> {
  const own = deposits.filter(({ owner_type: type }) => type === 'channel');
  const rows = await sql.query<ChannelPaymentState>(
    `select id, deposit_id, status, status_context from channel_payments
     where project_id = any($1::uuid[]) and deposit_id = any($2::uuid[])`,
    [[...new Set(own.map(({ project_id }) => project_id))], own.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.deposit_id, row]));
}

export interface SentRow {
  readonly id: string;
  readonly project_id: string;
  readonly title: string | null;
  readonly status: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly address: string;
  readonly txid: string;
  readonly created_at: Date;
}

export function withdrawalsOf(sql: Sql, { txids, projectId }: Asked): Promise<SentRow[]> {
  return sql.query<SentRow>(
    `select id, project_id, custom_id as title, status, received_currency as coin,
       received_amount as amount, address, txid, created_at
     from coin_withdrawals where txid = any($2::text[]) and ($1::uuid is null or project_id = $1)
     order by id desc limit ${FINDINGS_MAX}`,
    [projectId, txids],
  );
}

interface TokenRow {
  readonly coin: string;
  readonly txid: string;
  readonly address: string;
  readonly seen_at: Date;
  readonly project_id: string | null;
}

/** Transfers of unsupported tokens to our addresses. */
export async function unknownTokensOf(
  { db, knownCoins }: Pick<App, 'db' | 'knownCoins'>,
  { txids, projectId }: Asked,
): Promise<readonly TokenRow[]> {
  const evm = [...knownCoins.values()].filter(({ nodes }) => nodes.family === 'evm');
  const rows = await db.query<TokenRow>(
    `select u.coin, u.txid, u.address, u.seen_at, (
       select project_id from addresses where coin = any($1::text[]) and address = u.address
       order by project_id nulls last limit 1) as project_id
     from unknown_tokens u where u.coin = any($1::text[]) and u.txid = any($2::text[]) limit ${FINDINGS_MAX}`,
    [evm.map(({ code }) => code), txids],
  );
  return rows.filter((row) => projectId === null || row.project_id === projectId);
}
