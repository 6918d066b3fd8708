// Supplies a token address with fees from the fee coin's hot address. The moved amount stays ours.
import type { App } from '../../app.ts';
import type { FeeQuotes, TransferPlan } from '../../chains/transfers.ts';
import { smaller } from '../../core/money.ts';
import type { Tx } from '../../db/tx.ts';
import { FEE_BUDGET_FACTOR } from '../../keys/intent.ts';
import { senderName } from '../../withdrawals/withdrawal.ts';
import { notifyWorker } from '../../workers/worker.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { findQuarantine } from '../quarantine.ts';
import { freeNumber, lockHotSender, refreshSenders, type Sender } from '../sending-addresses.ts';
import { insertReserved } from '../store-transfers.ts';
import { feeLimit } from '../transfer-fees.ts';

export interface GasSupply {
  readonly coinWallet: CoinWallet;
  readonly quotes: FeeQuotes;
  /** Of the best block of that coin's chain. */
  readonly height: number;
  /** False while the coin itself may not be sent. It is then not supplied anywhere. */
  readonly isOpen: boolean;
  /** For one supply and for a planned fee: the highest fee that a signer signs for one transfer. */
  readonly most: bigint;
}

/** Two to a deposit address, so that its transfer can be replaced. More to the hot address saves transfers. */
const FEES_BROUGHT = 2n;
const FEES_BROUGHT_HOT = 10n;

/**
 * Null for a coin that pays its own fees. Queried only after the comparison with the chain, which an earlier query
 * would falsify. Throws ChainUnavailable.
 */
export async function gasSupply(app: App, coinWallet: CoinWallet): Promise<GasSupply | null> {
  const { fees } = coinWallet;
  if (fees === null) return null;
  const { code } = fees.coin;
  const isOpen = app.sendableCoins.has(code) && (await findQuarantine(app.db, code)) === null;
  if (isOpen) await refreshSenders(app, fees);
  const quotes = await fees.network.feeQuotes();
  const most = feeLimit(app, coinWallet);
  return { coinWallet: fees, quotes, height: (await fees.chain.tip()).height, isOpen, most };
}

export interface GasRequest {
  readonly supply: GasSupply;
  /** Under the lock of the token's hot sender. */
  readonly sender: Sender;
  /** Of the transfer to be made. */
  readonly fee: bigint;
  /** Bears the cost of the supply. */
  readonly projectId: string | null;
}

/** Null when the sender can pay the fee; otherwise the wait reason. */
export async function supplyGas(
  tx: Tx,
  requested: GasRequest,
): Promise<'waiting_for_gas' | 'insufficient_gas' | null> {
  const { supply, sender, fee } = requested;
  if (sender.for_fees >= fee) return null;
  if (sender.awaits_gas || !supply.isOpen) return 'waiting_for_gas';
  const { code } = supply.coinWallet.coin;
  // This transfer may already be on the chain without being in the database.
  if ((await findQuarantine(tx, code)) !== null) return 'waiting_for_gas';
  const hot = await lockHotSender(tx, code);
  const amount = fundedFor(requested);
  const cost = supply.quotes.average;
  const tip = supply.quotes.tips?.average;
  if (hot === null || hot.spendable < amount + cost) return 'insufficient_gas';
  const origin = { sender: hot.address, number: await freeNumber(tx, code, hot) };
  const outputs = [{ address: sender.address, tag: null, amount }];
  const fees = { fee: cost, ...(tip === undefined ? {} : { tip }) };
  await plan(tx, { ...requested, plan: { coin: code, origin, outputs, ...fees } });
  return 'waiting_for_gas';
}

/** The minimum missing amount; no plan has a fee above the limit. */
function fundedFor({ supply, sender, fee }: GasRequest): bigint {
  const wanted = fee * (sender.is_hot ? FEES_BROUGHT_HOT : FEES_BROUGHT);
  return smaller(wanted, supply.most) - sender.for_fees;
}

async function plan(tx: Tx, requested: GasRequest & { plan: TransferPlan }): Promise<void> {
  const { supply, sender, projectId } = requested;
  await insertReserved(tx, {
    purpose: 'gas',
    projectId,
    plan: requested.plan,
    feeCap: requested.plan.fee * FEE_BUDGET_FACTOR,
    height: supply.height,
    facts: { gas_for: sender.address },
  });
  await notifyWorker(tx, senderName(requested.plan.coin));
}
