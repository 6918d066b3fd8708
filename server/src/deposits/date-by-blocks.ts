// When a payment was deep enough, where that was before we saw it: after an outage its invoice must not be late for
// what was not the payer's fault. A miner can write a false time into his block, so one block proves nothing: the
// newest of eleven counts (the block that made it deep enough and the ten before, as for the median time of Bitcoin's
// consensus, MEDIAN_TIME_SPAN). Each of the ten was really made before, so that dating a block back gains a payer no
// more than the time between two blocks; dating it forwards ends at the moment in which we saw it.
import type { Tx } from '../db/tx.ts';

const BLOCKS = 11;

/**
 * SQL: of a payment of the coin, in the block of that height, that needs so many confirmations. Null where the
 * network's own finality decides (ETH_FINALITY), or a time is not known.
 */
export function deepAt(coin: string, height: string, confirmations: string): string {
  return `(select case when count(b.time) = ${BLOCKS} then max(b.time) end
  from chain_cursors c join chain_blocks b on b.coin = c.coin
  where c.coin = ${coin} and c.final_height is null
    and b.height > ${height} + ${confirmations} - 1 - ${BLOCKS}
    and b.height <= ${height} + ${confirmations} - 1)`;
}

interface Place {
  readonly height: number;
  readonly confirmations: number;
}

/**
 * For each place when a payment there was deep enough, or null where blocks do not tell. The times of the blocks are
 * stored before. Asked once for all payments of a block that need the same.
 */
export async function deepTimes(
  tx: Tx,
  { coin, places }: { coin: string; places: readonly (Place | null)[] },
): Promise<readonly (Date | null)[]> {
  const keyOf = ({ height, confirmations }: Place) => `${height} ${confirmations}`;
  const requested = new Map(
    places.flatMap((place) => (place === null ? [] : [[keyOf(place), place]])),
  );
  if (requested.size === 0) return places.map(() => null);
  const rows = await tx.query<Place & { at: Date | null }>(
    `select t.height, t.confirmations, ${deepAt('$1', 't.height', 't.confirmations')} as at
     from unnest($2::bigint[], $3::int[]) as t(height, confirmations)`,
    [
      coin,
      [...requested.values()].map(({ height }) => height),
      [...requested.values()].map(({ confirmations }) => confirmations),
    ],
  );
  const times = new Map(rows.map(({ at, ...place }) => [keyOf(place), at]));
  return places.map((place) => (place === null ? null : (times.get(keyOf(place)) ?? null)));
}
