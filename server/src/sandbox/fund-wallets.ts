// The coins that back the demo project's balances. On its first start the sandbox pays them into the coin wallet's own
// addresses on the simulated networks, in several payments, so that several withdrawals can be sent at once.
import type { App } from '../app.ts';
import type { SimulatedPayment } from '../chains/simulated/check-payment.ts';
import { mine } from '../chains/simulated/mine.ts';
import { payMany } from '../chains/simulated/pay.ts';
import { rulesOf } from '../chains/simulated/rules.ts';
import { amountOf } from '../core/money.ts';
import { readSetting, storeFirstSetting } from '../db/settings.ts';
import { finalDepth } from '../deposits/depth.ts';
import { topUpAddress } from '../payouts/own-address.ts';
import type { Simulations } from './sandbox.ts';

const SETTING = 'wallet_funds';
/** Once per database and coin. A crash in between may pay twice, which is harmless in a sandbox. */
export async function fundWallets(app: App, simulations: Simulations): Promise<void> {
  for (const simulation of simulations.values()) {
    const { coin } = simulation;
    const name = `${SETTING}:${coin.code}`;
    const isDone = (await readSetting(app.db, name)) !== undefined;
    const { pieces, amount } = coin.demo.wallet;
    if (isDone) continue;
    const payments: SimulatedPayment[] = [];
    for (let piece = 0; piece < pieces; piece++) {
      const wallet = { coin: coin.code, model: rulesOf(coin.code).model };
      const { address, tag } = await topUpAddress(app, wallet);
      payments.push({ outputs: [{ address, tag, amount: amountOf(amount, coin) }] });
    }
    await payMany(simulation, payments);
    // Mines to the depth at which the funds count immediately: otherwise, no wallet would cover the merchants' balances
    // for minutes.
    await mine(simulation, { count: finalDepth(coin) });
    await storeFirstSetting(app.db, name, true);
  }
}
