// Reserves the outputs that payments of the bitcoind family spend.
import type { PlannedInput, TransferPlan } from '../../chains/transfers.ts';
import { sumOf } from '../../core/group.ts';
import type { Tx } from '../../db/tx.ts';
import type { WaitReason } from '../../withdrawals/reasons.ts';
import type { PayableWithdrawal } from '../coin-wallet.ts';
import { claimOwnAddress } from '../own-address.ts';
import { signableFee } from '../transfer-fees.ts';
import { merge } from '../wallet/consolidate.ts';
import {
  lockAbove,
  lockBelow,
  lockLargest,
  lockWallet,
  takeInputs,
  walletSums,
} from '../wallet/wallet-coins.ts';
import { INPUTS_MAX, planOutputs } from './plan-outputs.ts';
import type { BatchFacts, ReservedBatch } from './reserve.ts';

/** The number of smallest sufficient outputs that are considered, besides the largest. */
const ENOUGH_MAX = 3;

/** For a withdrawal from before requests checked this (withdrawals/price.ts): no node would relay it or its batch. */
const DUST = { reason: 'not_payable', refusal: { code: 'below_dust' } } as const;

/** When the coins do not suffice for all withdrawals, the largest waits and the others proceed. */
export async function reserveOutputs(tx: Tx, batch: BatchFacts): Promise<ReservedBatch> {
  const { coinWallet } = batch;
  await lockWallet(tx, coinWallet.coin.code);
  const { network } = coinWallet;
  const isDust = (one: PayableWithdrawal) => one.received_amount < network.dustOf(one.address);
  const dust = batch.withdrawals.filter(isDust).map((withdrawal) => ({ withdrawal, ...DUST }));
  const paid = batch.withdrawals.filter((one) => !isDust(one));
  const reserved = await reservePaid(tx, { ...batch, withdrawals: paid });
  return { ...reserved, left: [...dust, ...reserved.left] };
}

/** The caller has removed dust payments. */
async function reservePaid(tx: Tx, batch: BatchFacts): Promise<ReservedBatch> {
  const { coinWallet, transferId } = batch;
  const coin = coinWallet.coin.code;
  const candidates = await lockCandidates(tx, batch);
  const { paid, short } = affordable(batch, candidates);
  while (paid.length > 0) {
    const plan = planFor(batch, candidates, paid);
    if (plan !== null && plan.fee > signableFee(coinWallet, plan, paid)) {
      // The halves of it are planned instead (reserve.ts).
      if (paid.length > 1) throw new Error('the fee is higher than a signer signs');
      const overBudget = paid.map((withdrawal) => ({
        withdrawal,
        reason: 'fee_above_budget' as const,
      }));
      return { plan: null, paid: [], left: [...overBudget, ...(await whyShort(tx, coin, short))] };
    }
    if (plan !== null) {
      await takeInputs(tx, { coin, transferId, plan });
      const changed = await withChangeAddress(tx, { plan, payments: paid.length });
      return { plan: changed, paid, left: await whyShort(tx, coin, short) };
    }
    const largest = paid.reduce((a, b) => (b.received_amount > a.received_amount ? b : a));
    paid.splice(paid.indexOf(largest), 1);
    short.push(largest);
  }
  const left = await whyShort(tx, coin, short);
  const least = left.at(-1);
  if (least?.reason === 'consolidating_funds') await mergeFor(tx, { ...batch, ...least });
  return { plan: null, paid, left };
}

/**
 * Leaves the largest payments out until the candidates can pay for the others, fees included, so that the plan of
 * thousands of payments is tried once and not for each that is left out.
 */
