// Stuck transactions are replaced by ones with a higher fee that spend the same inputs, inside the budget; whichever
// confirms pays.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { release, stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import type { SignedTransfer } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { replaceStuck } from '../../src/payouts/replace/replace-stuck.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { walletFindings } from './wallet-findings.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
  for (const coin of ['BTC', 'ETH', 'XRP']) await fixture.fund(coin, ['5', '5', '5']);
});
afterAll(() => fixture.close());

const BLOCKS: Readonly<Record<string, number>> = { BTC: 3, ETH: 25, XRP: 25 };
let strangers = 9000;

/** Sent, and unconfirmed for long enough to count as stuck. */
async function stuckWithdrawal(coin: string) {
  strangers += 1;
  const address = foreignAddress(fixture.coinWallet(coin).coin, 'stuck', strangers);
  const id = await fixture.withdraw({ coin, amount: '0.01', address });
  await fixture.settle();
  const { txid } = await fixture.withdrawal(id);
  const first = defined(txid, 'it was sent');
  await stick(fixture.world.simulation(coin), first);
  await mine(fixture.world.simulation(coin), { count: BLOCKS[coin] ?? 0 });
  return { id, address, first };
}

async function replaceNow(coin: string): Promise<number> {
  const coinWallet = fixture.coinWallet(coin);
  return replaceStuck(fixture.world.app, coinWallet, await coinWallet.chain.tip());
}

async function feesOf(id: string) {
  return fixture.world.app.db.query<{ network_fee: bigint; fee_cap: bigint; status: string }>(
    `select t.network_fee, t.fee_cap, t.status from transfers t
     join transfer_payments p on p.coin = t.coin and p.transfer_id = t.id
     where p.withdrawal_id = $1 order by t.created_at, t.id`,
    [id],
  );
}

test.each(['BTC', 'ETH'])('a stuck %s transaction is replaced with a higher fee', async (coin) => {
  const { id, address, first } = await stuckWithdrawal(coin);
  await fixture.settle();
  const replaced = await fixture.withdrawal(id);
  expect(replaced.status).toBe('sent');
  expect(replaced.txid).not.toBe(first);
  expect((await fixture.paidTo(coin, address)).payments).toBe(1);
  await fixture.mine(coin);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: replaced.txid });
  expect((await fixture.paidTo(coin, address)).payments).toBe(1);
  const fees = await feesOf(id);
  expect(fees.map((fee) => fee.status)).toEqual(['replaced', 'confirmed']);
  for (const fee of fees) expect(fee.network_fee).toBeLessThanOrEqual(fee.fee_cap);
  const [booked] = await fixture.world.app.db.query<{ amount: bigint }>(
    `select amount from ledger_postings where reference_id = $1 and purpose = 'chain_fee'`,
    [id],
  );
  // A replaced ETH transaction pays the base fee of 8 gwei and its doubled tip of 2, of the 40 that it may cost at
  // most.
  const most = defined(fees[1], 'the dearer one').network_fee;
  expect(booked?.amount).toBe(coin === 'ETH' ? most / 4n + 2n : most);
  expect(await walletFindings(fixture, coin)).toEqual([]);
});

test.each(['BTC', 'ETH'])(
  'the original of a replaced %s transaction can win: it completes the withdrawal',
  async (coin) => {
    const { id, address, first } = await stuckWithdrawal(coin);
    expect(await replaceNow(coin)).toBe(1);
    // The process dies before the replacement is broadcast, and a miner takes the original.
    await release(fixture.world.simulation(coin), first);
    await mine(fixture.world.simulation(coin));
    await fixture.advance(MINUTE);
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: first });
    expect((await fixture.paidTo(coin, address)).payments).toBe(1);
    expect((await feesOf(id)).map((fee) => fee.status)).toEqual(['confirmed', 'replaced']);
    await fixture.mine(coin, 40);
    expect(await walletFindings(fixture, coin)).toEqual([]);
  },
);

