// The wrong asset on the right network: every coin of this instance on a network is paid to the address of an invoice
// or a channel in every other coin. Each payment is recorded with its reason, and can be credited or returned; the
// ledger matches the wallets at the end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { accountFacts } from '../../src/chains/simulated/wallet-view.ts';
import type { Coin } from '../../src/coins/coin.ts';
import { defined } from '../../src/core/assert.ts';
import { checkCover } from '../../src/operator/doctor/check-nodes.ts';
import { isShort, solvencyOf } from '../../src/payouts/wallet/solvency.ts';
import { fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, newInvoice } from './support.ts';

const ON = {
  CHAINTILL_COINS: 'POL',
  CHAINTILL_TOKENS: 'USDT,USDC,USDT.polygon,USDC.polygon',
};
const NETWORKS = {
  ethereum: ['ETH', 'USDT', 'USDC'],
  polygon: ['POL', 'USDT.polygon', 'USDC.polygon'],
};
const COINS = Object.values(NETWORKS).flat();
const PAIRS = Object.values(NETWORKS).flatMap((coins) =>
  coins.flatMap((paid) =>
    coins.filter((requested) => requested !== paid).map((requested) => [paid, requested]),
  ),
) as [string, string][];
/** Deep enough for any amount on both networks. */
const DEEP = { ETH: 33, POL: 127 } as Readonly<Record<string, number>>;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld(ON, { coins: COINS });
  await fillWallet(world, 'ETH', ['5']);
  await fillWallet(world, 'POL', ['500']);
  await world.mine('ETH', 33);
  await world.mine('POL', 127);
  merchant = await world.merchant();
});
afterAll(() => world.close());

const coinOf = (code: string): Coin => defined(world.app.coins.get(code), code);
const depthOf = (code: string) => DEEP[coinOf(code).feeCoin] ?? 33;
const AMOUNTS: Readonly<Record<string, string>> = { ETH: '0.75', POL: '100.0' };
const amountOf = (code: string) => AMOUNTS[code] ?? '120.0';

async function addressFor(code: string, kind: 'invoice' | 'channel'): Promise<string> {
  const { asset, network } = coinOf(code);
  const pay = { pay_currency: asset.code, network };
  if (kind === 'invoice')
    return (await newInvoice(merchant, { ...pay, price_amount: '100' })).address;
  const terms = { name: 'Top-up', receiver_currency: asset.code };
  return (await merchant.api.channels.create({ ...terms, ...pay })).address;
}

/** Supplies gas, and mines sweeps and payments, until the condition holds. */
async function goOn(paid: string, isOver: () => Promise<boolean>, rounds = 15): Promise<void> {
  const { feeCoin } = coinOf(paid);
  for (let round = 0; round < rounds && !(await isOver()); round++) {
    await world.advance(31_000);
    await world.mine(feeCoin);
    if (paid !== feeCoin) await world.mine(paid);
  }
  expect(await isOver()).toBe(true);
}

const isPaid = (code: string, address: string) => async () =>
  (await paidOnChain(code, address)) > 0n;

async function payWrong(paid: string, address: string): Promise<string> {
  const before = new Set((await merchant.api.coinDeposits.list()).data.map(({ id }) => id));
  await world.pay({ currency: paid, address, amount: amountOf(paid), risk_level: 'low' });
  await world.mine(paid, depthOf(paid));
  await world.settle();
  const { data } = await merchant.api.coinDeposits.list({ reason: 'other_asset' });
  const deposit = defined(
    data.find(({ id }) => !before.has(id)),
    `${paid} in the inbox`,
  );
  const { asset, network } = coinOf(paid);
  expect(deposit).toMatchObject({
    status: 'on_hold',
    reason: 'other_asset',
    currency: asset.code,
    network,
    address,
    amount: amountOf(paid),
    invoice_id: null,
    channel_id: null,
  });
  return deposit.id;
}

async function paidOnChain(code: string, address: string): Promise<bigint> {
  return (await accountFacts(world.app.db, code, address)).balance;
}

/** Only the merchant's funds are owed, and the wallets hold them. */
async function expectCovered(): Promise<void> {
  await world.settle();
  const { positions } = await solvencyOf(world.app);
  expect(positions.filter(isShort).map(({ currency }) => currency.code)).toEqual([]);
  const findings = await checkCover(world.app);
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
}

