// Handles a posted deposit that a deep reorganization removed, and its return, each with an alert. A credited deposit
// becomes the operator's loss until it returns, and the project's payouts are paused for review.
import type { App } from '../app.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { endAlerts, raiseAlert } from '../ledger/alerts.ts';
import { pausePayouts } from '../ledger/payout-pauses.ts';
import { lockLedger, post } from '../ledger/post.ts';
import { IS_DEEP } from './confirm.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import { restoredPosting, reversedPosting } from './postings.ts';
import { notifyOwners } from './record-deposits.ts';

export async function reverseDeposits(app: App, found: readonly DepositRow[]): Promise<void> {
  for (const [projectId, deposits] of groupBy(found, (deposit) => deposit.project_id)) {
    if (projectId === null) continue;
    await app.db.transaction(async (tx) => {
      await lockLedger(tx, projectId);
      const gone = await lockGone(
        tx,
        deposits.map((deposit) => deposit.id),
      );
      const now = tx.now;
      await post(tx, projectId, { postings: gone.map(reversedPosting), now });
      const reversed = await markReversed(tx, gone);
      for (const deposit of gone) await reportReversal(tx, { projectId, deposit });
      await pauseForLosses(tx, { projectId, deposits: gone });
      await notifyOwners(tx, reversed);
    });
  }
}

/** Another process may have found them in the meantime. */
function lockGone(tx: Tx, ids: readonly string[]): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = any($1::uuid[]) and block_height is null
       and booked_at is not null and status in ('pending', 'confirmed') order by id for update`,
    [ids],
  );
}

/** Its owner is evaluated again when it returns. Without an owner, it stays unmatched. */
function markReversed(tx: Tx, deposits: readonly DepositRow[]): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `update deposits set status = case when credited_at is null then 'dropped' else 'reversed' end,
       booked_at = case when credited_at is null then null else booked_at end,
       is_unmatched = is_unmatched and owner_id is null, postings = postings + 1
     where id = any($1::uuid[]) returning ${DEPOSIT_COLUMNS}`,
    [deposits.map((deposit) => deposit.id)],
  );
}

async function reportReversal(
  tx: Tx,
  { projectId, deposit }: { projectId: string; deposit: DepositRow },
): Promise<void> {
  const { id, coin, txid, amount, credited_at } = deposit;
  const facts = {
    deposit_id: id,
    coin,
    txid,
    amount: amount.toString(),
    project_id: projectId,
    is_credited: credited_at !== null,
  };
  await raiseAlert(tx, { kind: 'deposit_reversed', subject: id, facts });
}

/** Credited money could be paid out before anyone notices the loss, so a person must review it first. */
async function pauseForLosses(
  tx: Tx,
  { projectId, deposits }: { projectId: string; deposits: readonly DepositRow[] },
): Promise<void> {
  for (const { id, coin, txid, credited_at } of deposits) {
    if (credited_at === null) continue;
    const facts = { deposit_id: id, coin, txid };
    await pausePayouts(tx, { projectId, cause: 'reversed_deposit', subject: id, facts });
  }
}

/** Posts reversed deposits that are deep in the chain again, and resolves their alerts. */
export async function restoreDeposits(app: App, { coin }: { coin: string }): Promise<void> {
  const found = await app.db.query<{ id: string; project_id: string }>(
    `select d.id, d.project_id from deposits d join chain_cursors c on c.coin = d.coin
     where d.coin = $1 and d.status = 'reversed'
       and ${IS_DEEP}`,
    [coin],
  );
  for (const [projectId, rows] of groupBy(found, (row) => row.project_id)) {
    await app.db.transaction(async (tx) => {
      await lockLedger(tx, projectId);
      const back = await lockBack(
        tx,
        rows.map((row) => row.id),
      );
      const now = tx.now;
      await post(tx, projectId, { postings: back.map(restoredPosting), now });
      const restored = await markRestored(tx, back);
      await endAlerts(tx, { kind: 'deposit_reversed', subjects: back.map(({ id }) => id) });
      await notifyOwners(tx, restored);
    });
    app.log.warn({ coin, project_id: projectId }, 'reversed deposits are back');
  }
}

/** A rollback since the read can leave a deposit without a block, or in one that is not deep enough. */
function lockBack(tx: Tx, ids: readonly string[]): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits d where id = any($1::uuid[]) and status = 'reversed'
       and exists (select 1 from chain_cursors c where c.coin = d.coin and ${IS_DEEP})
     order by id for update`,
    [ids],
  );
}

function markRestored(tx: Tx, deposits: readonly DepositRow[]): Promise<DepositRow[]> {
  return tx.query<DepositRow>(
    `update deposits set status = 'confirmed', postings = postings + 1
     where id = any($1::uuid[]) returning ${DEPOSIT_COLUMNS}`,
    [deposits.map((deposit) => deposit.id)],
  );
}
