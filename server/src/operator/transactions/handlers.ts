// An object's effect on a project's money, for people who trace it from its row to the postings and the chains.

import { networkLabel } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { notFound } from '../../core/errors.ts';
import { readCursor } from '../../deposits/cursor.ts';
import { explorerUrlOf } from '../../deposits/explorer.ts';
import { presentStoredRisk } from '../../risk/present-risk.ts';
import { type Described, descriptionOf } from '../../transactions/description.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import { moneyOf, timeOf, timeOrNull } from '../present.ts';
import type { transactionsOperations } from './contract.ts';
import {
  type IncomingDeposit,
  type OutgoingWithdrawal,
  type Reference,
  readDeposits,
  readOwner,
  readPostings,
  readRowsOf,
  readWithdrawals,
} from './trace-store.ts';

export const transactionsHandlers: HandlersOf<typeof transactionsOperations> = {
  async 'transactions.trace'(app, { project: projectId, reference_id: id }) {
    const of: Reference = { projectId, id };
    const [rows, deposits, sent, owner] = await Promise.all([
      readRowsOf(app.db, of),
      readDeposits(app.db, of),
      readWithdrawals(app.db, of),
      readOwner(app.db, of),
    ]);
    const [first] = [...rows, ...deposits.map(() => DEPOSIT), ...sent.map(() => WITHDRAWAL)];
    if (first === undefined) throw notFound();
    const ids = [id, ...[...deposits, ...sent].map((each) => each.id)];
    const postings = await readPostings(app.db, projectId, ids);
    const tips = await tipsOf(
      app,
      [...deposits, ...sent].map(({ coin }) => coin),
    );
    return {
      ...{ reference_type: first.reference_type, reference_id: id, belongs_to: owner },
      rows: rows.map(({ amount, fee, fee_currency: feeIn, reference_type: _, ...row }) => ({
        ...withDescription(row),
        amount: moneyOf(app, amount, row.currency).amount,
        fee: fee === null || feeIn === null ? null : moneyOf(app, fee, feeIn),
        created_at: timeOf(row.created_at),
        booked_at: timeOrNull(row.booked_at),
      })),
      postings: postings.map(
        ({ type, reference_id, created_at, amount, currency, ...posting }) => ({
          ...{ at: timeOf(created_at), of: { type, id: reference_id }, ...posting },
          amount: moneyOf(app, amount, currency),
        }),
      ),
      on_chain: [
        ...deposits.map((deposit) => incomingPayment(app, deposit, tips)),
        ...sent.flatMap((transfer) => outgoingPayment(app, transfer, tips)),
      ],
    };
  },
};

const DEPOSIT = { reference_type: 'CoinDeposit' };
const WITHDRAWAL = { reference_type: 'CoinWithdrawal' };

/** The height up to which each chain was read. */
type Tips = ReadonlyMap<string, number>;

async function tipsOf(app: OperatorApp, coins: readonly string[]): Promise<Tips> {
  const cursors = [...new Set(coins)].map(async (code) => {
    const { feeCoin } = coinOf(app, code);
    const cursor = await readCursor(app, feeCoin);
    return cursor === null ? [] : [[code, cursor.height] as const];
  });
  return new Map((await Promise.all(cursors)).flat());
}

/**
 * A transaction in the newest block has one confirmation. Null when the chain was never read, and for off-chain
 * payments (block 0).
 */
function depthOf(
  tips: Tips,
  { coin, block_height: height }: IncomingDeposit | OutgoingWithdrawal,
): number | null {
  const tip = tips.get(coin);
  if (height === null) return 0;
  return tip === undefined || height === 0 ? null : Math.max(0, tip - height + 1);
}

function coinOf(app: OperatorApp, code: string) {
  return defined(app.knownCoins.get(code), 'what is stored is of a coin that the program knows');
}

function incomingPayment(app: OperatorApp, deposit: IncomingDeposit, tips: Tips) {
  const coin = coinOf(app, deposit.coin);
  const { risk } = deposit;
  return {
    ...{ id: deposit.id, direction: 'in' as const, coin: coin.code, network: networkLabel(coin) },
    ...{ txid: deposit.txid, explorer_url: explorerUrlOf(app, coin, deposit.txid) },
    amount: moneyOf(app, deposit.amount, coin.code),
    status: deposit.status,
    confirmations: depthOf(tips, deposit),
    confirmations_required: deposit.confirmations_required,
    sources: [...deposit.sources],
    risk: risk === null ? null : shownRisk(risk),
    is_unmatched: deposit.is_unmatched,
    seen_at: timeOf(deposit.first_seen_at),
    confirmed_at: timeOrNull(deposit.confirmed_at),
    assessed_at: risk === null ? null : timeOrNull(deposit.booked_at),
    credited_at: timeOrNull(deposit.credited_at),
  };
}

function shownRisk(stored: NonNullable<IncomingDeposit['risk']>) {
  const { score, ...rest } = presentStoredRisk(stored);
  return { ...rest, score: String(score) };
}

function outgoingPayment(app: OperatorApp, sent: OutgoingWithdrawal, tips: Tips) {
  const coin = coinOf(app, sent.coin);
  const { txid } = sent;
  if (txid === null) return [];
  return [
    {
      ...{ id: sent.id, direction: 'out' as const, coin: coin.code, network: networkLabel(coin) },
      ...{ txid, explorer_url: explorerUrlOf(app, coin, txid) },
      amount: moneyOf(app, sent.amount, coin.code),
      status: sent.status,
      confirmations: depthOf(tips, sent),
      ...{ confirmations_required: null, sources: [], risk: null, is_unmatched: false },
      seen_at: timeOf(sent.created_at),
      ...{ confirmed_at: null, assessed_at: null, credited_at: null },
    },
  ];
}

function withDescription<T extends Described>({ description_code: code, ...row }: T) {
  return { ...row, description: descriptionOf({ ...row, description_code: code }) };
}
