// The inbox of unmatched money: deposits that came late, on top, without or with a wrong tag, to an address nobody
// was given, or whose way back was cancelled. Never lost: each waits here until a person credits it, sends it back
// or attaches it to what it was meant for.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Sql, Tx } from '../db/database.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { DEPOSIT_COLUMNS, lockDeposit } from '../deposits/store.ts';
import { lockLedger } from '../ledger/post.ts';

const LIST_MAX = 200;

/** Newest first; of one project, or of all with what belongs to none. */
export function listUnmatched(app: App, projectId: string | null): Promise<DepositRow[]> {
  return app.db.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits
     where is_unmatched and status <> 'dropped' and ($1::uuid is null or project_id = $1)
     order by first_seen_at desc, id limit ${LIST_MAX}`,
    [projectId],
  );
}

/** Why it is nobody's, in words. */
export function whyUnmatched(deposit: DepositRow, coin: Coin): string {
  if (deposit.owner_type === 'invoice') return 'late, or on top of what was asked for';
  if (deposit.owner_type === 'channel') return 'its channel payment was given up';
  if (coin.destinationTag === null) return 'the address was given to nobody';
  return deposit.tag === null ? 'without a tag' : 'the tag was given to nobody';
}

/** Takes the ledger's lock. Errors: 404 also for another project's, 422 `invalid_status`. */
export async function lockUnmatched(
  tx: Tx,
  ids: { depositId: string; projectId: string },
): Promise<DepositRow> {
  await lockLedger(tx, ids.projectId);
  const deposit = await lockDeposit(tx, ids.depositId);
  const isForeign =
    deposit !== null && deposit.project_id !== null && deposit.project_id !== ids.projectId;
  if (deposit === null || isForeign) throw notFound();
  const isOpen = deposit.is_unmatched && deposit.credited_at === null;
  // While a reorganisation has taken its block away, nobody knows whether it will be there.
  if (!isOpen || !isSettled(deposit) || deposit.block_height === null) {
    throw new AppError({
      code: 'invalid_status',
      status: 422,
      message: 'only a confirmed and assessed deposit that is unmatched can be decided on',
    });
  }
  return deposit;
}

/** From now on it is in the books of this project. */
export async function adopt(tx: Tx, deposit: DepositRow, projectId: string): Promise<void> {
  await tx.query('update deposits set project_id = $2 where id = $1', [deposit.id, projectId]);
}

export async function findDeposit(sql: Sql, id: string): Promise<DepositRow> {
  const rows = await sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = $1`,
    [id],
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}