test('a replacement that confirms after the original was reorganized is shown', async () => {
  const simulation = fixture.world.simulation('BTC');
  const { id, address, first } = await stuckWithdrawal('BTC');
  expect(await replaceNow('BTC')).toBe(1);
  await release(simulation, first);
  await mine(simulation);
  await fixture.advance(MINUTE);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: first });
  // The other branch contains the replacement, which some node kept.
  const [second] = await fixture.world.app.db.query<{ txid: string; raw: string }>(
    `select t.txid, t.raw from transfers t
     join transfer_payments p on p.coin = t.coin and p.transfer_id = t.id
     where p.withdrawal_id = $1 and t.txid <> $2`,
    [id, first],
  );
  const { txid, raw } = defined(second, 'a replacement');
  await reorganise(simulation, { depth: 1, drop: true });
  await fixture.coinWallet('BTC').network.broadcast({ txid, raw });
  await mine(simulation);
  await fixture.settle();
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid });
  expect((await fixture.paidTo('BTC', address)).payments).toBe(1);
  const alerts = await fixture.world.app.db.query(
    `select facts from alerts where kind = 'transfer_txid_changed'`,
  );
  expect(alerts).toMatchObject([{ facts: { withdrawal_id: id, txid } }]);
});

test.each([
  ['BTC', 'mempool min fee not met'],
  ['ETH', 'transaction underpriced'],
])(
  'a %s transaction that nodes reject as too cheap is replaced as well, and pays once',
  async (coin, reason) => {
    const { network } = fixture.coinWallet(coin);
    const { broadcast } = network;
    const refused = new Set<string>();
    Object.assign(network, {
      broadcast: async (signed: SignedTransfer) => {
        if (refused.size === 0) refused.add(signed.txid);
        return refused.has(signed.txid) ? { kind: 'refused', reason } : broadcast(signed);
      },
    });
    strangers += 1;
    const address = foreignAddress(fixture.coinWallet(coin).coin, 'stuck', strangers);
    const id = await fixture.withdraw({ coin, amount: '0.01', address });
    for (let attempt = 0; attempt < 3; attempt++) await fixture.advance(MINUTE);
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'failed', said: reason });
    await mine(fixture.world.simulation(coin), { count: BLOCKS[coin] ?? 0 });
    await fixture.settle();
    const [first] = refused;
    const replaced = await fixture.withdrawal(id);
    expect(replaced).toMatchObject({ status: 'sent', said: null });
    expect(replaced.txid).not.toBe(first);
    await fixture.mine(coin);
    expect(await fixture.withdrawal(id)).toMatchObject({
      status: 'completed',
      txid: replaced.txid,
    });
    expect((await fixture.paidTo(coin, address)).payments).toBe(1);
    expect(
      await fixture.world.app.db.query(
        `select 1 from alerts where kind = 'transfer_rejected' and resolved_at is null`,
      ),
    ).toEqual([]);
    Object.assign(network, { broadcast });
    expect(await walletFindings(fixture, coin)).toEqual([]);
  },
);

test('a rejected replacement gives way to the original', async () => {
  const simulation = fixture.world.simulation('BTC');
  const { id, address, first } = await stuckWithdrawal('BTC');
  expect(await replaceNow('BTC')).toBe(1);
  // The node requires a higher fee for a replacement than ours offers.
  await simulation.db.query(
    `update simulation.transactions set fee = fee * 100 where coin = 'BTC' and txid = $1`,
    [first],
  );
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent', txid: first });
  expect((await feesOf(id)).map((fee) => fee.status)).toEqual(['broadcast', 'replaced']);
  // Some blocks later the same bytes are sent again, and rejected again.
  await mine(simulation, { count: 3 });
  await fixture.settle();
  expect((await feesOf(id)).map((fee) => fee.status)).toEqual(['broadcast', 'replaced']);
  await release(simulation, first);
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: first });
  expect((await fixture.paidTo('BTC', address)).payments).toBe(1);
});

test('no bump exceeds the budget, however long it takes and whatever the network requires', async () => {
  const simulation = fixture.world.simulation('BTC');
  const { id, address } = await stuckWithdrawal('BTC');
  await changeSettings(simulation, { feePercent: 10_000 });
  for (let round = 0; round < 4; round++) {
    await fixture.settle();
    const { txid } = await fixture.withdrawal(id);
    await stick(simulation, defined(txid, 'it is sent'));
    await mine(simulation, { count: 3 });
  }
  const fees = await feesOf(id);
  expect(fees).toHaveLength(2);
  for (const fee of fees) expect(fee.network_fee).toBeLessThanOrEqual(fee.fee_cap);
  await changeSettings(simulation, { feePercent: 100 });
  const { txid } = await fixture.withdrawal(id);
  await release(simulation, defined(txid, 'it is sent'));
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  expect((await fixture.paidTo('BTC', address)).payments).toBe(1);
});

