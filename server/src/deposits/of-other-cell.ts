// Payments to projects that moved to another cell: their addresses stay with the wallets of this one, their books are
// there. Here such a deposit is a fact that nobody's books know of; the other cell is told of it (cells/forward.ts).
import { hasLeft } from '../db/closed-projects.ts';
import type { Tx } from '../db/tx.ts';
import type { MatchedPayment } from './match.ts';

/** Asked when their ledgers are locked: who moves a project locks its ledger, too. */
export async function ownedElsewhere(
  tx: Tx,
  matched: readonly MatchedPayment[],
): Promise<readonly MatchedPayment[]> {
  const ids = new Set(matched.flatMap(({ projectId }) => projectId ?? []));
  if (ids.size === 0) return matched;
  const rows = await tx.query<{ id: string }>(
    `select t.id from unnest($1::uuid[]) as t(id) where ${hasLeft('t.id')}`,
    [[...ids]],
  );
  if (rows.length === 0) return matched;
  const left = new Set(rows.map(({ id }) => id));
  return matched.map((item) =>
    item.projectId === null || !left.has(item.projectId)
      ? item
      : { ...item, ownerType: 'cell', ownerId: item.ownerId ?? item.projectId },
  );
}
