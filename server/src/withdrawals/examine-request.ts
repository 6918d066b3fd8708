// Validates a withdrawal request as a whole. All problems are reported together: those of its fields, those that need
// the database (customer, own address) and those that need rates (minimum).
import { ownRefusal } from '../addresses/refuse-own.ts';
import type { App } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { assert } from '../core/assert.ts';
import { AppError, type ErrorDetail, invalid } from '../core/errors.ts';
import type { Currency } from '../core/money.ts';
import { customerProblems } from '../customers/exists.ts';
import type { Project } from '../projects/project.ts';
import { type Priced, priceRequest } from './price.ts';
import {
  type CreateWithdrawalInput,
  type FoundInput,
  type Requested,
  type RequestedAmount,
  readRequested,
} from './requested.ts';
import type { NetworkFeeLevel } from './withdrawal.ts';

export interface PricedWithdrawal extends Priced {
  readonly coin: Coin;
  readonly charged: Currency;
  readonly destination: Destination;
  readonly given: RequestedAmount;
  readonly beneficiary: object | null;
  readonly level: NetworkFeeLevel;
}

interface Principal {
  readonly project: Project;
  readonly apiVersion: 1 | 2;
}

/** Errors: 422 `invalid` with every violation, 503 when rates or fees are missing. */
export async function examineRequest(
  app: App,
  principal: Principal,
  input: CreateWithdrawalInput,
): Promise<PricedWithdrawal> {
  const problems: ErrorDetail[] = [];
  const { requested, level, priced } = await examine(app, { principal, input }, problems);
  if (problems.length > 0) throw invalid(...problems);
  const { coin, charged, destination, given } = requested;
  const isWhole = coin !== null && charged !== null && destination !== null && given !== null;
  assert(isWhole && priced !== null, 'what is missing is a problem');
  return {
    ...priced,
    coin,
    charged,
    destination,
    given,
    beneficiary: requested.beneficiary,
    level,
  };
}

/** Additional problems of a request that has invalid fields. */
export async function findWithdrawalProblems(
  app: App,
  principal: Principal,
  { input, problems }: { input: FoundInput; problems: ErrorDetail[] },
): Promise<void> {
  await examine(app, { principal, input }, problems);
}

async function examine(
  app: App,
  { principal, input }: { principal: Principal; input: FoundInput },
  problems: ErrorDetail[],
) {
  const { project, apiVersion } = principal;
  const requested = readRequested(app, { apiVersion, input }, problems);
  const level = input.network_fee_level ?? 'average';
  problems.push(...(await customerProblems(app, project, input.customer_id)));
  if (requested.coin !== null && requested.destination !== null) {
    const facts = { projectId: project.id, destination: requested.destination, target: 'address' };
    const refusal = await ownRefusal(app, requested.coin, facts);
    if (refusal !== null) problems.push(refusal);
  }
  return { requested, level, priced: requestToPrice(app, { project, requested, level }, problems) };
}

/** A request with problems is rejected as invalid even when rates or fees are missing. */
function requestToPrice(
  app: App,
  context: { project: Project; requested: Requested; level: NetworkFeeLevel },
  problems: ErrorDetail[],
): Priced | null {
  const { coin, charged, given, destination } = context.requested;
  if (coin === null || charged === null || given === null) return null;
  const requested = { coin, charged, given, destination, level: context.level };
  try {
    return priceRequest(app, { project: context.project, requested }, problems);
  } catch (error) {
    if (problems.length > 0 && error instanceof AppError) return null;
    throw error;
  }
}
