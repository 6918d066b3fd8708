// Which payments of a chain are ours: one query for everything a run has read.
import type { IncomingPayment } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import type { Sql } from '../db/database.ts';
import type { SeenPayment, Sight } from './sight.ts';

/** A payment to one of our addresses; without an owner when the address or tag was never handed out. */
export interface MatchedPayment {
  readonly payment: SeenPayment;
  readonly projectId: string | null;
  /** `treasury`: change and top-ups, which are nobody's deposit. */
  readonly ownerType: 'invoice' | 'channel' | 'treasury' | null;
  readonly ownerId: string | null;
}

const NO_TAG = -1;

/**
 * In the order of the payments. Each destination is looked up by the key of the table, one after the other: for some
 * ten thousand together the planner would rather read the whole table, which takes six times as long among a million
 * addresses. `limit` keeps it from that.
 */
export async function matchPayments(
  sql: Sql,
  coin: Coin,
  sights: readonly Sight[],
): Promise<MatchedPayment[]> {
  const wanted = destinationsOf(sights);
  if (wanted.size === 0) return [];
  const destinations = [...wanted.values()];
  // On a coin with tags the address alone says that a payment is ours; the tag says whose.
  const rows = await sql.query<{
    address: string;
    tag: number;
    project_id: string | null;
    owner_type: 'invoice' | 'channel' | 'treasury' | null;
    owner_id: string | null;
  }>(
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
  const ours = new Map(
    rows.map(({ address, tag, ...owner }) => [
      keyOf({ address, tag: tag === NO_TAG ? null : tag }),
      { projectId: owner.project_id, ownerType: owner.owner_type, ownerId: owner.owner_id },
    ]),
  );
  return ours.size === 0 ? [] : owned(sights, ours);
}

type Destination = Pick<IncomingPayment, 'address' | 'tag'>;

/** Most coins have no tags, and no text is made for theirs. */
function keyOf({ address, tag }: Destination): string {
  return tag === null ? address : `${address} ${tag}`;
}

/** Each once: blocks pay some addresses hundreds of times. */
function destinationsOf(sights: readonly Sight[]): ReadonlyMap<string, Destination> {
  const found = new Map<string, Destination>();
  for (const { payments } of sights) {
    for (const payment of payments) found.set(keyOf(payment), payment);
  }
  return found;
}

function owned(
  sights: readonly Sight[],
  ours: ReadonlyMap<string, Omit<MatchedPayment, 'payment'>>,
): MatchedPayment[] {
  return sights.flatMap(({ payments, ...facts }) =>
    payments.flatMap((payment) => {
      const owner = ours.get(keyOf(payment));
      return owner === undefined ? [] : [{ payment: { ...payment, ...facts }, ...owner }];
    }),
  );
}
