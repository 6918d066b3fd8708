// Risk assessment: queries every provider, keeps the highest score, and determines its level.
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { chooseCoin } from '../coins/choose.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { addressProblem } from '../coins/payee.ts';
import type { Risk as RiskSchema } from '../contract/objects/reference-data.ts';
import { assert, defined } from '../core/assert.ts';
import { inTime } from '../core/clock.ts';
import { apiError, type ErrorDetail, invalid } from '../core/errors.ts';
import { compareDecimals, type Decimal, decimal } from '../core/money.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import { presentRisk, riskToJson, type StoredRisk } from './present-risk.ts';
import type { Risk, RiskFinding, RiskLevel, RiskProvider, RiskSubject } from './provider.ts';

/** A provider could not answer. Without an assessment, nothing is credited or sent: the caller retries later. */
export class RiskUnavailable extends Error {
  override readonly name = 'RiskUnavailable';
}

/** Long enough for a slow remote source, and shorter than a worker's lease. */
const PROVIDER_TIMEOUT_MILLISECONDS = 10_000;
const SCORE_MAX = decimal('10');
const MEDIUM_FROM = decimal('4');
const HIGH_FROM = decimal('8');
/** See wire.md (c), Risk. */
const UNKNOWN: RiskFinding = {
  score: decimal('0'),
  resourceName: 'default',
  resourceCategory: 'unknown',
};

/** low below 4, medium below 8, high from 8 (wire.md (h)). */
export function levelOf(score: Decimal): RiskLevel {
  if (compareDecimals(score, HIGH_FROM) >= 0) return 'high';
  return compareDecimals(score, MEDIUM_FROM) >= 0 ? 'medium' : 'low';
}

/**
 * One risk per subject, in order. Throws RiskUnavailable when a provider throws, times out, or has an invalid result.
 */
export async function assess(
  app: Pick<App, 'riskProviders'>,
  subjects: readonly RiskSubject[],
  options: { readonly timeoutMilliseconds: number } = {
    timeoutMilliseconds: PROVIDER_TIMEOUT_MILLISECONDS,
  },
): Promise<readonly Risk[]> {
  assertOutsideTransaction();
  if (subjects.length === 0) return [];
  const answers = await Promise.all(
    app.riskProviders.map((provider) =>
      requestRisk(provider, subjects, options.timeoutMilliseconds),
    ),
  );
  return subjects.map((_, index) => riskOf(answers.map((findings) => findings[index] ?? null)));
}

/** Errors: 503 `risk_unavailable`. */
async function assessAtOnce(app: App, subject: RiskSubject): Promise<Risk> {
  try {
    const [risk] = await assess(app, [subject]);
    return defined(risk, 'one risk for one subject');
  } catch (error) {
    if (!(error instanceof RiskUnavailable)) throw error;
    const log = { reason: error.message };
    throw apiError('risk_unavailable', {}, { retryAfterSeconds: 5, log });
  }
}

export function riskOf(findings: readonly (RiskFinding | null)[]): Risk {
  let worst: RiskFinding | null = null;
  for (const finding of findings) {
    if (finding === null) continue;
    if (worst === null || compareDecimals(finding.score, worst.score) > 0) worst = finding;
  }
  const { score, resourceName, resourceCategory } = worst ?? UNKNOWN;
  return { score, level: levelOf(score), resourceName, resourceCategory };
}

async function requestRisk(
  provider: RiskProvider,
  subjects: readonly RiskSubject[],
  timeoutMilliseconds: number,
): Promise<readonly (RiskFinding | null)[]> {
  const waiting = new AbortController();
  const late = () => new Error(`no answer within ${timeoutMilliseconds} ms`);
  try {
    const answer = answerOf(provider, subjects, waiting.signal);
    const findings = await inTime(answer, timeoutMilliseconds, late);
    checkFindings(findings, subjects.length);
    return findings;
  } catch (cause) {
    waiting.abort();
    throw new RiskUnavailable(`risk provider ${provider.name} cannot tell`, { cause });
  }
}

/** Async, so that a provider that throws synchronously also becomes a rejection. */
async function answerOf(
  provider: RiskProvider,
  subjects: readonly RiskSubject[],
  signal: AbortSignal,
): Promise<readonly (RiskFinding | null)[]> {
  return provider.assess(subjects, signal);
}

/** A wrong score must not pass as a low one. */
function checkFindings(findings: readonly (RiskFinding | null)[], count: number): void {
  assert(findings.length === count, `${findings.length} findings on ${count} subjects`);
  for (const finding of findings) {
    if (finding === null) continue;
    const { digits, scale } = finding.score;
    assert(digits >= 0n && scale <= 2, 'a score is not negative and has at most two decimals');
    assert(compareDecimals(finding.score, SCORE_MAX) <= 0, 'a score is at most 10');
    assert(finding.resourceName !== '' && finding.resourceCategory !== '', 'a resource is named');
  }
}

/** Nothing is sent to a high-risk address or without an assessment. Errors: 422 `high_risk_address`, 503. */
export async function assessDestination(
  app: App,
  coin: Coin,
  destination: Destination,
): Promise<StoredRisk> {
  const subject = {
    currency: coin.code,
    type: 'destination_of_funds' as const,
    addresses: [destination.address],
    txid: null,
    receivedAt: null,
  };
  const risk = await assessAtOnce(app, subject);
  if (risk.level === 'high') throw apiError('high_risk_address');
  return riskToJson(risk);
}

/** POST /api/risks/score. Errors: 422 `invalid`, 503 `risk_unavailable`. */
export async function scoreAddress(
  app: App,
  input: { address: string; currency: string; type: 'source_of_funds' | 'destination_of_funds' },
): Promise<Static<typeof RiskSchema>> {
  const problems: ErrorDetail[] = [];
  const coin = chooseCoin(
    app,
    { value: input.currency, target: 'currency', network: undefined },
    problems,
  );
  const destination = coin?.parseAddress(input.address, app.config.network) ?? null;
  if (coin !== null && destination === null)
    problems.push(addressProblem(app, coin, { text: input.address, target: 'address' }));
  if (coin === null || destination === null) throw invalid(...problems);
  const subject = {
    currency: coin.code,
    type: input.type,
    addresses: [destination.address],
    txid: null,
    receivedAt: null,
  };
  return presentRisk(await assessAtOnce(app, subject));
}
