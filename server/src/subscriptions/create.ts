// Creates subscriptions. The first period lasts until the first payment is due (wire.md (c), (d)).
import type { App } from '../app.ts';
import { chooseAmount } from '../coins/choose.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { defined } from '../core/assert.ts';
import { formatTime, SECOND } from '../core/clock.ts';
import { apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { feeOf } from '../core/money.ts';
import { violatedConstraint } from '../db/database.ts';
import { countObjects } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { insistOnSubscriptionCaps } from '../mails/outbox.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { requestPayment } from './request-payment.ts';
import {
  findSubscription,
  insertSubscription,
  STARTS_AFTER,
  STARTS_BEFORE,
  type SubscriptionRow,
} from './store-subscriptions.ts';

export type CreateSubscriptionInput = InputOf<Operations['createSubscription']>;

/** Errors: 422 `invalid`, 409 `duplicate_custom_id`, 429 `rate_limit_exceeded` for too many emails in a day. */
export async function createSubscription(
  app: App,
  caller: { project: Project; objectId: string },
  input: CreateSubscriptionInput,
): Promise<SubscriptionRow> {
  const { project } = caller;
  const row = toRow(app, caller, input);
  try {
    return await app.db.transaction((tx) => write(tx, { project, row }));
  } catch (error) {
    if (violatedConstraint(error) === 'subscriptions_custom_id')
      throw apiError('duplicate_custom_id');
    throw error;
  }
}

async function write(
  tx: Tx,
  created: { project: Project; row: SubscriptionRow },
): Promise<SubscriptionRow> {
  const { project, row } = created;
  await lockLedger(tx, project.id);
  const repeated = await findSubscription(tx, project.id, row.id);
  if (repeated !== null) return repeated;
  await insistOnSubscriptionCaps(tx, { projectId: project.id, to: row.payer_email });
  await insertSubscription(tx, row, row.current_period_ends_at);
  await countObjects(tx, project.id, { objectType: 'subscription', added: 1 });
  await requestPayment(tx, created);
  return row;
}

function toRow(
  app: App,
  caller: { project: Project; objectId: string },
  input: CreateSubscriptionInput,
): SubscriptionRow {
  const { amount, startsAt, now } = checkTerms(app, caller.project, input);
  return {
    project_id: caller.project.id,
    id: caller.objectId,
    custom_id: input.custom_id ?? null,
    status: 'active',
    name: input.name,
    amount,
    currency: input.currency,
    period: input.period,
    period_quantity: input.period_quantity,
    starts_at: startsAt,
    period_index: 0,
    current_period_starts_at: now,
    current_period_ends_at: startsAt,
    current_period_paid: false,
    payer_email: input.payer_email,
    payer_name: input.payer_name ?? null,
    product_name: input.product_name ?? null,
    product_description: input.product_description ?? null,
    success_redirect_url: input.success_redirect_url ?? null,
    unsuccess_redirect_url: input.unsuccess_redirect_url ?? null,
    created_at: now,
    cancelled_at: null,
    payment_link_id: null,
    language: null,
  };
}

function checkTerms(app: App, project: Project, input: CreateSubscriptionInput) {
  const problems: ErrorDetail[] = [];
  const amount = checkAmount(app, project, { input, problems });
  const now = app.clock.now();
  // Rounded down to whole seconds, as in the API, so that the stored value equals the one the merchant reads.
  const wholeSeconds = (time: number) => Math.floor(time / SECOND) * SECOND;
  const startsAt = wholeSeconds(input.starts_at);
  const [earliest, latest] = [now + STARTS_AFTER, now + STARTS_BEFORE].map(wholeSeconds) as [
    number,
    number,
  ];
  if (startsAt < earliest) problems.push(rule.atLeast('starts_at', formatTime(new Date(earliest))));
  if (startsAt > latest) problems.push(rule.atMost('starts_at', formatTime(new Date(latest))));
  if (amount === null || problems.length > 0) throw invalid(...problems);
  return { amount, startsAt: new Date(startsAt), now: new Date(now) };
}

function checkAmount(
  app: App,
  project: Project,
  { input, problems }: { input: CreateSubscriptionInput; problems: ErrorDetail[] },
): bigint | null {
  const currency = defined(
    app.currencies.get(input.currency),
    'the code was checked with the input',
  );
  const amount = chooseAmount(currency, { value: input.amount, target: 'amount' }, problems);
  const feePercent = feePercentOf(app, project, { operation: 'invoice', currency: currency.code });
  // The fee must leave something to credit.
  if (amount !== null && feeOf(amount, currency, feePercent) >= amount)
    problems.push(rule.positive('amount'));
  return amount;
}
