// Withdrawals: the operator's list, and decisions about those that need a person.
import type { Actor, OutputOf } from '../../contract/operator/operation.ts';
import { invalid, rule } from '../../core/errors.ts';
import type { Tx } from '../../db/tx.ts';
import { cancelWithdrawal, retryWithdrawal } from '../../payouts/recover/cancel.ts';
import { verifiedRound } from '../../payouts/recover/verified-round.ts';
import { voidWithdrawal } from '../../payouts/recover/void.ts';
import { attemptsOf, sentText, wasItSent } from '../../payouts/send/attempts.ts';
import type { ApproverCredential } from '../../policy/approvers.ts';
import { readPolicyJournal } from '../../policy/policy-journal.ts';
import { approveWithdrawal, noteRefusal, refuseOnHold } from '../../withdrawals/approve.ts';
import { releaseWithdrawal } from '../../withdrawals/follow.ts';
import { type OperatorRow, pageOfWithdrawals } from '../../withdrawals/present.ts';
import {
  type CancelReason,
  cancelText,
  holdText,
  type WaitDetail,
  waitMessage,
  waitText,
} from '../../withdrawals/reasons.ts';
import type { WithdrawalRow } from '../../withdrawals/withdrawal.ts';
import { decisionText, shownDecision } from '../object-facts.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import {
  moneyOf,
  requestedOrder,
  requestedPage,
  requestedSpan,
  shownPage,
  withTexts,
} from '../present.ts';
import { coinWalletOf, parseAddresses } from '../read-input.ts';
import type { withdrawalsOperations } from './contract.ts';
import { dryRun, findNamedWithdrawal, priceOf } from './dry-run.ts';
import { readDestination } from './read-destination.ts';

type Operations = typeof withdrawalsOperations;
type ReadOperation =
  | 'withdrawals.list'
  | 'withdrawals.show'
  | 'withdrawals.dry-run'
  | 'withdrawals.read-destination';
type Decisions = Omit<HandlersOf<Operations>, ReadOperation>;
type Summary = OutputOf<Operations['withdrawals.list']>['rows'][number];
type Released = OutputOf<Operations['withdrawals.release']>;

const withdrawalDecisions: Decisions = {
  async 'withdrawals.release'(app, { withdrawal_id }) {
    const before = await findNamedWithdrawal(app, withdrawal_id);
    const after = await releaseWithdrawal(app, { id: before.project_id }, before.id);
    return endRelease(app, before, after);
  },
  async 'withdrawals.cancel'(app, { withdrawal_id, reason }) {
    const row = await findNamedWithdrawal(app, withdrawal_id);
    const first = (tx: Tx) => noteRefusal(tx, { row, reason });
    await cancel(app, { row, reason, first });
    return { id: row.id, project_id: row.project_id };
  },
  async 'withdrawals.cancel-by-replacement'(app, { withdrawal_id, reason }) {
    const row = await findNamedWithdrawal(app, withdrawal_id);
    const coinWallet = coinWalletOf(app, row.received_currency);
    const requested = { projectId: row.project_id, id: row.id, reason };
    return { id: row.id, txid: await voidWithdrawal(app, coinWallet, requested) };
  },
  async 'withdrawals.retry'(app, { withdrawal_id }) {
    const row = await findNamedWithdrawal(app, withdrawal_id);
    const coinWallet = coinWalletOf(app, row.received_currency);
    const round = await verifiedRound(app, row.received_currency);
    const requested = { projectId: row.project_id, id: row.id, verifiedRound: round };
    await retryWithdrawal(app, coinWallet, requested);
    return { id: row.id };
  },
  async 'withdrawals.approve'(app, input, { actor }) {
    const credential = credentialOf(actor, input);
    const before = await findNamedWithdrawal(app, input.withdrawal_id);
    const claim = { projectId: before.project_id, id: before.id, ...credential };
    const { given, needed, row } = await approveWithdrawal(app, claim);
    const released = given < needed ? null : await endRelease(app, before, row);
    return { id: row.id, given, needed, released };
  },
  async 'withdrawals.reject'(app, { reason, ...input }, { actor }) {
    const credential = credentialOf(actor, input);
    const row = await findNamedWithdrawal(app, input.withdrawal_id);
    const claim = { projectId: row.project_id, id: row.id, ...credential };
    const first = (tx: Tx) => refuseOnHold(tx, { claim, reason });
    await cancel(app, { row, reason, first });
    return { id: row.id, project_id: row.project_id };
  },
};

