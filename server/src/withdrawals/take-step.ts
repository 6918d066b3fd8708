// Executes queued creations and commits of all projects in one transaction. Each step has its own result.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { ownRefusals } from '../addresses/refuse-own.ts';
import type { App, Instance } from '../app.ts';
import { assert, defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { endHoldsAcross, holdAcross, type ProjectHold } from '../ledger/hold.ts';
import { lockFreeLedgers, lockLedgers } from '../ledger/post.ts';
import { judgeOf, openChecks } from '../policy/check-withdrawals.ts';
import type { Project } from '../projects/project.ts';
import { findUsed, keepUsed, type Used } from '../requests/used-signatures.ts';
import { batchedTogether, type Group } from '../workers/shared-batcher.ts';
import { debitWithdrawals } from './debit.ts';
import {
  attemptOf,
  committedRow,
  type Decided,
  decideSteps,
  openDecisions,
  type Result,
  type Step,
  type StepFacts,
} from './decide-steps.ts';
import { payoutDoubts } from './payout-doubts.ts';
import { journalRefusals } from './refused-by-rule.ts';
import {
  findForSteps,
  insertWithdrawals,
  lockWithdrawal,
  storeCommits,
} from './store-withdrawals.ts';
import type { WithdrawalRow, WithdrawalStatus } from './withdrawal.ts';

const BATCH_MAX = 64;
/** Takes about a millisecond. */
const DECIDED_AT_ONCE = 50;

const takeBatched = batchedTogether<Step, Result>({
  name: 'withdrawal_steps',
  batchMax: BATCH_MAX,
  isSlow: (app, projectId) => slowIn(app).has(projectId),
  writeTogether: (app, groups) =>
    app.db.transaction((tx) => takeSteps(tx, { groups, lock: lockFreeLedgers })),
  writeAlone: async (app, group) => {
    const [outcomes] = await app.db.transaction((tx) =>
      takeSteps(tx, { groups: [group], lock: lockEach }),
    );
    return defined(outcomes, 'a lock that was waited for');
  },
});

/** Queues the step for the next batch. Throws the step's rejection. */
export async function takeStep(app: App, projectId: string, step: Step): Promise<WithdrawalRow> {
  const outcome = await takeBatched(app, projectId, step);
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/**
 * In the caller's transaction, which holds the ledger lock. A rejection is returned, not thrown, so that the policy
 * journal of this transaction keeps it.
 */
export async function takeWithin(tx: Tx, projectId: string, step: Step): Promise<Result> {
  const [outcome] = await takeAllWithin(tx, projectId, [step]);
  return defined(outcome, 'one for each step');
}

/** Like `takeWithin`. One result for each step, in order. */
export async function takeAllWithin(
  tx: Tx,
  projectId: string,
  steps: readonly Step[],
): Promise<readonly Result[]> {
  const groups = [{ key: projectId, items: [...steps] }];
  const [outcomes] = await takeSteps(tx, { groups, lock: lockEach });
  return defined(outcomes, 'a lock that was waited for');
}

/** What would be decided now, in order. Nothing is stored or locked, and other requests are served meanwhile. */
export function dryRunSteps(
  app: App,
  projectId: string,
  steps: readonly Step[],
): Promise<readonly Result[]> {
  return app.db.transaction(async (tx) => {
    const group = { key: projectId, items: [...steps] };
    const factsOf = await gather(tx, { groups: [group], lock: lockNone });
    const { decide, decided } = openDecisions(
      defined(factsOf(group), 'a lock that was waited for'),
    );
    for (const [n, step] of steps.entries()) {
      if (n % DECIDED_AT_ONCE === 0) await yieldToEventLoop();
      decide(step);
    }
    return decided.outcomes;
  });
}

/** Projects whose last check was slow. */
const slowProjects = new WeakMap<Instance, Set<string>>();

function slowIn(instance: Instance): Set<string> {
  const slow = slowProjects.get(instance) ?? new Set();
  slowProjects.set(instance, slow);
  return slow;
}

/** By project. */
type Steps = Group<Step>;

type Lock = (tx: Tx, projectIds: readonly string[]) => Promise<ReadonlySet<string>>;

async function lockEach(tx: Tx, projectIds: readonly string[]): Promise<ReadonlySet<string>> {
  await lockLedgers(tx, projectIds);
  return new Set(projectIds);
}

async function lockNone(_tx: Tx, projectIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(projectIds);
}

/** For each project one result per step, in order; null when the ledger could not be locked. */
async function takeSteps(
  tx: Tx,
  batch: { groups: readonly Steps[]; lock: Lock },
): Promise<readonly (readonly Result[] | null)[]> {
  tx.instance.traces?.about(batch.groups.flatMap(soughtBy).map(({ id }) => id));
  const factsOf = await gather(tx, batch);
  const decided = batch.groups.map((group) => {
    const facts = factsOf(group);
    return facts === null ? null : { projectId: group.key, ...decideSteps(group.items, facts) };
  });
  await write(
    tx,
    decided.filter((one) => one !== null),
  );
  return decided.map((one) => one?.outcomes ?? null);
}

/** Null without the project's lock. Pipelined with the lock, but runs once the lock is held. */
async function gather(
  tx: Tx,
  { groups, lock }: { groups: readonly Steps[]; lock: Lock },
): Promise<(group: Steps) => StepFacts | null> {
  const projectIds = groups.map(({ key }) => key);
  const created = groups.flatMap(({ items }) => items.flatMap(createdBy));
  const [locked, used, rows, own, accounts, doubts, judges] = await Promise.all([
    lock(tx, projectIds),
    findUsed(tx, groups.flatMap(signedBy)),
    findForSteps(tx, groups.flatMap(soughtBy)),
    ownAddressesOf(tx, created),
    availableOf(tx, created),
    payoutDoubts(tx, created),
    openChecks(
      tx,
      groups.map(({ key: projectId, items }) => ({
        projectId,
        attempts: items.flatMap(createdBy).map(attemptOf),
      })),
    ),
  ]);
  for (const [projectId, { isSlow }] of judges) {
    if (isSlow) slowIn(tx.instance).add(projectId);
    else slowIn(tx.instance).delete(projectId);
  }
  const usedOf = groupBy(used, ({ projectId }) => projectId);
  const rowsOf = groupBy(rows, (row) => row.project_id);
  const accountsOf = groupBy(accounts, (account) => account.project_id);
  const now = tx.now;
  return ({ key }) => {
    if (!locked.has(key)) return null;
    const known = rowsOf.get(key) ?? [];
    return {
      usedSignatures: new Set((usedOf.get(key) ?? []).map(({ signature }) => signature)),
      ownAddresses: own,
      rows: new Map(known.map((row) => [row.id, row])),
      customIds: new Set(known.flatMap(referenceOf)),
      available: new Map(
        (accountsOf.get(key) ?? []).map(({ currency, available }) => [currency, available]),
      ),
      now,
      doubts,
      judge: judgeOf(judges, key),
    };
  };
}

function createdBy(step: Step): WithdrawalRow[] {
  return step.kind === 'create' ? [step.row] : [];
}

function signedBy({ key: projectId, items }: Steps): Used[] {
  return items.flatMap(({ signature }) => (signature === null ? [] : [{ projectId, signature }]));
}

/** By id of the row. */
async function ownAddressesOf(tx: Tx, rows: readonly WithdrawalRow[]) {
  const refusals = await ownRefusals(
    tx,
    rows.map((row) => ({
      coin: defined(tx.instance.coins.get(row.received_currency), 'the coin was found'),
      projectId: row.project_id,
      destination: { address: row.address, tag: row.tag },
    })),
    'address',
  );
  return new Map(
    rows.flatMap(({ id }, n) => {
      const refusal = refusals[n] ?? null;
      return refusal === null ? [] : [[id, refusal] as const];
    }),
  );
}

function soughtBy({ key: projectId, items }: Steps) {
  return items.map((step) =>
    step.kind === 'create'
      ? { projectId, id: step.row.id, customId: step.row.custom_id }
      : { projectId, id: step.id, customId: null },
  );
}

/** A withdrawal that was not committed in its window reserves no custom_id. */
function referenceOf({ custom_id, status, committed_at }: WithdrawalRow): string[] {
  const isOver = status === 'cancelled' && committed_at === null;
  return custom_id === null || isOver ? [] : [custom_id];
}

async function write(
  tx: Tx,
  decided: readonly (Decided & { readonly projectId: string })[],
): Promise<void> {
  const created = decided.flatMap((one) => one.created);
  const committed = decided.flatMap((one) => one.committed);
  const refused = decided.flatMap((one) => one.refused);
  const now = tx.now;
  const isDebited = (row: WithdrawalRow) => row.committed_at !== null;
  const held = created.filter((row) => !isDebited(row));
  // The order matters: holds are released before the amounts are posted.
  const used = decided.flatMap(({ projectId, signatures }) =>
    signatures.map((signature) => ({ projectId, signature })),
  );
  const [, , , , ended] = await Promise.all([
    keepUsed(tx, used),
    insertWithdrawals(tx, created),
    storeCommits(tx, committed),
    holdAcross(tx, { holds: held.map(holdOf), now }),
    endHoldsAcross(tx, { references: committed.map(referenceTo), status: 'posted', now }),
    debitWithdrawals(tx, { rows: [...created.filter(isDebited), ...committed], now }),
    journalRefusals(tx, refused),
  ]);
  assert(ended === committed.length, 'a withdrawal to commit holds no money');
}

function referenceTo({ project_id: projectId, id }: WithdrawalRow) {
  return { projectId, id };
}

function holdOf(row: WithdrawalRow): ProjectHold {
  return {
    projectId: row.project_id,
    referenceId: row.id,
    currency: row.charged_currency,
    amount: row.charged_amount,
  };
}

function availableOf(tx: Tx, charged: readonly WithdrawalRow[]) {
  const nameOf = (row: WithdrawalRow) => `${row.project_id} ${row.charged_currency}`;
  const accounts = [...new Map(charged.map((row) => [nameOf(row), row])).values()];
  return tx.query<{ project_id: string; currency: string; available: bigint }>(
    `select project_id, currency, balance - held as available
     from unnest($1::uuid[], $2::text[]) as t(of_project, of_currency)
     join ledger_accounts on project_id = of_project and kind = 'available' and currency = of_currency`,
    [accounts.map((row) => row.project_id), accounts.map((row) => row.charged_currency)],
  );
}

/** Errors: 404, 409 `already_committed` or `commit_window_expired`. */
export function commitWithdrawal(
  app: App,
  caller: { project: Project; objectId: string; apiKey: string; signature?: string | null },
  id: string,
): Promise<WithdrawalRow> {
  const { project, objectId: commitKey, apiKey: committedBy, signature = null } = caller;
  return takeStep(app, project.id, { kind: 'commit', id, commitKey, committedBy, signature });
}

/**
 * The policy's decision still applies: a withdrawal that it holds waits for approvals. Null when there is none. The
 * caller holds the ledger lock.
 */
export async function commitFound(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<WithdrawalStatus | null> {
  const row = await lockWithdrawal(tx, projectId, id);
  if (row?.status !== 'new') return row?.status ?? null;
  const now = tx.now;
  const committed = committedRow(row, { now, commitKey: null, committedBy: null });
  await storeCommits(tx, [committed]);
  await endHoldsAcross(tx, { references: [{ projectId, id }], status: 'posted', now });
  await debitWithdrawals(tx, { rows: [committed], now });
  return committed.status;
}
