// Money for tests: manual credits to a merchant's accounts, and coins in the wallets on the simulated network.
import { payMany } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import type { Merchant, World } from './world.ts';

/** Credits the merchant's accounts; amounts by currency. */
export async function credit(
  world: World,
  merchant: Merchant,
  amounts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [code, text] of Object.entries(amounts)) {
    const currency = defined(world.app.currencies.get(code), `the currency ${code}`);
    const amount = amountOf(text, currency);
    const projectId = merchant.project.id;
    await adjustAccount(world.app, { projectId, currency: code, amount, reason: 'test funds' });
  }
}

/** Puts coins into the wallet, one payment each, and mines them. */
export async function fillWallet(
  world: World,
  code: string,
  amounts: readonly string[],
): Promise<void> {
  const coin = defined(world.app.coins.get(code), `the coin ${code}`);
  const { model } = defined(world.app.transferNetworks.get(code), `a network of ${code}`);
  const payments = [];
  for (const text of amounts) {
    const { address, tag } = await topUpAddress(world.app, { coin: code, model });
    payments.push({ outputs: [{ address, tag, amount: amountOf(text, coin) }] });
  }
  await payMany(world.simulation(code), payments);
  await world.mine(code, 6);
}
