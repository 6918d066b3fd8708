// A service without a seed, and a separate signer process: requested payments are signed once, in every form that the
// service sends them; altered, invented or repeated ones are refused.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { formatAmount } from '../../src/core/money.ts';
import { waitText } from '../../src/withdrawals/reasons.ts';
import { credit } from '../support/funds.ts';
import { createTestSigner, type TestSigner } from '../support/signer.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'];
const TOKEN = 'USDT';
let signer: TestSigner;
let fixture: CoinWalletWorld;
beforeAll(async () => {
  signer = await createTestSigner();
  await signer.start();
  const environment = { CHAINTILL_SIGNER_SOCKET: signer.socket, CHAINTILL_TOKENS: TOKEN };
  // Without the audit, which stops the payouts of an inconsistent ledger before the signer is called.
  fixture = await openCoinWalletWorld(environment, ['audit']);
  for (const coin of [...COINS, TOKEN]) await fixture.fund(coin, Array(12).fill('3'));
});
afterAll(async () => {
  await fixture.close();
  await signer.close();
});

let strangers = 600_000;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(fixture.coinWallet(coin).coin, 'separate', strangers);
}

async function pay(coin: string, amount = '0.01') {
  const address = stranger(coin);
  const id = await fixture.withdraw({ coin, amount, address });
  await fixture.settle();
  return { id, address };
}

async function expectPaid({ id, address }: { id: string; address: string }, coin: string) {
  await fixture.mine(coin);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
  expect(await fixture.paidTo(coin, address)).toMatchObject({ payments: 1 });
}

async function expectWaiting(
  { id, address }: { id: string; address: string },
  facts: { coin: string; why: RegExp },
) {
  const row = await fixture.withdrawal(id);
  expect(row).toMatchObject({ status: 'pending', txid: null });
  expect(waitText(row)).toMatch(facts.why);
  expect(await fixture.paidTo(facts.coin, address)).toMatchObject({ payments: 0 });
}

async function restart(changes: Parameters<TestSigner['configure']>[0] = {}): Promise<void> {
  await signer.stop();
  signer.configure(changes);
  await signer.start();
}

test('the service has public keys and no seed', async () => {
  const { db } = fixture.world.app;
  expect(await db.query('select 1 from wallet_seeds')).toEqual([]);
  const wallets = await db.query('select 1 from wallets where seed_id is null');
  expect(wallets).toHaveLength([...COINS, TOKEN].length);
});

test.each(COINS)('a %s withdrawal is signed and paid once', async (coin) => {
  await expectPaid(await pay(coin), coin);
});

test('a token is paid after its address got ether, which the signer signs as well', async () => {
  const payment = await pay(TOKEN, '5');
  expect(await fixture.withdrawal(payment.id)).toMatchObject({ wait_reason: 'waiting_for_gas' });
  for (let round = 0; round < 3; round++) {
    await fixture.mine('ETH');
    await fixture.advance(MINUTE);
  }
  await expectPaid(payment, TOKEN);
  const gas = await fixture.world.app.db.query(
    `select coin, status from transfers where purpose = 'gas'`,
  );
  expect(gas).toEqual([{ coin: 'ETH', status: 'confirmed' }]);
});

describe('between the steps of a merchant', () => {
  const alterations: readonly [string, string, string, string][] = [
    ['destination', 'BTC', 'address', ''],
    ['tag', 'XRP', 'tag', '99'],
    ['amount', 'BTC', 'received_amount', '20000'],
    ['network fee', 'BTC', 'network_fee', '900000'],
  ];
  test.each(alterations)('an altered %s is rejected', async (_what, coin, column, value) => {
    const { app } = fixture.world;
    const merchant = await fixture.world.merchant();
    await credit(fixture.world, merchant, { [coin]: '20' });
    const address = stranger(coin);
    const made = await merchant.api.coinWithdrawals.create({
      address: coin === 'XRP' ? `${address}?dt=7` : address,
      charged_currency: coin,
      received_currency: coin,
      received_amount: coin === 'XRP' ? '10' : '0.5',
    });
    const altered = value === '' ? stranger(coin) : value;
    const [row] = await app.db.query<{ before: string }>(
      `select ${column}::text as before from coin_withdrawals where id = $1`,
      [made.id],
    );
    await app.db.query(`update coin_withdrawals set ${column} = $2 where id = $1`, [
      made.id,
      altered,
    ]);
    await merchant.api.coinWithdrawals.commit(made.id);
    await fixture.settle();
    await expectWaiting({ id: made.id, address }, { coin, why: /altered/ });
    if (value === '') expect(await fixture.paidTo(coin, altered)).toMatchObject({ payments: 0 });
    const alerts = await app.db.query(
      `select 1 from alerts where kind = 'rejected_by_signer' and resolved_at is null
         and facts ->> 'subject' = $1`,
      [coin],
    );
    expect(alerts).toHaveLength(1);
    await app.db.query(`update coin_withdrawals set ${column} = $2 where id = $1`, [
      made.id,
      defined(row, 'a withdrawal').before,
    ]);
    await fixture.advance(5 * MINUTE);
    await expectPaid({ id: made.id, address }, coin);
  });
});

