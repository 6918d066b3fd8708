// Derives addresses ahead of time. An address is assigned only once, even after a database rollback (skip-ahead.ts). On
// XRP, all addresses share one account and have different destination tags.
import type { App } from '../app.ts';
import type { Destination } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { columnsOf } from '../db/columns.ts';
import { hasMark } from '../db/high-water-mark.ts';
import type { Tx } from '../db/tx.ts';
import type { Worker } from '../workers/worker.ts';
import { DERIVED_AT_ONCE, type Derived, deriveRange, NO_TAG } from './derive.ts';
import { ensureWallets, type Wallet } from './wallets.ts';

/** Also the condition of the index `addresses_free`. */
export const IS_FREE = 'owner_id is null and retired_at is null';

/** Thrown when the pool has fewer free addresses than requested. */
export class PoolEmpty extends Error {
  override readonly name = 'PoolEmpty';
  readonly coins: ReadonlySet<string>;
  constructor(coins: ReadonlySet<string>) {
    super(`no free address of ${[...coins].join(', ')}`);
    this.coins = coins;
  }
}

export type OwnerType = 'invoice' | 'channel' | 'treasury';

interface Claim {
  readonly coin: string;
  /** Null for addresses of the coin's wallet itself. */
  readonly projectId: string | null;
  readonly ownerType: OwnerType;
  readonly ownerId: string;
  readonly except?: readonly string[];
}

/**
 * Common table expressions that assign an address to each row of `wanted` (project_id, id, pay_currency, turn: its
 * position among the rows of its coin) whose project is in `ledger`; `claimed` returns the addresses. The arguments
 * name the parameters.
 *
 * Free addresses are updated by their physical location (ctid), which every update changes. If another transaction
 * assigned the address first, the update finds no row, so no address is assigned twice. A database that was rolled back
 * assigns none.
 */
export function claimCtes(sql: {
  readonly ownerType: OwnerType;
  readonly now: string;
  readonly process: string;
  readonly mark: string;
}): string {
  return `
free as (
  select coin, place, row_number() over (partition by coin order by address_index) as turn
  from (select pay_currency as coin, count(*) as n from wanted join ledger using (project_id)
      group by pay_currency) c,
    lateral (select ctid as place, address_index from addresses a where a.coin = c.coin and ${IS_FREE}
      and ${hasMark(sql.process, sql.mark)}
      order by address_index limit c.n for update skip locked) f
), claimed as (
  update addresses a
  set project_id = w.project_id, owner_type = '${sql.ownerType}', owner_id = w.id, assigned_at = ${sql.now}
  from wanted w join free f on f.coin = w.pay_currency and f.turn = w.turn
  where a.ctid = f.place
  returning a.owner_id as id, a.address, nullif(a.tag, ${NO_TAG}) as tag
)`;
}

/** Assigns an address to the owner. Throws PoolEmpty. */
export async function claimAddress(tx: Tx, claim: Claim): Promise<Destination> {
  const rows = await tx.query<Destination>(
    `update addresses a
     set project_id = $2, owner_type = $3, owner_id = $4, assigned_at = $5
     from (
       select address, tag from addresses where coin = $1 and ${IS_FREE} and ${hasMark('$6', '$7')}
         and address <> all($8::text[])
       order by address_index limit 1 for update skip locked) free
     where a.coin = $1 and a.address = free.address and a.tag = free.tag
     returning a.address, nullif(a.tag, ${NO_TAG}) as tag`,
    [
      claim.coin,
      claim.projectId,
      claim.ownerType,
      claim.ownerId,
      tx.now,
      tx.instance.highWaterMark.process,
      tx.instance.highWaterMark.mark,
      claim.except ?? [],
    ],
  );
  if (rows[0] === undefined) throw new PoolEmpty(new Set([claim.coin]));
  return rows[0];
}

/** Fills the pool of one coin up to `size` addresses and returns the number added. */
export async function fillPool(app: App, wallet: Wallet, size: number): Promise<number> {
  const rows = await app.db.query<{ n: number }>(
    `select count(*)::int as n from (
       select 1 from addresses where coin = $1 and ${IS_FREE} limit $2) f`,
    [wallet.coin, size],
  );
  const missing = Math.min(size - (rows[0]?.n ?? 0), DERIVED_AT_ONCE);
  if (missing <= 0) return 0;
  const wallets = await app.db.query<{ next_index: number }>(
    'select next_index from wallets where coin = $1',
    [wallet.coin],
  );
  const first = defined(wallets[0], 'the wallet exists').next_index;
  await app.reservedNumbers.reserve({ coin: wallet.coin, first, until: first + missing });
  await storeRange(app, wallet, deriveRange(app, wallet, { first, count: missing }));
  return missing;
}

/**
 * One statement, because wallets that restore the seed would not scan beyond a gap (BIP-44, address gap limit). A tag
 * that was paid before it had an owner is retired: a lost database assigned it, or a payer guessed it.
 */
async function storeRange(app: App, wallet: Wallet, made: readonly Derived[]): Promise<void> {
  await app.db.query(
    `with reserved as (
       update wallets set next_index = next_index + cardinality($2::text[])
       where coin = $1 and next_index = ($4::bigint[])[1] returning coin)
     insert into addresses (coin, address, tag, address_index, retired_at)
     select r.coin, t.address, t.tag, t.address_index, case when exists (
       select 1 from deposits d where d.coin = r.coin and d.tag = t.tag and d.tag is not null) then $5::timestamptz end
     from reserved r, unnest($2::text[], $3::bigint[], $4::bigint[]) as t(address, tag, address_index)
     on conflict do nothing`,
    [wallet.coin, ...columnsOf(made, 'address', 'tag', 'index'), new Date(app.clock.now())],
  );
}

/**
 * Addresses are assigned in the order of their index, so the first free one shows how many are left, without counting.
 * Retired addresses after it are few; the pool is counted every minute.
 */
function poolDue(coins: readonly string[], size: number): string {
  return `exists (select 1 from wallets w
    where w.coin in (${coins.map((coin) => `'${coin}'`).join()}) and coalesce(w.next_index - (
      select a.address_index from addresses a where a.coin = w.coin and ${IS_FREE}
      order by a.address_index limit 1), 0) < ${size})`;
}

export function addressPoolWorker(wallets: ReadonlyMap<string, Wallet>): Worker {
  return {
    name: 'address-pool',
    pollMilliseconds: 1000,
    due: ({ config }) => poolDue([...wallets.keys()], config.addressPoolSize),
    async run(app) {
      let added = 0;
      for (const wallet of wallets.values()) {
        added += await fillPool(app, wallet, app.config.addressPoolSize);
      }
      return added;
    },
  };
}

// Runs a command that claims addresses if the database was not rolled back. Refills an empty pool.

const ATTEMPTS_MAX = 5;
/** More than any batch claims at once. */
const REFILL = 256;

export async function withPool<T>(app: App, command: () => Promise<T>): Promise<T> {
  const { comparison } = app;
  if (comparison.trustedRound !== comparison.round) await app.reactions.databaseDoubted(app);
  for (let attempt = 1; ; attempt++) {
    try {
      return await command();
    } catch (error) {
      if (!(error instanceof PoolEmpty) || attempt === ATTEMPTS_MAX) throw error;
      // The pool is also empty right after a database rollback.
      await app.reactions.databaseDoubted(app);
      const wallets = await ensureWallets(app, { founds: false });
      for (const coin of error.coins)
        await fillPool(app, defined(wallets.get(coin), 'every coin has a wallet'), REFILL);
    }
  }
}
