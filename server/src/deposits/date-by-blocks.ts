// Computes when a payment became deep enough, if that was before we saw it, so that after an outage an invoice does not
// count as paid late. A miner can write a false time into a block. So the newest time of eleven blocks counts: the
// block that made the payment deep enough and the ten before it, as in Bitcoin's consensus (MEDIAN_TIME_SPAN). With a
// backdated block, a payer gains at most the time between two blocks. A time in the future is capped at the time when
// we saw the block.
import type { Tx } from '../db/tx.ts';

const BLOCKS = 11;

/** SQL: null when the network's own finality decides or a block time is unknown. */
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

/** The time when a payment was deep enough, or null if unknown. The block times must be stored first. */
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
