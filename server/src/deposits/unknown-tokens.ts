// Transfers of unconfigured tokens to our addresses: shown to the operator, never credited, with daily limits.
import type { App } from '../app.ts';
import type { Block, TokenTransfer } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { coinsOnSameAddresses } from '../coins/registry.ts';
import { DAY } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';

export const PER_ADDRESS_MAX = 5;
export const PER_NETWORK_MAX = 1000;
const KEPT = 90 * DAY;
const LIST_MAX = 500;
/** As in match.ts. */
const LOOKUPS_MAX = 5000;

interface Arrival extends TokenTransfer {
  readonly height: number;
  /** In milliseconds since the epoch. */
  readonly seenAt: number;
  /** UTC, `2026-11-28`. */
  readonly day: string;
}

/** Those that pay our addresses, in block order. */
export async function findUnknownTokens(
  app: Pick<App, 'db' | 'coins' | 'clock'>,
  coin: Coin,
  blocks: readonly Block[],
): Promise<readonly Arrival[]> {
  const known = configuredContracts(app, coin);
  const now = app.clock.now();
  const arrivals = blocks.flatMap(({ height, time, tokenTransfers = [] }) => {
    const seenAt = Math.min(time, now);
    const day = new Date(seenAt).toISOString().slice(0, 10);
    return tokenTransfers
      .filter(({ contract }) => !known.has(contract))
      .map((transfer): Arrival => ({ ...transfer, height, seenAt, day }));
  });
  if (arrivals.length === 0) return [];
  const coins = [coin.code, ...coinsOnSameAddresses(coin, app.coins)];
  const ours = await findOurs(app.db, coins, [...new Set(arrivals.map(({ address }) => address))]);
  return arrivals.filter(({ address }) => ours.has(address));
}

function configuredContracts({ coins }: Pick<App, 'coins'>, { network }: Coin): Set<string> {
  const tokens = [...coins.values()].filter((coin) => coin.network === network);
  const contracts = tokens.flatMap(({ token }) => Object.values(token?.contracts ?? {}));
  return new Set(contracts.flatMap((contract) => contract?.toLowerCase() ?? []));
}