function affordable(
  { withdrawals, coinWallet: { network }, budget: { quote } }: BatchFacts,
  candidates: readonly PlannedInput[],
): { paid: PayableWithdrawal[]; short: PayableWithdrawal[] } {
  const bare = network.feeFor(quote, { inputs: 0, outputs: [] });
  const costOf = ({ received_amount, address }: PayableWithdrawal) =>
    received_amount + network.feeFor(quote, { inputs: 0, outputs: [address] }) - bare;
  const largest = [...candidates].sort((a, b) => (a.amount > b.amount ? -1 : 1));
  const most = sumOf(largest.slice(0, INPUTS_MAX), ({ amount }) => amount);
  let total = sumOf(withdrawals, costOf);
  const short: PayableWithdrawal[] = [];
  const falling = [...withdrawals].sort((a, b) => (a.received_amount > b.received_amount ? -1 : 1));
  for (const withdrawal of falling) {
    // Each cost may be rounded up by one.
    if (total - BigInt(withdrawals.length) <= most) break;
    short.push(withdrawal);
    total -= costOf(withdrawal);
  }
  const left = new Set(short);
  return { paid: withdrawals.filter((one) => !left.has(one)), short };
}

/** Distinguishes coins that are on their way from coins that are missing. */
async function whyShort(
  tx: Tx,
  coin: string,
  short: readonly PayableWithdrawal[],
): Promise<ReservedBatch['left']> {
  if (short.length === 0) return [];
  const { unspent, coming } = await walletSums(tx, coin);
  return short.map((withdrawal) => {
    const isThere = withdrawal.received_amount < unspent + coming;
    const reason: WaitReason = isThere ? 'consolidating_funds' : 'hot_wallet_low_balance';
    return { withdrawal, reason };
  });
}

/** When the payment needs more inputs than one transfer may have, unless incoming funds will suffice. */
async function mergeFor(
  tx: Tx,
  { coinWallet, withdrawal, budget, height }: BatchFacts & { withdrawal: PayableWithdrawal },
): Promise<void> {
  const coin = coinWallet.coin.code;
  const { coming } = await walletSums(tx, coin);
  const inputs = await lockLargest(tx, coin, INPUTS_MAX);
  // One input is reserved for the incoming amount.
  const reachable = coming + sumOf(inputs.slice(0, -1), (input) => input.amount);
  if (inputs.length < INPUTS_MAX || withdrawal.received_amount < reachable) return;
  await merge(tx, { coinWallet, inputs, quote: budget.quote, cap: budget.cap, height });
}

async function lockCandidates(tx: Tx, batch: BatchFacts): Promise<PlannedInput[]> {
  const coin = batch.coinWallet.coin.code;
  const amount = sumOf(batch.withdrawals, (withdrawal) => withdrawal.received_amount);
  const enough = await lockAbove(tx, coin, { amount, limit: ENOUGH_MAX });
  const below = await lockBelow(tx, coin, { amount, limit: INPUTS_MAX });
  const largest = await lockLargest(tx, coin, INPUTS_MAX);
  const byName = new Map(
    [...enough, ...largest, ...below].map((input) => [`${input.txid}:${input.index}`, input]),
  );
  return [...byName.values()];
}

function planFor(
  { coinWallet, budget }: BatchFacts,
  candidates: readonly PlannedInput[],
  withdrawals: readonly PayableWithdrawal[],
): TransferPlan | null {
  const [first] = candidates;
  if (first === undefined) return null;
  return planOutputs({
    coin: coinWallet.coin.code,
    network: coinWallet.network,
    candidates,
    payments: withdrawals.map((withdrawal) => ({
      address: withdrawal.address,
      tag: withdrawal.tag,
      amount: withdrawal.received_amount,
    })),
    changeAddress: first.address,
    quote: budget.quote,
  });
}

/** Of the same length. Never an address that is paid here: the payment must reveal a restored database. */
async function withChangeAddress(
  tx: Tx,
  { plan, payments }: { plan: TransferPlan; payments: number },
): Promise<TransferPlan> {
  const change = plan.outputs[payments];
  if (change === undefined) return plan;
  const paid = plan.outputs.slice(0, payments);
  const { address } = await claimOwnAddress(
    tx,
    plan.coin,
    paid.map((output) => output.address),
  );
  return { ...plan, outputs: [...paid, { ...change, address }] };
}
