// Every coin of the evm family works completely in the sandbox once it is enabled: an invoice is paid and credited, a
// withdrawal is sent, both on its network. New definitions are covered automatically.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { firstAddressOf } from '../../src/coins/nodes.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { finalDepth } from '../../src/deposits/depth.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, newInvoice } from './support.ts';

const family = [...definedCoins.values()].filter(({ nodes }) => nodes.family === 'evm');
const further = family.filter(({ nodes }) => firstAddressOf(nodes) > 0);
const codesOf = (isToken: boolean) =>
  family.filter(({ token, isOptional }) => isOptional && (token !== null) === isToken);
const ON = {
  CHAINTILL_COINS: codesOf(false)
    .map(({ code }) => code)
    .join(),
  CHAINTILL_TOKENS: codesOf(true)
    .map(({ code }) => code)
    .join(),
};

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld(ON, { coins: family.map(({ code }) => code), audits: 'at-end' });
  merchant = await world.merchant();
  const assets = new Set(further.map(({ asset }) => asset.code));
  await credit(world, merchant, Object.fromEntries([...assets].map((asset) => [asset, '1000'])));
}, 120_000);
afterAll(() => world.close());

test.each(further.map(({ code }) => code))(
  '%s is received and sent',
  async (code) => {
    const coin = defined(world.app.coins.get(code), code);
    const { asset, network, feeCoin } = coin;
    for (const wallet of new Set([feeCoin, code])) {
      await fillWallet(world, wallet, ['100']);
      await world.mine(wallet, finalDepth(defined(world.app.coins.get(wallet), wallet)));
    }
    const invoice = await newInvoice(merchant, { pay_currency: asset.code, network });
    expect(invoice).toMatchObject({ pay_currency: asset.code, network });
    const before = Number(await balanceOf(merchant, 'EUR'));
    await world.pay({ invoice_id: invoice.id });
    await world.mine(code, finalDepth(coin));
    expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
    expect(Number(await balanceOf(merchant, 'EUR')) - before).toBeCloseTo(9.9, 6);
    const made = await merchant.api.coinWithdrawals.create({
      charged_currency: asset.code,
      received_currency: asset.code,
      received_amount: '50',
      address: foreignAddress(coin, 'payee', 1),
      network,
      force_commit: true,
    });
    await world.settle();
    for (let round = 0; round < 3; round++) {
      await world.mine(feeCoin);
      await world.advance(31_000);
      await world.mine(code);
    }
    const sent = await merchant.api.coinWithdrawals.get(made.id);
    expect(sent).toMatchObject({ status: 'completed', received_amount: '50.0', network });
  },
  60_000,
);

test('each asset is listed once, with all its networks', async () => {
  const coins = await merchant.api.coins.list();
  for (const { asset, network } of further) {
    const listed = coins.filter(({ currency }) => currency === asset.code);
    expect(listed).toHaveLength(1);
    expect(listed[0]?.networks.map((one) => one.network)).toContain(network);
  }
});
