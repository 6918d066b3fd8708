// Finds our payments on a chain, with a few queries per run.
import { NO_TAG } from '../addresses/derive.ts';
import type { App } from '../app.ts';
import type { BlockRef, IncomingPayment, Spend, UnconfirmedPayment } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { coinsOnSameAddresses } from '../coins/registry.ts';
import type { Sql } from '../db/database.ts';

/** Above about 8,000, PostgreSQL compiles the statement first (`jit_above_cost`), which takes longer. */
const LOOKUPS_MAX = 5000;

/** In the order of the payments. */
export async function matchPayments(
  sql: Sql,
  coin: Coin,
  observations: readonly Observation[],
): Promise<MatchedPayment[]> {
  return owned(observations, await ownersHere(sql, coin, destinationsOf(observations)));
}

/** Includes payments to an address of another coin: on the wrong network or in the wrong asset. */
export async function matchWherever(
  app: Pick<App, 'db' | 'coins'>,
  coin: Coin,
  observations: readonly Observation[],
): Promise<MatchedPayment[]> {
  const destinations = destinationsOf(observations);
  const ours = await ownersHere(app.db, coin, destinations);
  const elsewhere = coinsOnSameAddresses(coin, app.coins);
  if (elsewhere.length > 0) {
    const left = [...destinations.values()].filter((item) => !ours.get(keyOf(item))?.ownerId);
    const own =
      coin.token === null
        ? elsewhere.filter((code) => app.coins.get(code)?.network === coin.network)
        : [];
    for (const [address, owner] of await lookUpElsewhere(app.db, { elsewhere, own }, left))
      ours.set(address, owner);
  }
  return withoutGas(app.db, coin, owned(observations, ours));
}

async function ownersHere(
  sql: Sql,
  coin: Coin,
  found: ReadonlyMap<string, Destination>,
): Promise<Map<string, Owner>> {
  const destinations = [...found.values()];
  const ours = new Map<string, Owner>();
  for (let start = 0; start < destinations.length; start += LOOKUPS_MAX) {
    const rows = await lookUp(sql, coin, destinations.slice(start, start + LOOKUPS_MAX));
    for (const { address, tag, ...owner } of rows) {
      const { project_id: projectId, owner_type: ownerType, owner_id: ownerId } = owner;
      const key = keyOf({ address, tag: tag === NO_TAG ? null : tag });
      ours.set(key, { projectId, ownerType, ownerId });
    }
  }
  return ours;
}

/**
 * Payments on the wrong network or in the wrong asset become unmatched payments of the project that has the address, or
 * of no project. Matched by address only, because coins that share keys have no tags. `own`: for a coin that pays fees,
 * the other coins of its network, whose wallet addresses are excluded, because gas is sent there on purpose.
 */
async function lookUpElsewhere(
  sql: Sql,
  { elsewhere, own }: { elsewhere: readonly string[]; own: readonly string[] },
  destinations: readonly Destination[],
): Promise<Map<string, Owner>> {
  const found = new Map<string, Owner>();
  for (let start = 0; start < destinations.length; start += LOOKUPS_MAX) {
    const rows = await sql.query<{ address: string; project_id: string | null }>(
      `select t.address, a.project_id from unnest($2::text[]) as t(address)
       join lateral (select project_id from addresses
         where coin = any($1::text[]) and address = t.address
         order by project_id nulls last limit 1) a on true
       where not exists (select 1 from addresses w
         where w.coin = any($3::text[]) and w.address = t.address and w.owner_type = 'treasury')`,
      [
        elsewhere,
        destinations.slice(start, start + LOOKUPS_MAX).map(({ address }) => address),
        own,
      ],
    );
    for (const { address, project_id: projectId } of rows)
      found.set(address, { projectId, ownerType: null, ownerId: null, isElsewhere: true });
  }
  return found;
}

/** Gas that we send to an address for a token transfer is no payment. */
async function withoutGas(
  sql: Sql,
  { code, nodes, token }: Coin,
  matched: MatchedPayment[],
): Promise<MatchedPayment[]> {
  if (nodes.family !== 'evm' || token !== null || matched.length === 0) return matched;
  const rows = await sql.query<{ txid: string }>(
    `select txid from transfers where coin = $1 and txid = any($2::text[]) and purpose = 'gas'`,
    [code, matched.map(({ payment }) => payment.txid)],
  );
  const brought = new Set(rows.map(({ txid }) => txid));
  return matched.filter(({ payment }) => !brought.has(payment.txid));
}

type Owner = Omit<MatchedPayment, 'payment'>;

interface OwnerRow {
  readonly address: string;
  readonly tag: number;
  readonly project_id: string | null;
  readonly owner_type: Owner['ownerType'];
  readonly owner_id: string | null;
}

/** `limit` prevents a full scan, which takes six times as long with a million addresses. */
function lookUp(sql: Sql, coin: Coin, destinations: readonly Destination[]): Promise<OwnerRow[]> {
  // On a coin with tags, the address shows that a payment is ours, and the tag shows whose it is.
  return sql.query<OwnerRow>(
    `select t.address, t.tag, a.project_id, a.owner_type, a.owner_id
     from unnest($2::text[], $3::bigint[]) as t(address, tag)
     left join lateral (select coin, project_id, owner_type, owner_id from addresses
       where coin = $1 and address = t.address and tag = t.tag limit 1) a on true
     where a.coin is not null
       or ($4 and exists (select 1 from addresses o where o.coin = $1 and o.address = t.address))`,
    [
      coin.code,
      destinations.map(({ address }) => address),
      destinations.map(({ tag }) => tag ?? NO_TAG),
      coin.destinationTag !== null,
    ],
  );
}

type Destination = Pick<IncomingPayment, 'address' | 'tag'>;

/** Avoids building a string for coins without tags. */
function keyOf({ address, tag }: Destination): string {
  return tag === null ? address : `${address} ${tag}`;
}

/** Some blocks pay one address hundreds of times. */
function destinationsOf(observations: readonly Observation[]): ReadonlyMap<string, Destination> {
  const found = new Map<string, Destination>();
  for (const { payments } of observations) {
    for (const payment of payments) found.set(keyOf(payment), payment);
  }
  return found;
}

function owned(
  observations: readonly Observation[],
  ours: ReadonlyMap<string, Owner>,
): MatchedPayment[] {
  if (ours.size === 0) return [];
  return observations.flatMap(({ payments, block, seenAt }) =>
    payments.flatMap((payment) => {
      const owner = ours.get(keyOf(payment));
      return owner === undefined ? [] : [{ payment: { ...payment, block, seenAt }, ...owner }];
    }),
  );
}

/** A payment to one of our addresses. It has no owner when the address or tag was never issued. */
export interface MatchedPayment {
  readonly payment: SeenPayment;
  readonly projectId: string | null;
  /** `treasury`: change and top-ups of our own wallet, which belong to no customer. */
  readonly ownerType: 'invoice' | 'channel' | 'treasury' | null;
  readonly ownerId: string | null;
  /** The address was issued for another coin that has the same keys: it has no owner here. */
  readonly isElsewhere?: true;
}

interface SeenFacts {
  /** Null while the payment is in the mempool. */
  readonly block: BlockRef | null;
  /** In milliseconds. */
  readonly seenAt: number;
}

/** Only matched payments become separate objects: a full block holds thousands of payments to others. */
export interface Observation extends SeenFacts {
  readonly payments: readonly UnconfirmedPayment[];
  /** The inputs and nonces that all transactions read here use up, ours or not. */
  readonly spends: readonly Spend[];
}

export interface SeenPayment extends UnconfirmedPayment, SeenFacts {}