test('XRP has no replacement: a stuck transfer is tracked', async () => {
  const { id, first } = await stuckWithdrawal('XRP');
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent', txid: first });
  await release(fixture.world.simulation('XRP'), first);
  await fixture.mine('XRP');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: first });
});

test('a stuck sweep is replaced by a more expensive one that brings less, and its withdrawal is paid', async () => {
  const merchant = await fixture.world.merchant();
  for (const name of ['one', 'another']) {
    const channel = await merchant.api.channels.create({
      name,
      pay_currency: 'ETH',
      receiver_currency: 'ETH',
    });
    await fixture.world.pay({ channel_id: channel.id, amount: '8' });
  }
  await fixture.mine('ETH', 33);
  const address = foreignAddress(fixture.coinWallet('ETH').coin, 'swept', 1);
  const id = await fixture.withdraw({ coin: 'ETH', amount: '28', address });
  await fixture.settle();
  const sweeps = () =>
    fixture.world.app.db.query<{ txid: string; status: string; network_fee: bigint; sum: bigint }>(
      `select txid, status, network_fee, amount as sum from transfers
       where coin = 'ETH' and purpose = 'sweep' order by sender, created_at, id`,
    );
  const first = await sweeps();
  expect(first.map(({ status }) => status)).toEqual(['broadcast', 'broadcast']);
  for (const { txid } of first) await stick(fixture.world.simulation('ETH'), txid);
  await mine(fixture.world.simulation('ETH'), { count: 25 });
  await fixture.settle();
  const [old, moreExpensive, ...others] = await sweeps();
  expect(others).toHaveLength(2);
  expect([old?.status, moreExpensive?.status]).toEqual(['replaced', 'broadcast']);
  expect(moreExpensive?.network_fee).toBeGreaterThan(old?.network_fee ?? 0n);
  // The whole balance of the address, in either case.
  expect(moreExpensive?.sum).toBe(old?.sum);
  for (let round = 0; round < 3; round++) {
    await fixture.mine('ETH');
    await fixture.advance(MINUTE);
  }
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
  expect((await fixture.paidTo('ETH', address)).payments).toBe(1);
  await fixture.mine('ETH', 40);
  expect(await walletFindings(fixture, 'ETH')).toEqual([]);
});

test('of several pending ETH transfers only the first nonce is replaced', async () => {
  const before = await fixture.world.app.db.query<{ id: string }>(
    `select id from transfers where coin = 'ETH' and replaces is not null`,
  );
  const simulation = fixture.world.simulation('ETH');
  const ids: string[] = [];
  const firsts: string[] = [];
  for (let n = 0; n < 3; n++) {
    strangers += 1;
    const address = foreignAddress(fixture.coinWallet('ETH').coin, 'stuck', strangers);
    ids.push(await fixture.withdraw({ coin: 'ETH', amount: '0.01', address }));
    await fixture.settle();
    const { txid } = await fixture.withdrawal(defined(ids[n], 'made'));
    firsts.push(defined(txid, 'it was sent'));
  }
  await stick(simulation, defined(firsts[0], 'the first'));
  await mine(simulation, { count: 25 });
  expect(await replaceNow('ETH')).toBe(1);
  await fixture.settle();
  await fixture.mine('ETH');
  await fixture.mine('ETH', 3);
  for (const [n, id] of ids.entries()) {
    const withdrawal = await fixture.withdrawal(id);
    expect(withdrawal.status).toBe('completed');
    expect(withdrawal.txid === firsts[n]).toBe(n > 0);
  }
  const after = await fixture.world.app.db.query<{ id: string }>(
    `select id from transfers where coin = 'ETH' and replaces is not null`,
  );
  expect(after.length - before.length).toBe(1);
  expect(await walletFindings(fixture, 'ETH')).toEqual([]);
});
