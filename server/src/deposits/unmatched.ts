// Unmatched money: deposits that came late, on top, without or with a wrong tag, or to an address nobody
// was given. Never lost: it is booked, listed, and credited to a coin account when a person says to whom.
import type { App } from '../app.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { lockLedger, type Posting, post } from '../ledger/post.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import { recordTransactions } from '../transactions/record.ts';
import { receivedPosting } from './book.ts';
import { type DepositRow, isSettled } from './deposit.ts';
import { DEPOSIT_COLUMNS, markDeposits } from './store.ts';

const LIST_MAX = 200;

/** Newest first; of one project, or of all with what belongs to none. */
export function listUnmatched(app: App, projectId: string | null): Promise<DepositRow[]> {
  return app.db.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits
     where is_unmatched and ($1::uuid is null or project_id = $1)
     order by first_seen_at desc, id limit ${LIST_MAX}`,
    [projectId],
  );
}

/**
 * Credits an unmatched deposit to the project's account of the coin, without a fee, as a CoinDeposit. One
 * that belongs to a project can be credited to that one only. Errors: 404, 422 `invalid_status` while it
 * is not confirmed and assessed, or when it is no longer unmatched.
 */
export function creditUnmatched(
  app: App,
  wish: { depositId: string; projectId: string; reason: string },
): Promise<DepositRow> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, wish.projectId);
    const deposit = await lockDeposit(tx, wish.depositId);
    const isForeign =
      deposit !== null && deposit.project_id !== null && deposit.project_id !== wish.projectId;
    if (deposit === null || isForeign) throw notFound();
    if (!deposit.is_unmatched || !isSettled(deposit)) {
      throw new AppError({
        code: 'invalid_status',
        status: 422,
        message: 'only a confirmed and assessed deposit that is unmatched can be credited',
      });
    }
    await credit(tx, app, { deposit, ...wish });
    return deposit;
  });
}

async function credit(
  tx: Tx,
  app: App,
  facts: { deposit: DepositRow; projectId: string; reason: string },
): Promise<void> {
  const { deposit, projectId } = facts;
  const now = new Date(app.clock.now());
  const credited: Posting = {
    referenceType: 'CoinDeposit',
    referenceId: deposit.id,
    purpose: 'credit',
    from: 'deposits',
    to: 'available',
    currency: deposit.coin,
    amount: deposit.amount,
  };
  const postings = deposit.booked_at === null ? [receivedPosting(deposit), credited] : [credited];
  await tx.query('update deposits set project_id = $2 where id = $1', [deposit.id, projectId]);
  await post(tx, projectId, { postings, now });
  const { id, announced } = deposit;
  await markDeposits(
    tx,
    [{ id, announced, isBooked: true, isCredited: true, isUnmatched: false }],
    now,
  );
  await recordTransactions(tx, projectId, { now, rows: [transactionOf(app, facts)] });
}

function transactionOf(app: App, facts: { deposit: DepositRow; reason: string }) {
  const { deposit, reason } = facts;
  return {
    nonce: app.random.bytes(10).toString('hex'),
    currency: deposit.coin,
    referenceType: 'CoinDeposit' as const,
    referenceId: deposit.id,
    amount: deposit.amount,
    isCounted: true,
    fee: null,
    feeCurrency: null,
    customId: null,
    customerId: null,
    description: reason,
    status: 'completed',
    statusContext: null,
    risk: deposit.risk,
    riskLevel: deposit.risk === null ? null : presentStoredRisk(deposit.risk).level,
  };
}

async function lockDeposit(tx: Tx, id: string): Promise<DepositRow | null> {
  const rows = await tx.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = $1 order by id for update`,
    [id],
  );
  return rows[0] ?? null;
}
