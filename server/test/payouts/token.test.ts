// A token withdrawal: paid in the token, with its fees in ether, which is supplied to the address that lacks it and
// posted where it was taken. On the simulated networks of USDT and ETH.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { accountFacts, feeFunds } from '../../src/chains/simulated/wallet-view.ts';
import { defined } from '../../src/core/assert.ts';
import { sumOf } from '../../src/core/group.ts';
import { amountOf } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { checkCover } from '../../src/operator/doctor/check-nodes.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { voidWithdrawal } from '../../src/payouts/recover/void.ts';
import { otherApp } from '../support/other-app.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { feeHider } from './hide-fees.ts';

/** Enough blocks to credit a deposit of any size. */
const DEEP = 33;

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_TOKENS: 'USDT' });
  await fixture.fund('USDT', ['1000']);
});
afterAll(() => fixture?.close());

const ETHER = 10n ** 18n;

let strangers = 0;
function stranger(): string {
  strangers += 1;
  return foreignAddress(fixture.coinWallet('USDT').coin, 'token', strangers);
}

const usdt = (text: string) => amountOf(text, fixture.coinWallet('USDT').coin);

async function withdraw(amount: string): Promise<{ id: string; address: string }> {
  const address = stranger();
  const id = await fixture.withdraw({ coin: 'USDT', amount, address });
  await fixture.settle();
  return { id, address };
}

/** Both chains advance, so that gas arrives and the transfer that needs it is sent and confirmed. */
async function goOn(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await fixture.mine('ETH');
    await fixture.advance(31_000);
    await fixture.mine('USDT');
  }
}

interface StoredTransfer {
  readonly status: string;
  readonly network_fee: bigint;
  readonly fee_cap: bigint;
  readonly txid: string;
}

function transfersFor(purpose: string) {
  return fixture.world.app.db.query<{ coin: string } & StoredTransfer>(
    'select coin, status, network_fee, fee_cap, txid from transfers where purpose = $1 order by created_at, id',
    [purpose],
  );
}

function alerts(kind: string) {
  return fixture.world.app.db.query(
    'select 1 from alerts where kind = $1 and resolved_at is null',
    [kind],
  );
}

function postingsOf(id: string) {
  return fixture.world.app.db.query<{ purpose: string; currency: string; amount: bigint }>(
    `select purpose, currency, amount from ledger_postings
     where reference_id = $1 and purpose in ('sent', 'network_fee', 'chain_fee') order by purpose`,
    [id],
  );
}

/** All ether of ours on the chain, on its own addresses and on the token's. */
async function etherHeld(): Promise<bigint> {
  const { db, coins } = fixture.world.app;
  const rows = await db.query<{ coin: string; address: string }>(
    `select distinct coin, address from addresses where coin in ('ETH', 'USDT') and owner_id is not null`,
  );
  const balances = await Promise.all(
    rows.map(async ({ coin, address }) =>
      coin === 'ETH'
        ? accountFacts(db, 'ETH', address)
        : feeFunds(db, defined(coins.get(coin), coin), address),
    ),
  );
  return sumOf(balances, ({ balance }) => balance);
}

async function etherBooked(): Promise<bigint> {
  const rows = await fixture.world.app.db.query<{ sum: bigint }>(
    `select coalesce(sum(amount), 0) as sum from ledger_postings
     where purpose = 'chain_fee' and currency = 'ETH'`,
  );
  return rows[0]?.sum ?? 0n;
}

test('without ether a withdrawal waits with the reason, and is paid when there is some', async () => {
  const { id, address } = await withdraw('100');
  expect(await fixture.withdrawal(id)).toMatchObject({
    status: 'pending',
    wait_reason: 'insufficient_gas',
  });
  expect(await alerts('insufficient_gas')).toHaveLength(1);
  await fixture.fund('ETH', ['1']);
  await goOn(3);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
  expect(await fixture.paidTo('USDT', address)).toEqual({ payments: 1, amount: usdt('100') });
  expect(await alerts('insufficient_gas')).toHaveLength(0);
  expect(await transfersFor('gas')).toMatchObject([{ coin: 'ETH', status: 'confirmed' }]);
});

test('the token is posted in the token and its fee in ether, once', async () => {
  const before = { held: await etherHeld(), booked: await etherBooked() };
  const { id } = await withdraw('50');
  await goOn(1);
  const [planned] = (await transfersFor('withdrawal')).slice(-1);
  // A base fee of 8 gwei and a tip of 1, of the 20 that were planned for it.
  const taken = (defined(planned, 'its transfer').network_fee * 9n) / 20n + 1n;
  expect(await postingsOf(id)).toEqual([
    { purpose: 'chain_fee', currency: 'ETH', amount: taken },
    { purpose: 'network_fee', currency: 'USDT', amount: usdt('2.3') },
    { purpose: 'sent', currency: 'USDT', amount: usdt('50') },
  ]);
  expect((await etherBooked()) - before.booked).toBe(before.held - (await etherHeld()));
});

