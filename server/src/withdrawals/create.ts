// Creates withdrawals: reads rates, fees and risk, decides the price, and writes the row (take-step.ts).
import { ownRefusal } from '../addresses/refuse-own.ts';
import type { App } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { assert } from '../core/assert.ts';
import { AppError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { type Currency, formatAmount, formatDecimal } from '../core/money.ts';
import { customerProblems } from '../customers/customer.ts';
import type { Project } from '../projects/project.ts';
import { assessDestination } from '../risk/assess.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import type { CreateStep } from './decide-steps.ts';
import { mostReceived, type Priced, priceRequest } from './price.ts';
import { refusedByRule } from './refused-by-rule.ts';
import {
  type CreateWithdrawalInput,
  type FoundInput,
  type Requested,
  type RequestedAmount,
  readRequested,
} from './requested.ts';
import { takeStep } from './take-step.ts';
import {
  COMMIT_WINDOW,
  type NetworkFeeLevel,
  sealWithdrawal,
  type WithdrawalRow,
} from './withdrawal.ts';

export interface WithdrawalCaller {
  readonly project: Project;
  readonly objectId: string;
  /** The public part of the key. */
  readonly apiKey: string;
  readonly apiVersion: 1 | 2;
  /** Of the request, accepted once. Null when it is not signed. */
  readonly signature?: string | null;
}

/** Errors: 422 `invalid` or `high_risk_address`, 409 `duplicate_custom_id`, 503 rates, fees or risk unavailable. */
export async function createWithdrawal(
  app: App,
  caller: WithdrawalCaller,
  input: CreateWithdrawalInput,
): Promise<WithdrawalRow> {
  return takeStep(app, caller.project.id, await createStep(app, caller, input));
}

/** Decided together with the stored data. Errors: 422 `invalid` or `high_risk_address`, 503. */
export async function createStep(
  app: App,
  caller: WithdrawalCaller,
  input: CreateWithdrawalInput,
): Promise<CreateStep> {
  const priced = await examineRequest(app, caller, input);
  const risk = await assessDestination(app, priced.coin, priced.destination);
  return {
    kind: 'create',
    signature: caller.signature ?? null,
    row: toRow(app, { caller, input, priced, risk }),
    isForced: input.force_commit === true,
    refuseShort: (available) => shortBalance(priced, available),
    refuseByRule: (broken) => refusedByRule(broken, priced.given.target),
  };
}

function toRow(
  app: App,
  {
    caller,
    input,
    priced,
    risk,
  }: {
    caller: WithdrawalCaller;
    input: CreateWithdrawalInput;
    priced: PricedWithdrawal;
    risk: StoredRisk | null;
  },
): WithdrawalRow {
  const now = app.clock.now();
  const row: Omit<WithdrawalRow, 'seal'> = {
    project_id: caller.project.id,
    id: caller.objectId,
    custom_id: input.custom_id ?? null,
    customer_id: input.customer_id ?? null,
    status: 'new',
    address: priced.destination.address,
    tag: priced.destination.tag,
    network: priced.coin.network,
    charged_amount: priced.price.charged,
    charged_currency: priced.charged.code,
    received_amount: priced.price.received,
    received_currency: priced.coin.code,
    network_fee: priced.price.networkFee,
    network_fee_level: priced.level,
    fee: priced.price.fee,
    rate: priced.rate === null ? null : formatDecimal(priced.rate),
    txid: null,
    risk,
    hold: null,
    wait_reason: null,
    cancel_code: null,
    cancelled_for: null,
    beneficiary: priced.beneficiary,
    commit_key: null,
    committed_by: null,
    created_at: new Date(now),
    committed_at: null,
    // One millisecond after the window, so that a commit in its last millisecond still counts.
    expires_at: new Date(now + COMMIT_WINDOW + 1),
    deposit_id: null,
    decision: null,
    api_key: caller.apiKey,
    value: null,
    value_currency: null,
    price_change_max: input.price_change_max_percent ?? null,
    repriced: null,
  };
  return { ...row, seal: sealWithdrawal(app.intentKey, row) };
}

/** The account's constraint backs up this check. */
function shortBalance(priced: PricedWithdrawal, available: bigint): AppError {
  return invalid(
    rule.atMost('charged_amount', formatAmount(available, priced.charged)),
    rule.atMost(
      'received_amount',
      formatAmount(mostReceived(priced.terms, available), priced.coin),
    ),
  );
}

interface PricedWithdrawal extends Priced {
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
async function examineRequest(
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
  const before = problems.length;
  const priced = requestToPrice(app, { project, requested, level }, problems);
  // Of a request without other problems, an own address is found with the stored data (take-step.ts).
  if (problems.length > 0 || priced instanceof AppError) {
    const refusal = await ownRefusalOf(app, project, requested);
    if (refusal !== null) problems.splice(before, 0, refusal);
  }
  if (!(priced instanceof AppError)) return { requested, level, priced };
  // A request with problems is rejected as invalid even when rates or fees are missing.
  if (problems.length === 0) throw priced;
  return { requested, level, priced: null };
}

async function ownRefusalOf(
  app: App,
  { id: projectId }: Project,
  { coin, destination }: Requested,
): Promise<ErrorDetail | null> {
  if (coin === null || destination === null) return null;
  return ownRefusal(app, coin, { projectId, destination, target: 'address' });
}

/** 503 when rates or fees are missing. */
function requestToPrice(
  app: App,
  context: { project: Project; requested: Requested; level: NetworkFeeLevel },
  problems: ErrorDetail[],
): Priced | AppError | null {
  const { coin, charged, given, destination } = context.requested;
  if (coin === null || charged === null || given === null) return null;
  const requested = { coin, charged, given, destination, level: context.level };
  try {
    return priceRequest(app, { project: context.project, requested }, problems);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
