// Writes new states of channel payments in the caller's transaction.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { type Decimal, formatDecimal } from '../core/money.ts';
import { priceChannelPayment } from '../core/pricing/payment.ts';
import { assertMove } from '../core/statuses.ts';
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositMark } from '../deposits/deposit.ts';
import { type Result, storeResults } from '../deposits/result.ts';
import type { Posting } from '../ledger/post.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { presentChannelPayment } from './present.ts';
import {
  type ChannelPaymentRow,
  channelPaymentStatuses,
  PAYMENT_COLUMNS,
} from './store-channels.ts';

export interface Step extends Result {
  readonly before: ChannelPaymentRow;
  readonly after: ChannelPaymentRow;
}

interface Move {
  readonly before: ChannelPaymentRow;
  readonly after: ChannelPaymentRow;
  readonly postings: readonly Posting[];
  readonly mark: DepositMark;
}

/** Pure. A payment that changes its status also gets a list row and a callback. */
export function stepOf(instance: Instance, { before, after, postings, mark }: Move): Step {
  const marks = [mark];
  if (before.status === after.status)
    return { before, after, postings, marks, changes: [], events: [] };
  const event = {
    type: 'ChannelPayment' as const,
    event: defined(after.status === 'pending' ? null : after.status, 'it left that status'),
    objectId: after.id,
    data: presentChannelPayment(instance, after),
  };
  return { before, after, postings, marks, changes: [transactionChangeOf(after)], events: [event] };
}

/** The caller holds the ledger lock and the payments' locks. */
export async function storeSteps(
  tx: Tx,
  { projectId, steps }: { projectId: string; steps: readonly Step[] },
): Promise<void> {
  await Promise.all([updateRows(tx, projectId, steps), storeResults(tx, projectId, steps)]);
}

function transactionChangeOf(payment: ChannelPaymentRow) {
  return {
    referenceId: payment.id,
    amount: payment.received_amount,
    isCounted: payment.status === 'completed',
    fee: payment.fee,
    status: payment.status,
    statusContext: payment.status_context,
    risk: payment.risk,
    riskLevel: payment.risk?.level ?? null,
  };
}

export function lockPayments(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<ChannelPaymentRow[]> {
  return tx.query<ChannelPaymentRow>(
    `select ${PAYMENT_COLUMNS} from channel_payments
     where project_id = $1 and id = any($2::uuid[]) order by id for update`,
    [projectId, ids],
  );
}

/** Looks up each row by key first: a join planned when there are few payments would read all of the project's. */
export async function updateRows(tx: Tx, projectId: string, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  for (const { before, after } of steps) {
    assertMove(channelPaymentStatuses, { from: before.status, to: after.status });
  }
  const rows = steps.map((step) => step.after);
  const updated = await tx.query(
    `update channel_payments p
     set status = t.status, status_context = t.status_context, received_amount = t.received_amount,
       fee = t.fee, rate = t.rate, risk = t.risk, due_at = t.due_at,
       refund_address = t.refund_address, coin_withdrawal_id = t.coin_withdrawal_id
     from (
       select t.*, f.place
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::text[],
         $9::jsonb[], $10::timestamptz[], $11::text[], $12::uuid[])
         as t(id, from_status, status, status_context, received_amount, fee, rate, risk, due_at,
           refund_address, coin_withdrawal_id)
       cross join lateral (
         select ctid as place from channel_payments o where o.project_id = $1 and o.id = t.id offset 0) f) t
     where p.ctid = t.place and p.status = t.from_status returning 1`,
    [
      projectId,
      rows.map((row) => row.id),
      steps.map((step) => step.before.status),
      ...columnsOf(rows, 'status', 'status_context', 'received_amount', 'fee', 'rate'),
      rows.map((row) => (row.risk === null ? null : JSON.stringify(row.risk))),
      ...columnsOf(rows, 'due_at', 'refund_address', 'coin_withdrawal_id'),
    ],
  );
  if (updated.length !== steps.length)
    throw new Error('a channel payment is not in the status that was expected');
  const isResolved = ({ before, after }: Step) =>
    before.status === 'on_hold' && after.status !== 'on_hold';
  const ids = steps.filter(isResolved).map(({ after }) => after.id);
  if (ids.length > 0) await tx.instance.reactions.objectsResolved(tx, { projectId, ids });
}

/** Errors: 503 `rates_unavailable`. Never uses a stale rate. */
export function completePayment(
  instance: Instance,
  project: Project,
  payment: ChannelPaymentRow,
): ChannelPaymentRow {
  const rate = rateOf(instance, payment);
  const receiver = defined(
    instance.currencies.get(payment.received_currency),
    'currency is registered',
  );
  const price = priceChannelPayment({
    paid: payment.paid_amount,
    payCurrency: defined(
      instance.currencies.get(assetCode(payment.paid_currency)),
      'it is registered',
    ),
    receiverCurrency: receiver,
    rate,
    feePercent: feePercentOf(instance, project, { operation: 'channel', currency: receiver.code }),
  });
  return {
    ...payment,
    status: 'completed',
    status_context: null,
    received_amount: price.received,
    fee: price.fee,
    rate: rate === null ? null : formatDecimal(rate),
    due_at: null,
  };
}

function rateOf(instance: Instance, payment: ChannelPaymentRow): Decimal | null {
  const paid = assetCode(payment.paid_currency);
  if (paid === payment.received_currency) return null;
  return quoteNow(instance, { base: paid, quote: payment.received_currency }).sellRate;
}

export function creditPostings(payment: ChannelPaymentRow): Posting[] {
  const paidCurrency = assetCode(payment.paid_currency);
  const isConverted = paidCurrency !== payment.received_currency;
  const source = isConverted ? 'exchange' : 'deposits';
  const reference = { referenceType: 'ChannelPayment', referenceId: payment.id };
  const currency = payment.received_currency;
  const postings: Posting[] = [
    {
      ...reference,
      purpose: 'credit',
      from: source,
      to: 'available',
      currency,
      amount: payment.received_amount,
    },
    { ...reference, purpose: 'fee', from: source, to: 'fees', currency, amount: payment.fee },
  ];
  if (isConverted) {
    postings.unshift({
      ...reference,
      purpose: 'convert',
      from: 'deposits',
      to: 'exchange',
      currency: paidCurrency,
      amount: payment.paid_amount,
    });
  }
  return postings.filter((posting) => posting.amount > 0n);
}
