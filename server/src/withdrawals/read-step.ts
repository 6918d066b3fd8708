// Reads one of many requests for withdrawals: its step, or all its problems.
import type { App } from '../app.ts';
import { readFields } from '../contract/fields.ts';
import { operations } from '../contract/operations.ts';
import { AppError, type ErrorDetail } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { createStep, findWithdrawalProblems, type WithdrawalCaller } from './create.ts';
import type { CreateStep } from './decide-steps.ts';
import type { FoundInput } from './requested.ts';

/** Errors: 503, which are temporary. */
export async function readStep(
  app: App,
  caller: Omit<WithdrawalCaller, 'objectId'>,
  value: Readonly<Record<string, unknown>>,
): Promise<CreateStep | readonly ErrorDetail[]> {
  const problems: ErrorDetail[] = [];
  const codes = { coin: app.coins, currency: app.currencies };
  const { body } = operations.createCoinWithdrawal;
  const input = readFields(body, value, { problems, prefix: '', codes });
  if (problems.length > 0) {
    for (const { target } of problems) delete input[target.split('.')[0] ?? target];
    await findWithdrawalProblems(app, caller, { input: input as FoundInput, problems });
    return problems;
  }
  try {
    const objectId = newId(app.clock, app.random);
    return await createStep(app, { ...caller, objectId }, input as never);
  } catch (error) {
    return problemsIn(error);
  }
}

/** Throws an error that is not the request's fault. */
export function problemsIn(error: unknown): readonly ErrorDetail[] {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  if (error.details.length > 0) return error.details;
  const target = error.code === 'duplicate_custom_id' ? 'custom_id' : 'address';
  return [{ target, code: error.code, message: error.message, args: {} }];
}