async function findOurs(
  sql: Sql,
  coins: readonly string[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const ours = new Set<string>();
  for (let start = 0; start < addresses.length; start += LOOKUPS_MAX) {
    const rows = await sql.query<{ address: string }>(
      `select t.address from unnest($2::text[]) as t(address)
       join lateral (select 1 from addresses
         where coin = any($1::text[]) and address = t.address limit 1) a on true`,
      [coins, addresses.slice(start, start + LOOKUPS_MAX)],
    );
    for (const { address } of rows) ours.add(address);
  }
  return ours;
}

/** Inside the transaction that moves the cursor, so that no arrival is counted twice. */
export async function storeUnknownTokens(
  tx: Tx,
  { code }: Coin,
  arrivals: readonly Arrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  const { recorded, omitted } = withinLimits(arrivals, await countRecorded(tx, code, arrivals));
  await tx.query(
    `insert into unknown_tokens (coin, txid, contract, address, amount, block_height, seen_at)
     select $1, n.* from unnest($2::text[], $3::text[], $4::text[], $5::numeric[], $6::bigint[],
       $7::timestamptz[]) as n on conflict do nothing`,
    [
      code,
      recorded.map(({ txid }) => txid),
      recorded.map(({ contract }) => contract),
      recorded.map(({ address }) => address),
      recorded.map(({ amount }) => amount),
      recorded.map(({ height }) => height),
      recorded.map(({ seenAt }) => new Date(seenAt)),
    ],
  );
  await tx.query(
    `insert into unknown_tokens_omitted (coin, day, arrivals)
     select $1, n.* from unnest($2::date[], $3::bigint[]) as n
     on conflict (coin, day) do update
       set arrivals = unknown_tokens_omitted.arrivals + excluded.arrivals`,
    [code, [...omitted.keys()], [...omitted.values()]],
  );
  await purgeOld(tx, code);
}

async function purgeOld(tx: Tx, coin: string): Promise<void> {
  const before = new Date(tx.now.getTime() - KEPT);
  await tx.query('delete from unknown_tokens where coin = $1 and seen_at < $2', [coin, before]);
  await tx.query('delete from unknown_tokens_omitted where coin = $1 and day < $2::date', [
    coin,
    before.toISOString().slice(0, 10),
  ]);
}

/** Keyed by day, and by day and address. */
type Counts = Map<string, number>;

async function countRecorded(tx: Tx, coin: string, arrivals: readonly Arrival[]): Promise<Counts> {
  const days = [...new Set(arrivals.map(({ day }) => day))].sort();
  const rows = await tx.query<{ day: string; address: string; n: number }>(
    `select to_char(seen_at at time zone 'utc', 'YYYY-MM-DD') as day, address, count(*)::int as n
     from unknown_tokens where coin = $1 and seen_at >= $2::timestamptz group by 1, 2`,
    [coin, new Date(`${days[0]}T00:00:00Z`)],
  );
  const counts: Counts = new Map();
  for (const { day, address, n } of rows) {
    counts.set(`${day} ${address}`, n);
    counts.set(day, (counts.get(day) ?? 0) + n);
  }
  return counts;
}

function withinLimits(
  arrivals: readonly Arrival[],
  counts: Counts,
): { readonly recorded: readonly Arrival[]; readonly omitted: ReadonlyMap<string, number> } {
  const recorded: Arrival[] = [];
  const omitted = new Map<string, number>();
  for (const arrival of arrivals) {
    const { day } = arrival;
    const ofAddress = `${day} ${arrival.address}`;
    const [there = 0, all = 0] = [counts.get(ofAddress), counts.get(day)];
    if (there >= PER_ADDRESS_MAX || all >= PER_NETWORK_MAX) {
      omitted.set(day, (omitted.get(day) ?? 0) + 1);
      continue;
    }
    counts.set(ofAddress, there + 1).set(day, all + 1);
    recorded.push(arrival);
  }
  return { recorded, omitted };
}

/** For blocks that left the best chain. */
export async function removeUnknownTokens(tx: Tx, coin: string, above: number): Promise<void> {
  await tx.query('delete from unknown_tokens where coin = $1 and block_height > $2', [coin, above]);
}

interface UnknownToken {
  readonly coin: string;
  readonly contract: string;
  readonly amount: bigint;
  readonly address: string;
  readonly txid: string;
  readonly project_id: string | null;
  readonly seen_at: Date;
}

interface OmittedArrivals {
  readonly coin: string;
  readonly day: string;
  readonly arrivals: number;
}

/** Newest first, of the last 90 days. */
export async function listUnknownTokens(app: Pick<App, 'db' | 'clock' | 'coins'>): Promise<{
  readonly arrivals: readonly UnknownToken[];
  readonly omitted: readonly OmittedArrivals[];
}> {
  const since = new Date(app.clock.now() - KEPT);
  const evm = [...app.coins.values()].filter(({ nodes }) => nodes.family === 'evm');
  const arrivals = await app.db.query<UnknownToken>(
    `select u.coin, u.contract, u.amount, u.address, u.txid, u.seen_at,
       (select project_id from addresses where coin = any($2::text[]) and address = u.address
        order by project_id nulls last limit 1) as project_id
     from unknown_tokens u where u.seen_at >= $1
     order by u.seen_at desc, u.txid, u.contract, u.address limit ${LIST_MAX}`,
    [since, evm.map(({ code }) => code)],
  );
  const omitted = await app.db.query<OmittedArrivals>(
    `select coin, to_char(day, 'YYYY-MM-DD') as day, arrivals from unknown_tokens_omitted
     where day >= $1::date order by day desc, coin limit ${LIST_MAX}`,
    [since.toISOString().slice(0, 10)],
  );
  return { arrivals, omitted };
}
