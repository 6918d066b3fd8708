// Inputs that can never exist: outputs of transfers of ours that lost for good. A transfer may spend the change of
// another one, a reorganisation may take both back, and then a replacement of the other one confirms instead.
import type { TransferPlan } from '../../chains/transfers.ts';
import type { Sql } from '../../db/database.ts';

/** An input by its place in the plan, and the transaction that made sure that it never can be spent. */
export interface LostInput {
  readonly index: number;
  readonly txid: string;
}

export async function lostParents(
  sql: Sql,
  plan: TransferPlan,
  finalHeight: number,
): Promise<readonly LostInput[]> {
  if (!('inputs' in plan.origin)) return [];
  const parents = plan.origin.inputs.map((input) => input.txid);
  const lost = await sql.query<{ parent: string; winner: string }>(
    `select p.txid as parent, coalesce(w.txid, p.txid) as winner
     from transfers p
     left join transfers w on w.coin = p.coin and w.family = p.family and w.id <> p.id
       and w.status = 'confirmed' and w.block_height <= $3
     where p.coin = $1 and p.txid = any($2::text[]) and (p.status = 'dead' or w.id is not null)`,
    [plan.coin, parents, finalHeight],
  );
  const winners = new Map(lost.map(({ parent, winner }) => [parent, winner]));
  return parents.flatMap((parent, index) => {
    const txid = winners.get(parent);
    return txid === undefined ? [] : { index, txid };
  });
}
