// How many objects of a type a project has, kept beside the inserts, so that the `total` of a list does
// not scan. One more row in the transaction that inserts; the caller holds the project's ledger lock or
// accepts waiting for it.
import type { Tx } from './database.ts';

export type CountedType = 'invoice' | 'channel' | 'customer' | 'coin_withdrawal' | 'subscription';

export async function countObjects(
  tx: Tx,
  projectId: string,
  facts: { objectType: CountedType; added: number },
): Promise<void> {
  if (facts.added === 0) return;
  await tx.query(
    `insert into object_counts as c (project_id, object_type, n) values ($1, $2, $3)
     on conflict (project_id, object_type) do update set n = c.n + excluded.n`,
    [projectId, facts.objectType, facts.added],
  );
}