export const withdrawalsHandlers: HandlersOf<typeof withdrawalsOperations> = {
  ...withdrawalDecisions,
  async 'withdrawals.list'(app, input) {
    const page = await pageOfWithdrawals(app.db, {
      projectId: input.project ?? null,
      status: input.status ?? null,
      coin: input.coin ?? null,
      currency: input.currency ?? null,
      customId: input.custom_id ?? null,
      customerId: input.customer_id ?? null,
      addresses: input.address === undefined ? null : parseAddresses(app, input.address),
      txid: input.txid ?? null,
      waitsFor: input.waits_for ?? null,
      order: requestedOrder(input, { amount: 'received_amount', currency: 'coin' }),
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => summaryOf(app, row));
  },
  'withdrawals.dry-run': dryRun,
  'withdrawals.read-destination': readDestination,
  async 'withdrawals.show'(app, { withdrawal_id }) {
    const row = await findNamedWithdrawal(app, withdrawal_id);
    const attempts = await attemptsOf(app.db, row);
    const sent = wasItSent(attempts, row);
    const people = await readPolicyJournal(app.db, row.project_id, row.id);
    return {
      ...summaryOf(app, row),
      ...requestOf(app, row),
      price: await priceOf(app, row),
      people: people.map((entry) => ({
        ...entry,
        at: entry.created_at,
        facts: withTexts(entry.facts),
      })),
      sent: sentText(sent),
      was_sent: sent,
      attempts,
    };
  },
};

function requestOf(app: OperatorApp, row: OperatorRow) {
  const { value, value_currency: currency } = row;
  return {
    value: value === null || currency === null ? null : moneyOf(app, value, currency),
    decided: row.decision === null ? null : decisionText(row.decision),
    decision: row.decision === null ? null : shownDecision(row.decision),
    beneficiary: row.beneficiary === null ? null : { ...row.beneficiary },
  };
}

function summaryOf(app: OperatorApp, row: OperatorRow) {
  return {
    ...row,
    sends: moneyOf(app, row.received_amount, row.received_currency),
    charged: moneyOf(app, row.charged_amount, row.charged_currency),
    ...reasonsOf(row),
    ...waitOf(row),
  };
}

/** Why it is not sent. A failed or canceled withdrawal waits for nothing. */
function reasonsOf(row: OperatorRow): Pick<Summary, 'waits_for' | 'ended_because'> {
  const { status, hold } = row;
  const why = status === 'on_hold' ? hold && holdText(hold) : waitText(payoutWait(row));
  if (status !== 'failed' && status !== 'cancelled') return { waits_for: why, ended_because: null };
  return { waits_for: null, ended_because: why ?? cancelText(row) };
}

const payoutWait = (row: OperatorRow) => ({
  wait_reason: row.payout_waits,
  wait_detail: row.payout_detail,
});

type Waiting = Pick<
  Summary,
  'wait_code' | 'wait_message' | 'wait_detail' | 'wait_subject' | 'wait_facts'
>;

const SHOWN_VERBATIM = { wait_detail: null, wait_subject: null, wait_facts: null } as const;

/** The wait as structured values, for clients that write their own texts. */
function waitOf(row: OperatorRow): Waiting {
  const { status, payout_waits: reason, payout_detail: detail } = row;
  if (status === 'on_hold') return shownHold(row);
  if (reason !== null) return { wait_code: reason, ...shownDetail(detail) };
  const why = cancelText(row);
  if (why === null) return { ...SHOWN_VERBATIM, wait_code: null, wait_message: null };
  return {
    ...SHOWN_VERBATIM,
    wait_detail: row.cancel_code,
    wait_code: 'cancelled',
    wait_message: why,
  };
}

function shownDetail(detail: WaitDetail | null): Omit<Waiting, 'wait_code'> {
  if (detail === null) return { ...SHOWN_VERBATIM, wait_message: null };
  const shown = { ...SHOWN_VERBATIM, wait_message: waitMessage(detail) };
  if ('message' in detail) return shown;
  const { code, ...facts } = detail;
  return { ...shown, wait_detail: code, wait_facts: facts };
}

function shownHold({ hold }: OperatorRow): Waiting {
  if (hold === null) return { ...SHOWN_VERBATIM, wait_code: 'held', wait_message: null };
  if (hold.code === 'above_transaction_limit')
    return { ...SHOWN_VERBATIM, wait_code: 'above_transaction_limit', wait_message: null };
  const message = { wait_code: 'held', wait_message: holdText(hold) } as const;
  if (hold.code === 'rule') return { ...SHOWN_VERBATIM, ...message };
  const about = hold.code === 'possibly_paid' ? hold.txid : hold.address;
  return { ...message, ...SHOWN_VERBATIM, wait_detail: hold.code, wait_subject: about };
}

/** A signed-in person is an approver by their role. Errors: 422 for a person without that role who gives no name. */
function credentialOf(
  { userId, name }: Actor,
  { approver, code = '' }: { approver: string | undefined; code: string | undefined },
): ApproverCredential {
  if (userId !== undefined) return { user: { id: userId, name } };
  if (approver === undefined) throw invalid(rule.filled('approver'));
  return { name: approver, code };
}

/** A withdrawal whose price rose above its limit is canceled. */
async function endRelease(
  app: OperatorApp,
  before: WithdrawalRow,
  after: WithdrawalRow,
): Promise<Released> {
  if (after.status === 'on_hold') {
    const price = await priceOf(app, after);
    const code = 'price_above_limit';
    await cancel(app, { row: after, reason: { code }, first: async () => undefined });
    const cancelled_because = cancelText({ cancel_code: code, cancelled_for: null });
    const why = { cancelled_because, cancelled_detail: code } as const;
    return { id: after.id, released: false, price, ...why, repriced: null };
  }
  const repriced =
    after.repriced === null
      ? null
      : {
          charged: moneyOf(app, after.charged_amount, after.charged_currency),
          rate: after.rate,
          was: moneyOf(app, before.charged_amount, before.charged_currency),
          was_rate: before.rate,
        };
  const unhindered = { price: null, cancelled_because: null, cancelled_detail: null };
  return { id: after.id, released: true, ...unhindered, repriced };
}

async function cancel(
  app: OperatorApp,
  {
    row,
    reason,
    first,
  }: { row: WithdrawalRow; reason: CancelReason; first: (tx: Tx) => Promise<void> },
): Promise<void> {
  const coinWallet = coinWalletOf(app, row.received_currency);
  const round = await verifiedRound(app, row.received_currency);
  const requested = { projectId: row.project_id, id: row.id, reason, first, verifiedRound: round };
  await cancelWithdrawal(app, coinWallet, requested);
}
