// Numbers that were reserved (reserved-numbers.ts) and that this database skipped: a lost database had derived
// addresses for them, which payers may still pay. They are derived as retired: watched, and never handed out. Chain
// reading continues only after that (deposits/watch.ts).
import type { App } from '../app.ts';
import type { Tx } from '../db/tx.ts';
import { DERIVED_AT_ONCE, deriveRange } from './derive.ts';
import type { NumberRange } from './reserved-numbers.ts';

/**
 * Records all jumps known in the data folder of this process, including jumps by another process or an earlier start.
 */
export async function noteUnrecorded(tx: Tx, { isDoubted }: { isDoubted: boolean }): Promise<void> {
  const ranges = await tx.instance.reservedNumbers.read();
  if (ranges.length === 0) return;
  await tx.query(
    `insert into forgotten_numbers (coin, first, until, is_doubted)
     select distinct r.coin, greatest(r.first, j.first), least(r.until, j.until), $4::boolean
     from unnest($1::text[], $2::bigint[], $3::bigint[]) as r(coin, first, until)
     join address_jumps j on j.coin = r.coin and j.first < r.until and r.first < j.until
     on conflict do nothing`,
    [
      ranges.map(({ coin }) => coin),
      ranges.map(({ first }) => first),
      ranges.map(({ until }) => until),
      isDoubted,
    ],
  );
}

interface Unrecorded extends NumberRange {
  readonly is_doubted: boolean;
  readonly extendedPublicKey: string;
}

/** Derives all recorded numbers of a coin. */
export async function deriveUnrecorded(app: App, coin: string): Promise<void> {
  const ranges = await app.db.query<Unrecorded>(
    `select f.coin, f.first, f.until, f.is_doubted, w.extended_public_key as "extendedPublicKey"
     from forgotten_numbers f join wallets w on w.coin = f.coin
     where f.coin = $1 and f.derived_at is null order by f.first`,
    [coin],
  );
  for (const range of ranges) await deriveOne(app, range);
}

async function deriveOne(app: App, range: Unrecorded): Promise<void> {
  const { coin, first, until } = range;
  for (let start = first; start < until; start += DERIVED_AT_ONCE) {
    const count = Math.min(until - start, DERIVED_AT_ONCE);
    const made = deriveRange(app, range, { first: start, count });
    await app.db.query(
      `insert into addresses (coin, address, tag, address_index, retired_at, is_doubted)
       select $1, t.*, $5, $6 from unnest($2::text[], $3::bigint[], $4::bigint[]) as t(address, tag, address_index)
       on conflict do nothing`,
      [
        coin,
        made.map(({ address }) => address),
        made.map(({ tag }) => tag),
        made.map(({ index }) => index),
        new Date(app.clock.now()),
        range.is_doubted,
      ],
    );
  }
  await app.db.query(
    'update forgotten_numbers set derived_at = $4 where coin = $1 and first = $2 and until = $3',
    [coin, first, until, new Date(app.clock.now())],
  );
  app.log.warn(
    { coin, first, until },
    'addresses from a lost part of the database are watched again',
  );
}