test('a transfer that moved another amount raises an alert, and is neither paid again nor credited back', async () => {
  const { network } = fixture.coinWallet('USDT');
  const { outcome } = network;
  const otherwise: typeof outcome = async (...call) => ({
    ...(await outcome(...call)),
    movedOtherwise: true,
  });
  Object.assign(network, { outcome: otherwise });
  const { id, address } = await withdraw('60');
  await goOn(1);
  Object.assign(network, { outcome });
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  expect(await alerts('transfer_amount_mismatch')).toHaveLength(1);
  const coinWallet = fixture.coinWallet('USDT');
  const requested = { projectId: fixture.projectId, id, reason: 'by hand' };
  const cancelled = cancelWithdrawal(fixture.world.app, coinWallet, requested);
  await expect(cancelled).rejects.toMatchObject({ code: 'already_sent' });
  await goOn(2);
  expect(await fixture.paidTo('USDT', address)).toEqual({ payments: 1, amount: usdt('60') });
});

test('supplied gas pays for several transfers', async () => {
  const before = (await transfersFor('gas')).length;
  for (let n = 0; n < 3; n++) {
    const { id } = await withdraw('1');
    await goOn(1);
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  }
  expect(await transfersFor('gas')).toHaveLength(before);
});

test('deposit addresses get gas once, are swept, and fund the payout', async () => {
  const { api } = await fixture.world.merchant();
  const terms = { pay_currency: 'USDT', receiver_currency: 'USDT' };
  const channels = [
    await api.channels.create({ name: 'one', ...terms }),
    await api.channels.create({ name: 'two', ...terms }),
  ];
  const payments = channels.map(({ address }) => ({
    outputs: [{ address, tag: null, amount: usdt('2000') }],
  }));
  await payMany(fixture.world.simulation('USDT'), payments);
  await mine(fixture.world.simulation('USDT'), { count: DEEP });
  await fixture.settle();
  const { id, address } = await withdraw('4000');
  expect(await fixture.withdrawal(id)).toMatchObject({ wait_reason: 'consolidating_funds' });
  const gas = (await transfersFor('gas')).length;
  await fixture.advance(31_000);
  await fixture.advance(31_000);
  expect(await transfersFor('gas')).toHaveLength(gas);
  await goOn(4);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  expect(await fixture.paidTo('USDT', address)).toEqual({ payments: 1, amount: usdt('4000') });
  expect(await transfersFor('sweep')).toMatchObject([
    { coin: 'USDT', status: 'confirmed' },
    { coin: 'USDT', status: 'confirmed' },
  ]);
  for (const finding of await checkCover(fixture.world.app))
    expect(finding).toMatchObject({ ok: true });
});

test('an unconfirmed transfer is replaced with a higher fee and pays once', async () => {
  const { id, address } = await withdraw('7');
  await goOn(1);
  const second = await withdraw('8');
  const { txid } = await fixture.withdrawal(second.id);
  await stick(fixture.world.simulation('USDT'), defined(txid, 'it was sent'));
  await fixture.mine('USDT', 26);
  await goOn(2);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  const replaced = await fixture.withdrawal(second.id);
  expect(replaced).toMatchObject({ status: 'completed' });
  expect(replaced.txid).not.toBe(txid);
  expect(await fixture.paidTo('USDT', address)).toEqual({ payments: 1, amount: usdt('7') });
  expect(await fixture.paidTo('USDT', second.address)).toEqual({ payments: 1, amount: usdt('8') });
});

test("a stuck transfer whose sender can't pay a higher fee gets gas first, and pays once", async () => {
  const { db } = fixture.world.app;
  const account = fixture.coinWallet('USDT').network.account;
  const leave = feeHider(fixture, 'USDT');
  const last = await withdraw('1');
  await leave(0n);
  const gas = (await transfersFor('gas')).length;
  const { txid } = await fixture.withdrawal(last.id);
  await stick(fixture.world.simulation('USDT'), defined(txid, 'it was sent'));
  // More than the ether hot wallet holds.
  const { network } = fixture.coinWallet('ETH');
  const { feeQuotes } = network;
  Object.assign(network, { feeQuotes: async () => ({ slow: 1n, average: ETHER, fast: ETHER }) });
  await fixture.mine('USDT', 26);
  const raised = await alerts('insufficient_gas');
  Object.assign(network, { feeQuotes });
  expect(raised).toHaveLength(1);
  await goOn(3);
  expect(await alerts('insufficient_gas')).toHaveLength(0);
  const replaced = await fixture.withdrawal(last.id);
  expect(replaced).toMatchObject({ status: 'completed' });
  expect(replaced.txid).not.toBe(txid);
  expect(await fixture.paidTo('USDT', last.address)).toEqual({ payments: 1, amount: usdt('1') });
  expect(await transfersFor('gas')).toHaveLength(gas + 1);
  expect(await auditLedger(db)).toEqual([]);
  Object.assign(fixture.coinWallet('USDT').network, { account });
});

