// Unmatched deposits: the operator's list and decisions.

import { CANCEL_CODES } from '../../contract/withdrawal-codes.ts';
import { defined } from '../../core/assert.ts';
import { invalid, rule } from '../../core/errors.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { parseIsoTime } from '../../core/time-text.ts';
import { pageOfContested } from '../../deposits/contested.ts';
import { listUnknownTokens } from '../../deposits/unknown-tokens.ts';
import { type DecidedPlace, decisionsOf, pageOfDecided } from '../../deposits/unmatched.ts';
import { attachUnmatched } from '../../inbox/attach.ts';
import { pageOfWaiting } from '../../inbox/coin-deposit.ts';
import { creditUnmatched, previewUnmatched, refundUnmatched } from '../../inbox/refund.ts';
import { findDeposit, RepeatedDecision } from '../../inbox/unmatched.ts';
import { findWithdrawalOfAny } from '../../withdrawals/present.ts';
import { type HandlersOf, keyOf, type OperatorApp } from '../operator.ts';
import {
  moneyOf,
  PAGE,
  requestedOrder,
  requestedPage,
  requestedSpan,
  shownPage,
  withTexts,
} from '../present.ts';
import { DECISION_CODES, type depositsOperations } from './contract.ts';

export const depositsHandlers: HandlersOf<typeof depositsOperations> = {
  async 'deposits.unmatched'(app, input) {
    const page = await pageOfWaiting(app.db, {
      projectId: input.project ?? null,
      coin: input.coin ?? null,
      reason: input.reason ?? null,
      txid: input.txid ?? null,
      order: requestedOrder(input, { amount: 'amount', currency: 'coin' }),
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => ({
      ...row,
      amount: moneyOf(app, row.amount, row.coin),
      why: textsOf('inbox', 'en')[row.reason],
      seen_at: row.first_seen_at,
      came_to: ownerOf(row),
      risk: row.risk?.level ?? null,
    }));
  },
  async 'deposits.preview'(app, { deposit_id }) {
    const found = await previewUnmatched(app, deposit_id);
    const money = (amount: bigint) => moneyOf(app, amount, found.coin);
    const { credit, networkFee, received } = found;
    return {
      id: deposit_id,
      amount: money(found.amount),
      credit: credit === null ? null : { fee: money(credit.fee), credited: money(credit.credited) },
      network_fee: networkFee === null ? null : money(networkFee),
      received: received === null ? null : money(received),
    };
  },
  async 'deposits.history'(app, { deposit_id }) {
    await findDeposit(app.db, deposit_id);
    return (await decisionsOf(app.db, deposit_id)).map((row) => ({
      ...row,
      at: row.created_at,
      facts: withTexts(row.facts),
    }));
  },
  async 'deposits.resolutions'(app, input) {
    const page = await pageOfDecided(app.db, {
      projectId: input.project ?? null,
      txid: input.txid ?? null,
      coins: [...app.coins.keys()],
      span: requestedSpan(input),
      after: input.after === undefined ? null : placeOf(input.after),
      limit: input.limit ?? PAGE,
    });
    return shownPage(page, (row) => {
      const { reason, cancel_code, decision_code } = withTexts(row.facts);
      return {
        ...row,
        at: row.created_at,
        amount: moneyOf(app, row.amount, row.coin),
        reason: typeof reason === 'string' ? reason : null,
        cancel_code: CANCEL_CODES.find((code) => code === cancel_code) ?? null,
        decision_code: DECISION_CODES.find((code) => code === decision_code) ?? null,
      };
    });
  },
  async 'deposits.contested'(app, input) {
    return shownPage(await pageOfContested(app.db, requestedPage(input)), (row) => ({
      ...row,
      amount: moneyOf(app, row.amount, row.coin),
      owner: ownerOf(row),
      proof: row.double_spend_proof,
      seen_at: row.first_seen_at,
    }));
  },
  async 'deposits.unknown-tokens'(app) {
    const { arrivals, omitted } = await listUnknownTokens(app);
    return {
      arrivals: arrivals.map((arrival) => ({
        ...arrival,
        network: app.knownCoins.get(arrival.coin)?.network ?? arrival.coin,
        amount: arrival.amount.toString(),
      })),
      omitted,
    };
  },
  async 'deposits.credit'(app, { deposit_id, project, reason }, { objectId }) {
    const requested = { depositId: deposit_id, projectId: project, reason, ...requestOf(objectId) };
    await creditUnmatched(app, requested).catch(ignoreRepeated);
    const { amount, coin } = await findDeposit(app.db, deposit_id);
    return { id: deposit_id, project_id: project, credited: moneyOf(app, amount, coin) };
  },
  async 'deposits.refund'(app, { deposit_id, to, reason, project }, { actor, objectId }) {
    const requested = {
      depositId: deposit_id,
      projectId: project ?? null,
      address: to,
      reason,
      ...(actor.userId !== undefined && { apiKey: keyOf(actor) }),
      ...requestOf(objectId),
    };
    const made = await refundUnmatched(app, requested).catch(ignoreRepeated);
    const { id, status } = made ?? (await sentBefore(app, deposit_id, objectId));
    return { id: deposit_id, withdrawal_id: id, withdrawal_status: status };
  },
  async 'deposits.attach'(app, { deposit_id, id, reason }, { objectId }) {
    const requested = { depositId: deposit_id, ownerId: id, reason, ...requestOf(objectId) };
    const made = await attachUnmatched(app, requested).catch(ignoreRepeated);
    const deposit = made?.deposit ?? (await findDeposit(app.db, deposit_id));
    const type = made?.ownerType ?? `${(await decidedBefore(app, deposit_id, objectId)).to}`;
    const attached = moneyOf(app, deposit.amount, deposit.coin);
    return { id: deposit_id, attached, owner: { type, id } };
  },
};

const requestOf = (objectId: string | undefined) =>
  objectId === undefined ? {} : { request: objectId };

/** A retry of a request whose response was lost. */
function ignoreRepeated(error: unknown): undefined {
  if (!(error instanceof RepeatedDecision)) throw error;
  return undefined;
}

async function decidedBefore({ db }: OperatorApp, depositId: string, request: string | undefined) {
  const all = await decisionsOf(db, depositId);
  return defined(
    all.find(({ facts }) => facts['request'] === request),
    'a repeated decision is stored',
  ).facts as { readonly to?: string; readonly withdrawal_id?: string };
}

async function sentBefore(app: OperatorApp, depositId: string, request: string | undefined) {
  const { withdrawal_id: id = '' } = await decidedBefore(app, depositId, request);
  return defined(await findWithdrawalOfAny(app.db, id), 'what was sent back is a withdrawal');
}

/** Errors: 422 for an invalid cursor. */
function placeOf([at = '', seq = '']: readonly string[]): DecidedPlace {
  const time = parseIsoTime(at);
  if (time === null || !/^\d{1,18}$/.test(seq)) throw invalid(rule.form('after', 'place'));
  return { at: new Date(time), seq };
}

function ownerOf(row: { owner_type: string | null; owner_id: string | null }) {
  const { owner_type: type, owner_id: id } = row;
  return type === null || id === null ? null : { type, id };
}
