// A dry run of many withdrawals: every problem of each, its charges, and the policy decision as if the previous ones
// had been created. Nothing is stored.

import type { App } from '../../app.ts';
import { isPlainObject } from '../../contract/fields.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { defined } from '../../core/assert.ts';
import { AppError, type ErrorDetail, invalid, notFound, rule } from '../../core/errors.ts';
import { parsedJson } from '../../core/json-text.ts';
import { formatDecimal } from '../../core/money.ts';
import { loadProject } from '../../projects/project.ts';
import type { CreateStep, Result } from '../../withdrawals/decide-steps.ts';
import { findWithdrawalOfAny, type OperatorRow } from '../../withdrawals/present.ts';
import { problemsIn, readStep } from '../../withdrawals/read-step.ts';
import { newPriceOf, priceText } from '../../withdrawals/reprice.ts';
import { dryRunSteps } from '../../withdrawals/take-step.ts';
import type { WithdrawalRow } from '../../withdrawals/withdrawal.ts';
import { shownDecision } from '../object-facts.ts';
import { keyOf, type OperatorApp, type OperatorHandler } from '../operator.ts';
import { moneyOf } from '../present.ts';
import type { withdrawalsOperations } from './contract.ts';

export async function findNamedWithdrawal(app: App, id: string): Promise<OperatorRow> {
  const row = await findWithdrawalOfAny(app.db, id);
  if (row === null) throw notFound();
  return row;
}

type Price = OutputOf<(typeof withdrawalsOperations)['withdrawals.show']>['price'];

const PLAIN = { other: null, is_allowed: true, until: null } as const;

/**
 * The charges before it was repriced; for a withdrawal that could be released or resent, those at the current price.
 * Otherwise null.
 */
export async function priceOf(app: App, row: WithdrawalRow): Promise<Price> {
  const { repriced } = row;
  if (repriced !== null) {
    const was = moneyOf(app, BigInt(repriced.charged_amount), row.charged_currency);
    const text = `was ${was.amount} ${was.currency} at ${repriced.rate} until ${repriced.at}`;
    const other = { ...was, rate: repriced.rate };
    return { ...PLAIN, state: 'repriced', text, other, until: repriced.at };
  }
  if (row.status !== 'on_hold' && row.status !== 'failed') return null;
  try {
    const project = defined(await loadProject(app.db, row.project_id), 'it has a project');
    const price = newPriceOf(app, project, row);
    if (price === null) return { ...PLAIN, state: 'valid', text: 'holds' };
    const now = moneyOf(app, price.charged, row.charged_currency);
    const other = { ...now, rate: formatDecimal(price.rate) };
    const { isAllowed: is_allowed } = price;
    return { ...PLAIN, state: 'expired', text: priceText(app, row, price), other, is_allowed };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...PLAIN, state: 'rate_unavailable', text: `no fresh rate: ${error.message}` };
  }
}

type DryRunOperation = (typeof withdrawalsOperations)['withdrawals.dry-run'];
type Output = OutputOf<DryRunOperation>;
type Row = Output['rows'][number];

const ROWS_MAX = 500;

/** Errors: 422 for an invalid list. */
export const dryRun: OperatorHandler<DryRunOperation> = async (
  app,
  { project: projectId, withdrawals },
  { actor },
) => {
  const caller = {
    project: defined(await loadProject(app.db, projectId), 'it was found by its name or id'),
    apiKey: keyOf(actor),
    apiVersion: 2 as const,
  };
  const read: (CreateStep | readonly ErrorDetail[])[] = [];
  for (const value of listIn(withdrawals)) read.push(await readStep(app, caller, value));
  const steps = read.filter((one): one is CreateStep => 'kind' in one);
  const outcomes = await dryRunSteps(app, projectId, steps);
  const byStep = new Map(steps.map((step, n) => [step, defined(outcomes[n], 'one for each step')]));
  const decided = read.map((one) => ('kind' in one ? defined(byStep.get(one), 'its own') : one));
  return { rows: decided.map((one) => shown(app, one)), charged: sums(app, decided) };
};

function listIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const value = parsedJson(text);
  if (!Array.isArray(value) || value.length > ROWS_MAX || !value.every(isPlainObject))
    throw invalid(rule.form('withdrawals', 'list_of_objects', { most: `${ROWS_MAX}` }));
  return value;
}

type Decided = Result | readonly ErrorDetail[];

function shown(app: OperatorApp, decided: Decided): Row {
  const problems = problemsOf(decided);
  if (problems !== null) return { problems, sends: null, charged: null, decision: null };
  const row = decided as Exclude<Decided, AppError | readonly ErrorDetail[]>;
  return {
    problems: [],
    sends: moneyOf(app, row.received_amount, row.received_currency),
    charged: moneyOf(app, row.charged_amount, row.charged_currency),
    decision: row.decision === null ? null : shownDecision(row.decision),
  };
}

function problemsOf(decided: Decided): Row['problems'] | null {
  if (!(decided instanceof AppError || 'length' in decided)) return null;
  const details = decided instanceof AppError ? problemsIn(decided) : decided;
  return details.map(({ target, code, message, args }) => ({
    target,
    code,
    message,
    args: { ...args },
  }));
}

function sums(app: OperatorApp, decided: readonly Decided[]): Output['charged'] {
  const byCurrency = new Map<string, bigint>();
  for (const one of decided) {
    if (one instanceof AppError || 'length' in one) continue;
    const { charged_currency: code, charged_amount: amount } = one;
    byCurrency.set(code, (byCurrency.get(code) ?? 0n) + amount);
  }
  return [...byCurrency].map(([code, amount]) => moneyOf(app, amount, code));
}
