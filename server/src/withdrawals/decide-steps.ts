// What steps that came together (creations and commits of one project) do, one after the other: each sees
// what those before it took. One that is refused takes nothing. Pure.
import { AppError, conflict, notFound } from '../core/errors.ts';
import type { Judge, Judgement } from '../policy/judge.ts';
import type { Rule } from '../policy/policy.ts';
import { attemptOf, checkedRow } from './judge.ts';
import { type PayoutDoubts, payoutsSuspended } from './payout-doubts.ts';
import { COMMIT_WINDOW, type WithdrawalRow } from './withdrawal.ts';

export interface CreateStep {
  readonly kind: 'create';
  /** As it is stored while nothing is committed. */
  readonly row: WithdrawalRow;
  /** Commits at once. */
  readonly isForced: boolean;
  /** The refusal when only so much of the charged currency is available. */
  readonly refuseShort: (available: bigint) => AppError;
  /** The refusal when a rule of the project's policy forbids it. */
  readonly refuseByRule: (rule: Rule) => AppError;
}

export interface CommitStep {
  readonly kind: 'commit';
  readonly id: string;
  /** The same again when a request that was cut off is repeated. */
  readonly commitKey: string;
  /** The API key or person that commits. */
  readonly committedBy: string;
}

export type Step = CreateStep | CommitStep;

/** What is stored, read under the ledger's lock. */
export interface StepFacts {
  /** Withdrawals that the steps name by their ids. */
  readonly rows: ReadonlyMap<string, WithdrawalRow>;
  /** References that are taken, of those that the steps name. */
  readonly customIds: ReadonlySet<string>;
  /** By currency. */
  readonly available: ReadonlyMap<string, bigint>;
  readonly now: Date;
  readonly doubts: PayoutDoubts;
  /** Opened for the rows that the steps create. */
  readonly judge: Judge;
}

export type Result = WithdrawalRow | AppError;

export interface Decided {
  /** One for each step, in order. */
  readonly outcomes: readonly Result[];
  readonly created: readonly WithdrawalRow[];
  /** Those that are stored as `new`, and committed now. */
  readonly committed: readonly WithdrawalRow[];
  /** What rules refused. */
  readonly refused: readonly Refused[];
}

interface Refused {
  readonly row: WithdrawalRow;
  readonly judgement: Judgement;
}

export function decideSteps(steps: readonly Step[], given: StepFacts): Decided {
  const state: State = {
    now: given.now,
    doubts: given.doubts,
    rows: new Map(given.rows),
    customIds: new Set(given.customIds),
    available: new Map(given.available),
    judge: given.judge,
    created: [],
    committed: [],
    refused: [],
  };
  const outcomes = steps.map((step) =>
    step.kind === 'create' ? create(state, step) : commit(state, step),
  );
  const { created, committed, refused } = state;
  return { outcomes, created, committed, refused };
}

interface State {
  readonly now: Date;
  readonly doubts: PayoutDoubts;
  readonly rows: Map<string, WithdrawalRow>;
  readonly customIds: Set<string>;
  readonly available: Map<string, bigint>;
  readonly judge: Judge;
  readonly created: WithdrawalRow[];
  readonly committed: WithdrawalRow[];
  readonly refused: Refused[];
}

function create(state: State, step: CreateStep): Result {
  const { row } = step;
  // The request came before, and its answer was lost.
  const repeated = state.rows.get(row.id);
  if (repeated !== undefined) return repeated;
  // The reference first: a repeated one is told as such, whatever the balance has become.
  if (row.custom_id !== null && state.customIds.has(row.custom_id))
    return conflict('duplicate_custom_id');
  if (state.doubts.quarantined.has(row.received_currency))
    return payoutsSuspended(row.received_currency);
  const available = state.available.get(row.charged_currency) ?? 0n;
  if (row.charged_amount > available) return step.refuseShort(available);
  const judgement = judge(state.judge, row);
  if (judgement instanceof AppError) return judgement;
  if (judgement.decision.outcome === 'refuse') {
    state.refused.push({ row, judgement });
    return step.refuseByRule(judgement.rule);
  }
  state.judge.count(attemptOf(row), judgement);
  const judged = doubted(checkedRow(row, judgement), state.doubts);
  const stored = step.isForced
    ? committedRow(judged, { now: state.now, commitKey: null, committedBy: null })
    : judged;
  state.available.set(row.charged_currency, available - row.charged_amount);
  if (row.custom_id !== null) state.customIds.add(row.custom_id);
  state.rows.set(row.id, stored);
  state.created.push(stored);
  return stored;
}

/** What the policy allows waits for a person all the same when it may have been paid. */
export function doubted(row: WithdrawalRow, doubts: PayoutDoubts): WithdrawalRow {
  return { ...row, hold: row.hold ?? doubts.holdReason(row) };
}

/** What cannot be judged now is refused alone. */
function judge(judgeOf: Judge, row: WithdrawalRow): Judgement | AppError {
  try {
    return judgeOf.judge(attemptOf(row));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function commit(state: State, step: CommitStep): Result {
  const row = state.rows.get(step.id);
  if (row === undefined) return notFound();
  if (row.committed_at !== null) {
    // The same request again, whose first answer was lost in a crash.
    return row.commit_key === step.commitKey ? row : conflict('already_committed');
  }
  const isOpen =
    row.status === 'new' && state.now.getTime() <= row.created_at.getTime() + COMMIT_WINDOW;
  if (!isOpen) return conflict('commit_window_expired');
  const stored = committedRow(row, { ...step, now: state.now });
  state.rows.set(row.id, stored);
  state.committed.push(stored);
  return stored;
}

/** Debited, and to be sent; with a reason to hold it back it waits for a person. */
export function committedRow(
  row: WithdrawalRow,
  {
    now,
    commitKey,
    committedBy,
  }: { now: Date; commitKey: string | null; committedBy: string | null },
): WithdrawalRow {
  const isHeld = row.hold !== null;
  return {
    ...row,
    status: isHeld ? 'on_hold' : 'pending',
    committed_at: now,
    commit_key: commitKey,
    committed_by: committedBy,
    expires_at: null,
  };
}
