// Addresses are derived ahead into a pool, so that none has to be derived when an invoice or a channel is created. On
// XRP, all share one account and each gets a destination tag. An address is handed out only once, even after a database
// rollback, when the pool's addresses may already have been handed out (skip-ahead.ts).
import type { App } from '../app.ts';
import type { Destination } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { hasMark } from '../db/high-water-mark.ts';
import type { Tx } from '../db/tx.ts';
import type { Worker } from '../workers/worker.ts';
import { DERIVED_AT_ONCE, type Derived, deriveRange, NO_TAG } from './derive.ts';
import { ensureWallets, type Wallet } from './wallets.ts';

/** It has no owner, and nothing indicates that it ever had one. Also the condition of the index `addresses_free`. */
export const IS_FREE = 'owner_id is null and retired_at is null';

/** The pool has fewer addresses than requested; fill it and try again. */
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
  /** Free addresses to exclude. */
  readonly except?: readonly string[];
}

/**
 * The claim as parts of a statement, for each row of its `wanted` (project_id, id, pay_currency, turn: its position
 * among those of its coin) once its `ledger` is locked; `claimed` has the addresses by the ids. The names stand for
 * parameters.
 *
 * A free address is found again by its physical location (ctid), which every update changes. But a free address is only
 * ever updated by assigning an owner or by retiring it. If another update moved it at this moment, the claim would find
 * nothing there, so no address is assigned twice. A database that lacks what this process remembers assigns none.
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

/** Fills the pool of one coin up to the requested size; returns the number of addresses added. */
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
 * Stores indexes and addresses in one statement: a crash leaves no gap, beyond which wallets that restore the seed
 * would not scan (BIP-44, address gap limit). Does nothing when another process has stored these indexes. A tag that
 * was paid before it had an owner is never handed out: either a lost database had handed it out, or a payer guessed it.
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
    [
      wallet.coin,
      made.map((item) => item.address),
      made.map((item) => item.tag),
      made.map((item) => item.index),
      new Date(app.clock.now()),
    ],
  );
}

/** Keeps the pools full. */
export function addressPoolWorker(wallets: ReadonlyMap<string, Wallet>): Worker {
  return {
    name: 'address-pool',
    pollMilliseconds: 1000,
    async run(app) {
      let added = 0;
      for (const wallet of wallets.values()) {
        added += await fillPool(app, wallet, app.config.addressPoolSize);
      }
      return added;
    },
  };
}

// Runs a command that claims addresses, once the database is known to have everything that this process remembers: an
// older one would hand out addresses again. When the pool runs empty, more are derived and the command runs again.

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
