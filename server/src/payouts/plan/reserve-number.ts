// Reserves a sender's next number (nonce or, on XRP, sequence). The sender is the hot address if it holds enough; on
// Ethereum otherwise the deposit address with the lowest sufficient balance. If none suffices, deposit addresses are
// swept into the hot address first. A token's sender also needs the coin that pays its fee, which is supplied first.
import type { TransferNetwork, TransferPlan } from '../../chains/transfers.ts';
import type { Tx } from '../../db/tx.ts';
import { freeNumber, lockHotSender, otherSenders, type Sender } from '../sending-addresses.ts';
import { plannedFee, signableFee } from '../transfer-fees.ts';
import { collect } from '../wallet/collect.ts';
import { supplyGas } from '../wallet/supply-gas.ts';
import type { Reserved, ReserveFacts } from './reserve.ts';

export async function reserveNumber(tx: Tx, reserve: ReserveFacts): Promise<Reserved> {
  const { coinWallet, withdrawal, budget, supply } = reserve;
  const coin = coinWallet.coin.code;
  const hot = await lockHotSender(tx, coin);
  if (hot === null) return { reason: 'hot_wallet_low_balance' };
  const shape = { inputs: 0, outputs: [withdrawal.address], gas: reserve.gas };
  const fees = plannedFee(coinWallet.network, budget, shape);
  const { fee } = fees;
  const origin = { sender: hot.address, number: 0 };
  const most = signableFee(coinWallet, { coin, origin }, [withdrawal]);
  if (fee > budget.cap || fee > most || (supply !== null && fee > supply.most))
    return { reason: 'fee_above_budget' };
  const needed = withdrawal.received_amount + (supply === null ? fee : 0n);
  const sender = await chooseSender(tx, coin, { hot, needed, ...(supply && { fee }) });
  const supplied = async (to: Sender) =>
    supply && supplyGas(tx, { supply, sender: to, fee, projectId: withdrawal.project_id });
  if (sender === null) {
    const reason = await collect(tx, { ...reserve, hot, needed });
    // In parallel with the sweep, so that the payment does not wait for gas.
    if (reason === 'consolidating_funds') await supplied(hot);
    return { reason };
  }
  const lacking = await supplied(sender);
  if (lacking !== null) return { reason: lacking };
  const plan: TransferPlan = {
    coin,
    origin: { sender: sender.address, number: await freeNumber(tx, coin, sender) },
    outputs: [
      { address: withdrawal.address, tag: withdrawal.tag, amount: withdrawal.received_amount },
    ],
    ...fees,
    ...(reserve.gas === undefined ? {} : { gas: reserve.gas }),
    ...expiryFrom(coinWallet.network, reserve.height),
  };
  return { plan };
}

/** The last block that may include a transfer planned at this height, on networks where transfers expire. */
export function expiryFrom(
  { expiry }: TransferNetwork,
  height: number,
): Pick<TransferPlan, 'expiresAtHeight'> {
  return expiry === undefined ? {} : { expiresAtHeight: height + expiry.blocks };
}

interface SenderRequest {
  readonly hot: Sender;
  readonly needed: bigint;
  /** Set when the fee is paid in another coin. */
  readonly fee?: bigint;
}

async function chooseSender(
  tx: Tx,
  coin: string,
  requested: SenderRequest,
): Promise<Sender | null> {
  const { hot, needed, ...fee } = requested;
  if (hot.spendable >= needed) return hot;
  const order = { order: 'rising', limit: 1, ...fee } as const;
  const [least] = await otherSenders(tx, coin, { atLeast: needed, ...order });
  return least ?? null;
}
