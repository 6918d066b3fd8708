// Decides a batch of steps of one project in order: each sees the funds that earlier ones used.
import { AppError, apiError, type ErrorDetail, invalid, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import {
  type Attempt,
  type Judge,
  type Judgement,
  openCheck,
} from '../policy/check-withdrawals.ts';
import type { Rule } from '../policy/policy.ts';
import { type PayoutDoubts, payoutsSuspended } from './payout-doubts.ts';
import { holdOf } from './reasons.ts';
import { COMMIT_WINDOW, type WithdrawalRow } from './withdrawal.ts';

export function attemptOf(row: WithdrawalRow): Attempt {
  return {
    id: row.id,
    at: row.created_at.getTime(),
    coin: row.received_currency,
    address: row.address,
    tag: row.tag,
    received: row.received_amount,
    apiKey: row.api_key,
    customerId: row.customer_id,
    riskLevel: row.risk?.level ?? null,
    feeLevel: row.network_fee_level,
    hasBeneficiary: row.beneficiary !== null,
  };
}

/** With a hold reason, the withdrawal waits for a person once it is committed. */
function checkedRow(row: WithdrawalRow, judgement: Judgement): WithdrawalRow {
  const { decision, value, currency } = judgement;
  return {
    ...row,
    decision,
    hold: holdOf(decision),
    value,
    value_currency: currency.code,
  };
}

/** A returned deposit that a rule rejects waits for the operator. Errors: 503 `rates_unavailable`. */
export async function checkReturn(tx: Tx, row: WithdrawalRow): Promise<WithdrawalRow> {
  const attempt = attemptOf(row);
  const judge = await openCheck(tx, { projectId: row.project_id, attempts: [attempt] });
  const judgement = judge.judge(attempt);
  const { decision } = judgement;
  if (decision.outcome !== 'refuse') return checkedRow(row, judgement);
  return checkedRow(row, { ...judgement, decision: { ...decision, outcome: 'hold' } });
}

interface Requested {
  /** Accepted once. Null when the request is not signed, or its signature is stored elsewhere. */
  readonly signature: string | null;
}

export interface CreateStep extends Requested {
  readonly kind: 'create';
  /** Not committed yet. */
  readonly row: WithdrawalRow;
  /** Whether the step also commits. */
  readonly isForced: boolean;
  /** Who commits with it, if not its creator. */
  readonly committedBy?: string;
  /** For an insufficient available balance. */
  readonly refuseShort: (available: bigint) => AppError;
  /** For a rejection by a rule of the project's policy. */
  readonly refuseByRule: (rule: Rule) => AppError;
}

export interface CommitStep extends Requested {
  readonly kind: 'commit';
  readonly id: string;
  /** Identical when an interrupted request is repeated. */
  readonly commitKey: string;
  /** The API key or person that commits. */
  readonly committedBy: string;
}

export type Step = CreateStep | CommitStep;

/** Stored data, read under the ledger lock. */
export interface StepFacts {
  /** By id. */
  readonly rows: ReadonlyMap<string, WithdrawalRow>;
  /** The signatures of the steps that were used before. */
  readonly usedSignatures: ReadonlySet<string>;
  /** By id of the row: why its address cannot be paid. */
  readonly ownAddresses: ReadonlyMap<string, ErrorDetail>;
  /** The custom_ids named by the steps that are already in use. */
  readonly customIds: ReadonlySet<string>;
  /** By currency. */
  readonly available: ReadonlyMap<string, bigint>;
  readonly now: Date;
  readonly doubts: PayoutDoubts;
  /** For the rows that the steps create. */
  readonly judge: Judge;
}

export type Result = WithdrawalRow | AppError;

export interface Decided {
  /** One per step, in order. */
  readonly outcomes: readonly Result[];
  readonly created: readonly WithdrawalRow[];
  /** Stored as `new`, and committed now. */
  readonly committed: readonly WithdrawalRow[];
  /** Rejected by rules. */
  readonly refused: readonly Refused[];
  /** Of the steps that were carried out. */
  readonly signatures: readonly string[];
}

export interface Refused {
  readonly row: WithdrawalRow;
  readonly judgement: Judgement;
}

export function decideSteps(steps: readonly Step[], facts: StepFacts): Decided {
  const { decide, decided } = openDecisions(facts);
  for (const step of steps) decide(step);
  return decided;
}

export interface Decisions {
  /** Adds its result to `decided`. */
  decide(step: Step): void;
  readonly decided: Decided;
}

/** For one step after the other. */
export function openDecisions(facts: StepFacts): Decisions {
  const state: State = {
    now: facts.now,
    doubts: facts.doubts,
    ownAddresses: facts.ownAddresses,
    rows: new Map(facts.rows),
    customIds: new Set(facts.customIds),
    available: new Map(facts.available),
    judge: facts.judge,
    created: [],
    committed: [],
    refused: [],
  };
  const used = new Set(facts.usedSignatures);
  const signatures: string[] = [];
  const outcomes: Result[] = [];
  const resultOf = (step: Step): Result => {
    const { signature } = step;
    if (signature !== null && used.has(signature)) return apiError('request_replayed');
    const outcome = step.kind === 'create' ? create(state, step) : commit(state, step);
    if (signature !== null && !(outcome instanceof AppError)) {
      used.add(signature);
      signatures.push(signature);
    }
    return outcome;
  };
  const { created, committed, refused } = state;
  return {
    decide: (step) => void outcomes.push(resultOf(step)),
    decided: { outcomes, created, committed, refused, signatures },
  };
}

interface State {
  readonly now: Date;
  readonly doubts: PayoutDoubts;
  readonly ownAddresses: ReadonlyMap<string, ErrorDetail>;
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
  // A repeated request whose first response was lost.
  const repeated = state.rows.get(row.id);
  if (repeated !== undefined) return repeated;
  const own = state.ownAddresses.get(row.id);
  if (own !== undefined) return invalid(own);
  // The reference is checked first, so that a duplicate is reported as such whatever the balance is now.
  if (row.custom_id !== null && state.customIds.has(row.custom_id))
    return apiError('duplicate_custom_id');
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
    ? committedRow(judged, {
        now: state.now,
        commitKey: null,
        committedBy: step.committedBy ?? null,
      })
    : judged;
  state.available.set(row.charged_currency, available - row.charged_amount);
  if (row.custom_id !== null) state.customIds.add(row.custom_id);
  state.rows.set(row.id, stored);
  state.created.push(stored);
  return stored;
}

/** A withdrawal that the policy allows still waits for a person when it may already have been paid. */
export function doubted(row: WithdrawalRow, doubts: PayoutDoubts): WithdrawalRow {
  return { ...row, hold: row.hold ?? doubts.holdReason(row) };
}

/** A row that cannot be decided now is rejected without affecting the others. */
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
    // A repeated request whose first response was lost in a crash.
    return row.commit_key === step.commitKey ? row : apiError('already_committed');
  }
  const isOpen =
    row.status === 'new' && state.now.getTime() <= row.created_at.getTime() + COMMIT_WINDOW;
  if (!isOpen) return apiError('commit_window_expired');
  const stored = committedRow(row, { ...step, now: state.now });
  state.rows.set(row.id, stored);
  state.committed.push(stored);
  return stored;
}

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
