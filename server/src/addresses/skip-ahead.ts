// Handles addresses after a possible database rollback: free addresses may have been assigned since. All of them are
// retired, and numbering continues in a distant, unused range (docs/decisions/0045).

import type { Coin } from '../coins/coin.ts';
import { firstAddressOf } from '../coins/nodes.ts';
import { coinsOnSameAddresses } from '../coins/registry.ts';
import { SECOND } from '../core/clock.ts';
import type { Tx } from '../db/tx.ts';
import { NO_TAG } from './derive.ts';
import { IS_FREE } from './pool.ts';
import { noteUnrecorded } from './reserved-numbers.ts';

/** Numbers come from the clock, so that two jumps from the same backup never end at the same number. */
const COUNTED_FROM = Date.UTC(2026, 0, 1);
/** Above the average number of addresses assigned, and low enough that the 2^31 numbers of a key last for decades. */
const NUMBERS_PER_SECOND = 2;

interface Skip {
  readonly coin: string | null;
  /** True when it is unknown whether data was lost; a payment to one of these addresses would prove it. */
  readonly isDoubted: boolean;
}

/** Retires every free address of one coin, or of all; later addresses are numbered from the current time. */
export async function skipAhead(tx: Tx, { coin, isDoubted }: Skip): Promise<void> {
  const now = tx.now.getTime();
  const reserved = await tx.instance.reservedNumbers.read();
  const coins = [...tx.instance.knownCoins.values()];
  await tx.query(
    `with behind as (
       select coin, next_index from wallets where $4::text is null or coin = $4 order by coin for update),
     retired as (
       update addresses set retired_at = $1, is_doubted = $5
       where ${IS_FREE} and coin in (select coin from behind) returning 1),
     ahead as (
       update wallets w set next_index = greatest(behind.next_index + $2, $3
         + coalesce((select k.first from unnest($8::text[], $9::bigint[]) as k(coin, first) where k.coin = w.coin), 0),
         (select max(r.until) from unnest($6::text[], $7::bigint[]) as r(coin, until) where r.coin = w.coin))
       from behind where w.coin = behind.coin returning w.coin, behind.next_index as first, w.next_index as until)
     insert into address_jumps (coin, first, until, jumped_at) select coin, first, until, $1 from ahead`,
    [
      new Date(now),
      tx.instance.config.addressPoolSize,
      numberAt(now),
      coin,
      isDoubted,
      reserved.map((range) => range.coin),
      reserved.map(({ until }) => until),
      coins.map(({ code }) => code),
      coins.map(({ nodes }) => firstAddressOf(nodes)),
    ],
  );
  await noteUnrecorded(tx, { isDoubted });
  if (isDoubted) return;
  await tx.query(
    `update forgotten_numbers set is_doubted = false
     where derived_at is null and is_doubted and ($1::text is null or coin = $1)`,
    [coin],
  );
  await tx.query(
    'update addresses set is_doubted = false where is_doubted and ($1::text is null or coin = $1)',
    [coin],
  );
}

/** The number at which numbering continues after a jump at this time. */
export function numberAt(now: number): number {
  return Math.max(0, Math.floor((now - COUNTED_FROM) / SECOND) * NUMBERS_PER_SECOND);
}

interface Place {
  readonly address: string;
  readonly tag: number | null;
}

/** Returns those that had an owner in the meantime, and their networks. */
export function retireAddresses(
  tx: Tx,
  paid: { coins: readonly string[]; places: readonly Place[] },
): Promise<{ coin: string; address: string }[]> {
  return tx.query<{ coin: string; address: string }>(
    `update addresses a set retired_at = coalesce(a.retired_at, $4), is_doubted = false
     from unnest($2::text[], $3::bigint[]) as t(address, tag)
     where a.coin = any($1::text[]) and a.address = t.address and a.tag = t.tag and a.owner_id is null
       and (a.retired_at is null or a.is_doubted)
     returning a.coin, a.address`,
    [
      paid.coins,
      paid.places.map(({ address }) => address),
      paid.places.map(({ tag }) => tag ?? NO_TAG),
      tx.now,
    ],
  );
}

/** Addresses that were assigned for another coin with the same keys are now also watched and swept for this one. */
export async function watchHere(tx: Tx, coin: Coin, addresses: readonly string[]): Promise<void> {
  await tx.query(
    `insert into addresses (coin, address, tag, address_index, retired_at)
     select distinct on (a.address) $1, a.address, a.tag, a.address_index, $4::timestamptz
     from addresses a where a.coin = any($2::text[]) and a.address = any($3::text[])
     order by a.address, a.coin
     on conflict do nothing`,
    [
      coin.code,
      coinsOnSameAddresses(coin, tx.instance.coins),
      [...new Set(addresses)].sort(),
      tx.now,
    ],
  );
}
