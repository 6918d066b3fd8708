// Takes a sender's next number for a payment of ETH or XRP: the hot address when it holds enough, else on ETH
// the least deposit address that does, else deposit addresses are swept into the hot one first.
import type { App } from '../app.ts';
import type { TransferNetwork, TransferPlan } from '../chains/transfers.ts';
import type { Tx } from '../db/database.ts';
import { collect } from './collect.ts';
import type { Reserved, ReserveFacts } from './reserve.ts';
import { freeNumber, lockHotSender, otherSenders, type Sender } from './senders.ts';

export async function reserveNumber(tx: Tx, app: App, facts: ReserveFacts): Promise<Reserved> {
  const { treasury, withdrawal, budget } = facts;
  const coin = treasury.coin.code;
  const hot = await lockHotSender(tx, coin);
  if (hot === null) return { reason: 'hot wallet short' };
  const fee = treasury.network.feeFor(budget.quote, {
    inputs: 0,
    outputs: [withdrawal.address],
    gas: facts.gas,
  });
  if (fee > budget.cap) return { reason: 'network fee above the budget' };
  const needed = withdrawal.received_amount + fee;
  const sender = await chooseSender(tx, coin, { hot, needed });
  if (sender === null) {
    const isComing = await collect(tx, app, { ...facts, hot, needed });
    return { reason: isComing ? 'collecting coins' : 'hot wallet short' };
  }
  const plan: TransferPlan = {
    coin,
    origin: { sender: sender.address, number: await freeNumber(tx, coin, sender) },
    outputs: [
      { address: withdrawal.address, tag: withdrawal.tag, amount: withdrawal.received_amount },
    ],
    fee,
    ...(facts.gas === undefined ? {} : { gas: facts.gas }),
    ...expiryFrom(treasury.network, facts.height),
  };
  return { plan };
}

/** The last block that may hold what is planned at a height, where the network knows such an end. */
export function expiryFrom(
  { expiry }: TransferNetwork,
  height: number,
): Pick<TransferPlan, 'expiresAtHeight'> {
  return expiry === undefined ? {} : { expiresAtHeight: height + expiry.blocks };
}

async function chooseSender(
  tx: Tx,
  coin: string,
  wish: { hot: Sender; needed: bigint },
): Promise<Sender | null> {
  if (wish.hot.spendable >= wish.needed) return wish.hot;
  const [least] = await otherSenders(tx, coin, {
    atLeast: wish.needed,
    order: 'rising',
    limit: 1,
  });
  return least ?? null;
}