test('a void gets the gas that its sender lacks after fees have risen, and ends the withdrawal', async () => {
  const { app } = fixture.world;
  const ended = await withdraw('1');
  const { txid } = await fixture.withdrawal(ended.id);
  await stick(fixture.world.simulation('USDT'), defined(txid, 'it was sent'));
  const gas = (await transfersFor('gas')).length;
  const coinWallet = fixture.coinWallet('USDT');
  const { feeQuotes } = coinWallet.network;
  const [hot] = await app.db.query<{ fee_balance: bigint }>(
    `select fee_balance from wallet_senders where coin = 'USDT' and is_hot`,
  );
  // One more than its sender holds.
  const fast = defined(hot, 'a hot address').fee_balance + 1n;
  Object.assign(coinWallet.network, { feeQuotes: async () => ({ ...(await feeQuotes()), fast }) });
  const requested = { projectId: fixture.projectId, id: ended.id, reason: 'too cheap' };
  const instead = await voidWithdrawal(app, coinWallet, requested);
  Object.assign(coinWallet.network, { feeQuotes });
  await fixture.settle();
  await goOn(4);
  await fixture.mine('USDT', 70);
  expect(await fixture.withdrawal(ended.id)).toMatchObject({ status: 'cancelled', txid: null });
  expect(await transfersFor('gas')).toHaveLength(gas + 1);
  expect(await transfersFor('void')).toMatchObject([{ coin: 'USDT', status: 'confirmed' }]);
  expect(instead).not.toBe(txid);
  expect(await fixture.paidTo('USDT', ended.address)).toEqual({ payments: 0, amount: 0n });
  expect(await alerts('transfer_rejected')).toHaveLength(0);
  expect(await auditLedger(app.db)).toEqual([]);
});

test("unconfirmed gas that delays others gets today's fee, whatever its budget was", async () => {
  const { account } = fixture.coinWallet('USDT').network;
  const simulation = fixture.world.simulation('ETH');
  await feeHider(fixture, 'USDT')(0n);
  const { id } = await withdraw('1');
  const gas = async () => defined((await transfersFor('gas')).at(-1), 'gas for it');
  const { fee_cap: budget } = await gas();
  const address = foreignAddress(fixture.coinWallet('ETH').coin, 'behind', 1);
  const behind = await fixture.withdraw({ coin: 'ETH', amount: '0.1', address, networkFee: '1' });
  await fixture.settle();
  const wait = async () => {
    await stick(simulation, (await gas()).txid);
    await mine(simulation, { count: 25 });
    await fixture.settle();
  };
  for (let attempt = 0; attempt < 3; attempt++) await wait();
  expect((await gas()).network_fee).toBe(budget);
  await changeSettings(simulation, { feePercent: 1000 });
  await wait();
  const { fast } = await fixture.coinWallet('ETH').network.feeQuotes();
  expect((await gas()).network_fee).toBe(fast);
  await changeSettings(simulation, { feePercent: 100 });
  await goOn(3);
  expect(await fixture.withdrawal(behind)).toMatchObject({ status: 'completed' });
  Object.assign(fixture.coinWallet('USDT').network, { account });
  await goOn(2);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
});

test('no gas is planned and no ether nonce used before the ether wallet was checked', async () => {
  const { app } = fixture.world;
  const gas = (await transfersFor('gas')).length;
  // An earlier backup: the database lacks the last nonce, and a new process has checked nothing.
  const older = await app.db.query<{ confirmed_number: number }>(
    `update wallet_senders set confirmed_number = confirmed_number - 1
     where coin = 'ETH' and is_hot returning confirmed_number`,
  );
  await app.db.query(`update wallet_senders set fee_balance = 0 where coin = 'USDT'`);
  const coinWallet = fixture.coinWallet('USDT');
  const address = stranger();
  const id = await fixture.withdraw({ coin: 'USDT', amount: '1', address });
  const { network } = coinWallet;
  const { account } = network;
  Object.assign(network, {
    account: async (of: string) => ({ ...(await account(of)), forFees: 0n }),
  });
  await reserveDue(otherApp(app, { sendableCoins: new Set() }), coinWallet);
  Object.assign(network, { account });
  expect(await fixture.withdrawal(id)).toMatchObject({ wait_reason: 'waiting_for_gas' });
  expect(await transfersFor('gas')).toHaveLength(gas);
  const known = await app.db.query(
    `select confirmed_number from wallet_senders where coin = 'ETH' and is_hot`,
  );
  expect(known).toEqual(older);
  await goOn(3);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
});