test.each(['BTC', 'ETH'])('a stuck %s transaction is replaced with a higher fee', async (coin) => {
  const payment = await pay(coin);
  const { txid } = await fixture.withdrawal(payment.id);
  await stick(fixture.world.simulation(coin), defined(txid, 'it was sent'));
  await mine(fixture.world.simulation(coin), { count: 25 });
  await fixture.settle();
  const replaced = await fixture.withdrawal(payment.id);
  expect(replaced.status).toBe('sent');
  expect(replaced.txid).not.toBe(txid);
  await expectPaid(payment, coin);
});

test('ETH deposit addresses are swept', async () => {
  const merchant = await fixture.world.merchant();
  for (let n = 0; n < 4; n++) {
    const requested = { name: `customer ${n}`, pay_currency: 'ETH', receiver_currency: 'ETH' };
    const channel = await merchant.api.channels.create(requested);
    await fixture.world.pay({ channel_id: channel.id, amount: '15' });
  }
  await fixture.mine('ETH', 33);
  const payment = await pay('ETH', '50');
  expect(await fixture.withdrawal(payment.id)).toMatchObject({
    wait_reason: 'consolidating_funds',
  });
  for (let round = 0; round < 3; round++) {
    await fixture.mine('ETH');
    await fixture.advance(MINUTE);
  }
  await expectPaid(payment, 'ETH');
});

test.each(['BTC', 'ETH', 'XRP'])(
  'a paid %s withdrawal that is set back to pending is not paid again',
  async (coin) => {
    const payment = await pay(coin);
    await expectPaid(payment, coin);
    const { db } = fixture.world.app;
    const before = await fixture.withdrawal(payment.id);
    await db.query(
      `with waiting as (
         update payouts set status = 'waiting', due_at = '-infinity', transfer_id = null where withdrawal_id = $1)
       update coin_withdrawals set status = 'pending', txid = null where id = $1`,
      [payment.id],
    );
    await fixture.settle();
    await fixture.mine(coin);
    expect(await fixture.paidTo(coin, payment.address)).toMatchObject({ payments: 1 });
    const row = await fixture.withdrawal(payment.id);
    expect(row.status).toBe('pending');
    expect(row.refusal).toBe('already_signed');
    await db.query(
      `with confirmed as (
         update payouts set status = 'confirmed', wait_reason = null, wait_detail = null, due_at = null, transfer_id = $3
         where withdrawal_id = $1)
       update coin_withdrawals set status = 'completed', txid = $2 where id = $1`,
      [payment.id, before.txid, before.transfer_id],
    );
  },
);

