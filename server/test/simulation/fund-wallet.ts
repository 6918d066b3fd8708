// The operator tops up the wallet of a coin on its simulated network.
import { pay } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** The payment waits for a block. */
export async function fundWallet(world: SimulatedWorld, code: string, text: string): Promise<void> {
  const app = world.app();
  const coin = defined(app.coins.get(code), `the coin ${code}`);
  const { model } = defined(app.transferNetworks.get(code), `a network of ${code}`);
  const { address, tag } = await topUpAddress(app, { coin: code, model });
  await pay(world.simulation(code), { outputs: [{ address, tag, amount: amountOf(text, coin) }] });
}
