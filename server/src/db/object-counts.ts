// Counts the objects of each type in a project, so that the `total` of a list needs no scan. Each insert also updates
// the count's row, so the caller holds the project's ledger lock or accepts waiting for that row.
import type { Tx } from './tx.ts';

export type CountedType =
  | 'invoice'
  | 'channel'
  | 'customer'
  | 'coin_withdrawal'
  | 'subscription'
  | 'checkout';

export async function countObjects(
  tx: Tx,
  projectId: string,
  { objectType, added }: { objectType: CountedType; added: number },
): Promise<void> {
  await countAcross(tx, { objectType, projectIds: Array.from({ length: added }, () => projectId) });
}

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

/** The common table expression `counted`; `of` has one row (project_id, ...) per new object. */
export function countCte(sql: { readonly objectType: CountedType; readonly of: string }): string {
  return `
counted as (
  insert into object_counts as c (project_id, object_type, n)
  select project_id, '${sql.objectType}', count(*) from ${sql.of} group by project_id order by project_id
  on conflict (project_id, object_type) do update set n = c.n + excluded.n
)`;
}
