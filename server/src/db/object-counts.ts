// How many objects of a type a project has, kept beside the inserts, so that the `total` of a list does
// not scan. One more row in the transaction that inserts; the caller holds the project's ledger lock or
// accepts waiting for it.
import type { Tx } from './tx.ts';

export type CountedType = 'invoice' | 'channel' | 'customer' | 'coin_withdrawal' | 'subscription';

export async function countObjects(
  tx: Tx,
  projectId: string,
  { objectType, added }: { objectType: CountedType; added: number },
): Promise<void> {
  await countAcross(tx, { objectType, projectIds: Array.from({ length: added }, () => projectId) });
}

/** One more for each of the projects, which may be named several times. */
export async function countAcross(
  tx: Tx,
  { projectIds, objectType }: { objectType: CountedType; projectIds: readonly string[] },
): Promise<void> {
  if (projectIds.length === 0) return;
  await tx.query(
    `insert into object_counts as c (project_id, object_type, n)
     select project_id, $2, count(*) from unnest($1::uuid[]) as project_id group by project_id order by project_id
     on conflict (project_id, object_type) do update set n = c.n + excluded.n`,
    [projectIds, objectType],
  );
}

/** The same as a part of a statement, `counted`; `of` has a row (project_id, ...) for each new object. */
export function countCte(sql: { readonly objectType: CountedType; readonly of: string }): string {
  return `
counted as (
  insert into object_counts as c (project_id, object_type, n)
  select project_id, '${sql.objectType}', count(*) from ${sql.of} group by project_id order by project_id
  on conflict (project_id, object_type) do update set n = c.n + excluded.n
)`;
}
