// The inbox of unmatched payments: late, surplus, without or with a wrong tag, to an address that was never issued, or
// with a canceled refund. Each waits here until a person credits, refunds or attaches it.
import type { App } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { apiError, notFound } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { DEPOSIT_COLUMNS, type DepositRow, lockDeposit } from '../deposits/deposit.ts';
import {
  assignUnallocated,
  IS_DECIDABLE,
  noteReported,
  refuseInQuarantine,
} from '../deposits/unmatched.ts';
import { emit } from '../events/emit.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, takesUnknownMoney } from '../projects/project.ts';
import { changeTransactions, recordTransactions } from '../transactions/record.ts';
import type { Worker } from '../workers/worker.ts';
import {
  canBeDecided,
  findCoinDeposit,
  needsOperator,
  presentCoinDeposit,
  statusOf,
} from './coin-deposit.ts';

const BATCH_MAX = 200;
const UNREPORTED = `d.is_unmatched and not d.is_small and d.unmatched_reported_at is null
  and d.project_id is not null and ${IS_DECIDABLE}`;
const WITHOUT_PROJECT = 'is_unmatched and project_id is null';

export const inboxWorker: Worker = {
  name: 'inbox',
  pollMilliseconds: 1000,
  due: () => `exists (select 1 from deposits where ${WITHOUT_PROJECT})
    or exists (select 1 from deposits d where ${UNREPORTED})`,
  async run(app) {
    const given = await assignUnmatched(app);
    const unreported = await app.db.query<{ project_id: string; id: string }>(
      `select d.project_id, d.id from deposits d
       where ${UNREPORTED}
       order by d.project_id, d.id limit ${BATCH_MAX}`,
    );
    for (const [projectId, rows] of groupBy(unreported, (row) => row.project_id)) {
      const ids = rows.map(({ id }) => id);
      await app.db.transaction((tx) => notifyNew(tx, { projectId, ids }));
    }
    return given + unreported.length;
  },
};

/** Decisions take the ledger lock too, so a deposit that no longer waits is not reported as waiting. */
async function notifyNew(
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  await lockLedger(tx, projectId);
  const reported = await noteReported(tx, { projectId, ids, now: tx.now });
  await reportCoinDeposits(tx, { projectId, ids: reported.sort() });
}

async function assignUnmatched(app: App): Promise<number> {
  const some = await app.db.query(`select 1 from deposits where ${WITHOUT_PROJECT} limit 1`);
  if (some.length === 0) return 0;
  const projectId = await takerOf(app);
  if (projectId === null) return 0;
  return assignUnallocated(app.db, { projectId, limit: BATCH_MAX });
}

/** The first project with this setting, or the only project unless its setting is off. */
async function takerOf(app: App): Promise<string | null> {
  const projects = await app.db.query<{ id: string; settings: { takesUnknownMoney?: boolean } }>(
    `select id, settings from projects p
     order by settings ->> 'takesUnknownMoney' is distinct from 'true', id limit 2`,
  );
  const [first, second] = projects;
  if (first === undefined) return null;
  return takesUnknownMoney(first, { isAlone: second === undefined }) ? first.id : null;
}

/** The first run of the same request was still in progress when this retry started. */
export class RepeatedDecision extends Error {
  override readonly name = 'RepeatedDecision';
}

interface Deciding {
  readonly depositId: string;
  readonly projectId: string;
  readonly request: string | undefined;
  readonly isMerchant: boolean | undefined;
}

/**
 * Takes the ledger lock. Errors: 404, also for another project's deposit; 422 `invalid_status`, also in a quarantine
 * and for a merchant with high-risk money. Throws RepeatedDecision for a retry, even if the deposit is waiting again:
 * one request takes effect only once.
 */
export async function lockUnmatched(tx: Tx, ids: Deciding): Promise<DepositRow> {
  await lockLedger(tx, ids.projectId);
  const deposit = await lockDeposit(tx, ids.depositId);
  if (deposit === null || isForeign(deposit, ids.projectId)) throw notFound();
  if (ids.request !== undefined && (await hasDecided(tx, deposit.id, ids.request)))
    throw new RepeatedDecision();
  await refuseInQuarantine(tx, deposit.coin);
  const isOpen = deposit.is_unmatched && deposit.credited_at === null;
  if (!isOpen || !canBeDecided(deposit)) {
    throw apiError('invalid_status.deposit_not_resolvable');
  }
  if (ids.isMerchant === true && needsOperator(deposit)) {
    throw apiError('invalid_status.high_risk_resolve');
  }
  return deposit;
}

async function hasDecided(tx: Tx, depositId: string, request: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from deposit_decisions where deposit_id = $1 and facts ->> 'request' = $2 limit 1`,
    [depositId, request],
  );
  return rows.length > 0;
}

/** A project owns an unmatched deposit only once the deposit is in the project's ledger. */
function isForeign(deposit: DepositRow, projectId: string): boolean {
  if (deposit.project_id === null || deposit.project_id === projectId) return false;
  return deposit.owner_id !== null || deposit.booked_at !== null;
}

export async function findDeposit(sql: Sql, id: string): Promise<DepositRow> {
  const rows = await sql.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where id = $1`,
    [id],
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

interface DepositListing {
  readonly deposit: DepositRow;
  readonly projectId: string;
  readonly status: 'completed' | 'refunded' | 'on_hold';
  readonly description: string | null;
  readonly fee?: bigint;
}

export async function listDeposit(tx: Tx, listing: DepositListing): Promise<void> {
  const { deposit, projectId, status, description, fee = null } = listing;
  const now = tx.now;
  const change = {
    referenceId: deposit.id,
    // A refunded deposit never entered the account.
    amount: status === 'refunded' ? 0n : deposit.amount - (fee ?? 0n),
    isCounted: status === 'completed',
    fee,
    status,
    statusContext: null,
    risk: deposit.risk,
    riskLevel: deposit.risk?.level ?? null,
  };
  const found = await tx.query(
    'select 1 from account_transactions where project_id = $1 and reference_id = $2 limit 1',
    [projectId, deposit.id],
  );
  if (found.length > 0) return changeTransactions(tx, projectId, { changes: [change], now });
  const row = {
    ...change,
    nonce: tx.instance.random.bytes(10).toString('hex'),
    currency: assetCode(deposit.coin),
    referenceType: 'CoinDeposit' as const,
    // Set before there is a fee, because a row that was first refunded may be credited later.
    feeCurrency: assetCode(deposit.coin),
    customId: null,
    customerId: null,
    description,
  };
  return recordTransactions(tx, projectId, { now, rows: [row] });
}

/** After a decision. The caller holds the ledger lock. */
export async function reportResolved(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  await tx.instance.reactions.objectsResolved(tx, { projectId, ids: [id] });
  await reportCoinDeposits(tx, { projectId, ids: [id] });
}

/** Reports the current state. The caller holds the ledger lock. */
async function reportCoinDeposits(
  tx: Tx,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  const project = defined(await loadProject(tx, projectId), 'a deposit of a project');
  if (project.settings.sendsCoinDeposits !== true) return;
  for (const id of ids) {
    const row = defined(await findCoinDeposit(tx, projectId, id), 'a deposit of the inbox');
    const status = statusOf(row);
    const event = {
      type: 'CoinDeposit' as const,
      // The inbox worker reports a deposit without a block once a block includes it.
      event: defined(status === 'pending' ? null : status, 'it can be decided, or was'),
      objectId: id,
      data: presentCoinDeposit(tx.instance, row),
    };
    await emit(tx, projectId, [event]);
  }
}