describe.each(PAIRS)('%s to an address of %s', (paid, requested) => {
  test('credited, it is in the account and can be paid out', async () => {
    const address = await addressFor(requested, 'invoice');
    const id = await payWrong(paid, address);
    const { asset, network } = coinOf(paid);
    const before = Number(await balanceOf(merchant, asset.code));
    await merchant.api.coinDeposits.credit(id, { description: 'took the wrong asset' });
    // Minus the processing fee of 1 %.
    const credited = Number(await balanceOf(merchant, asset.code)) - before;
    expect(credited).toBeCloseTo(Number(amountOf(paid)) * 0.99, 4);
    await expectCovered();
    // More than the wallet has elsewhere, so that the address must be swept.
    const to = foreignAddress(coinOf(paid), `payee of ${paid} ${requested}`, 1);
    await merchant.api.coinWithdrawals.create({
      charged_currency: asset.code,
      received_currency: asset.code,
      network,
      charged_amount: `${Number(await balanceOf(merchant, asset.code)).toFixed(4)}`,
      address: to,
      force_commit: true,
    });
    await goOn(paid, isPaid(paid, to));
    await expectCovered();
  });

  test('when returned, the amount minus the network fee arrives', async () => {
    const address = await addressFor(requested, 'channel');
    const id = await payWrong(paid, address);
    const to = foreignAddress(coinOf(paid), `payer of ${paid} ${requested}`, 1);
    const { coin_withdrawal_id: made } = await merchant.api.coinDeposits.refund(id, {
      address: to,
      description: 'took the wrong asset',
    });
    await goOn(paid, isPaid(paid, to));
    const sent = await merchant.api.coinWithdrawals.get(defined(made, 'what sends it back'));
    expect(sent).toMatchObject({ status: 'completed', address: to });
    expect(Number(sent.network_fee)).toBeGreaterThan(0);
    await expectCovered();
  });
});

test('the right asset to the same address is processed normally', async () => {
  const terms = { price_amount: '50', price_currency: 'USDT', pay_currency: 'USDT' };
  const invoice = await newInvoice(merchant, terms);
  const id = await payWrong('ETH', invoice.address);
  await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  await world.mine('USDT', depthOf('USDT'));
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  await merchant.api.coinDeposits.credit(id, { description: 'took the wrong asset' });
  await expectCovered();
  // Both are swept from one address and share its nonces.
  const to = foreignAddress(coinOf('USDT'), 'both', 1);
  for (const code of ['USDT', 'ETH']) {
    const all = defined(await balanceOf(merchant, code), code);
    await merchant.api.coinWithdrawals.create({
      charged_currency: code,
      received_currency: code,
      charged_amount: all,
      address: to,
      force_commit: true,
    });
  }
  await goOn('USDT', async () => (await isPaid('USDT', to)()) && (await isPaid('ETH', to)()));
  const [open] = await world.app.db.query<{ n: number }>(
    `select count(*)::int as n from unknown_spends`,
  );
  expect(open).toEqual({ n: 0 });
  // A nonce used by another coin of the network is no gap, and delays nothing.
  const [filled] = await world.app.db.query<{ n: number }>(
    `select (select count(*) from transfers where purpose = 'void')::int
       + (select count(*) from alerts where kind = 'nonce_gap')::int as n`,
  );
  expect(filled).toEqual({ n: 0 });
  await expectCovered();
});

test('gas sent to an address is no payment', async () => {
  const { data } = await merchant.api.coinDeposits.list({ limit: 200 });
  const brought = await world.app.db.query<{ txid: string }>(
    `select txid from transfers where purpose = 'gas' and status = 'confirmed'`,
  );
  expect(brought.length).toBeGreaterThan(0);
  const txids = new Set(brought.map(({ txid }) => txid));
  expect(data.filter(({ txid }) => txids.has(txid))).toEqual([]);
  const [stored] = await world.app.db.query<{ n: number }>(
    `select count(*)::int as n from deposits d join transfers t on t.coin = d.coin and t.txid = d.txid
     where t.purpose = 'gas' and d.owner_type is distinct from 'treasury'`,
  );
  expect(stored).toEqual({ n: 0 });
});