describe('its own limits', () => {
  const payments: { id: string; address: string; coin: string }[] = [];
  const limit = (coin: string, amount: string, perDay: string) => ({
    limits: { [coin]: { per_transfer: amount, per_day: perDay } },
  });

  test('no transfer above the limit per transfer', async () => {
    await restart(limit('BTC', '0.5', '1000'));
    const payment = await pay('BTC', '0.6');
    await expectWaiting(payment, { coin: 'BTC', why: /0.6 BTC is above the limit of 0.5 BTC/ });
    payments.push({ ...payment, coin: 'BTC' });
    await expectPaid(await pay('BTC', '0.5'), 'BTC');
  });

  test('no more than the daily limit, and again a day later', async () => {
    signer.advance(2 * DAY);
    await restart(limit('LTC', '2', '1.5'));
    await expectPaid(await pay('LTC', '1'), 'LTC');
    const second = await pay('LTC', '1');
    await expectWaiting(second, { coin: 'LTC', why: /within a day is above the limit/ });
    // A restart loses nothing: the journal is read again.
    await restart();
    await fixture.advance(5 * MINUTE);
    await expectWaiting(second, { coin: 'LTC', why: /within a day is above the limit/ });
    signer.advance(DAY);
    await fixture.advance(5 * MINUTE);
    await expectPaid(second, 'LTC');
  });

  test('no coin without limits', async () => {
    const payment = await pay('XRP');
    await expectWaiting(payment, { coin: 'XRP', why: /no limits for XRP/ });
    payments.push({ ...payment, coin: 'XRP' });
  });

  test('no address outside the list, if there is one', async () => {
    const friend = stranger('BCH');
    signer.allow({ BCH: [friend] });
    await restart(limit('BCH', '10', '10'));
    const other = await pay('BCH');
    await expectWaiting(other, { coin: 'BCH', why: /not on the list of allowed addresses/ });
    payments.push({ ...other, coin: 'BCH' });
    const id = await fixture.withdraw({ coin: 'BCH', amount: '0.01', address: friend });
    await fixture.settle();
    await expectPaid({ id, address: friend }, 'BCH');
    signer.allow(null);
  });

  test('no withdrawal before its cooling time since the signer first saw it', async () => {
    await restart({ ...limit('BTC', '10', '10'), cooling_seconds: 3600 });
    const payment = await pay('BTC');
    await expectWaiting(payment, { coin: 'BTC', why: /at the earliest/ });
    signer.advance(61 * MINUTE);
    await fixture.advance(5 * MINUTE);
    await expectPaid(payment, 'BTC');
    await restart({ cooling_seconds: 0 });
  });

  test('without limits, all queued withdrawals are paid once', async () => {
    const most = { per_transfer: '1000000', per_day: '1000000' };
    await restart({ limits: { BTC: most, LTC: most, BCH: most, ETH: most, XRP: most } });
    await fixture.advance(5 * MINUTE);
    for (const payment of payments) await expectPaid(payment, payment.coin);
  });
});

test('without a signer withdrawals wait visibly, and are sent when it is back', async () => {
  await signer.stop();
  const payment = await pay('BTC');
  await expectWaiting(payment, { coin: 'BTC', why: /^Signer is not responding$/ });
  const alerts = () =>
    fixture.world.app.db.query(
      `select 1 from alerts where kind = 'signer_unavailable' and resolved_at is null`,
    );
  expect(await alerts()).toHaveLength(1);
  await signer.start();
  await fixture.advance(MINUTE);
  await expectPaid(payment, 'BTC');
  expect(await alerts()).toEqual([]);
});

test('a journal that lost a line is detected; half a line from a crash is cut off', async () => {
  await signer.stop();
  const file = join(signer.folder, 'journal');
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.replace(/^.*\n/, ''));
  await expect(signer.start()).rejects.toThrow(/was changed/);
  writeFileSync(file, whole.replace('"leaves":"', '"leaves":"1'));
  await expect(signer.start()).rejects.toThrow(/was changed/);
  writeFileSync(file, `${whole}deadbeef {"kind":"si`);
  await signer.start();
  await signer.stop();
  expect(readFileSync(file, 'utf8')).toBe(whole);
  await signer.start();
  await expectPaid(await pay('BTC'), 'BTC');
});

test('the journal contains what was signed', async () => {
  const payment = await pay('LTC', '0.25');
  const { txid } = await fixture.withdrawal(payment.id);
  const journal = readFileSync(join(signer.folder, 'journal'), 'utf8');
  const line = defined(
    journal.split('\n').find((text) => text.includes(`"txid":"${txid}"`)),
    'a line of it',
  );
  expect(line).toContain(payment.address);
  const coin = fixture.coinWallet('LTC').coin;
  expect(formatAmount(BigInt(/"amount":"(\d+)"/.exec(line)?.[1] ?? ''), coin)).toBe('0.25');
  await expectPaid(payment, 'LTC');
});
