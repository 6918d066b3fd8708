// A row is changed in the database between the merchant's request and the payment. The signer compares what it is to
// sign with the seal of the request and refuses, and nothing is broadcast.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { voidWithdrawal } from '../../src/payouts/recover/void.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  // Without the audit, which stops the payouts of an inconsistent ledger before the signer is called.
  fixture = await openCoinWalletWorld({}, ['audit']);
  for (const coin of ['BTC', 'ETH', 'XRP']) await fixture.fund(coin, Array(15).fill('1'));
});
// The audit would find the altered row.
afterAll(async () => {
  await repair();
  await fixture.close();
});

let strangers = 5000;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(fixture.coinWallet(coin).coin, 'altered', strangers);
}

async function expectRefused(id: string, coin: string, addresses: readonly string[]) {
  const { db } = fixture.world.app;
  await fixture.settle();
  const row = await fixture.withdrawal(id);
  expect(row).toMatchObject({ status: 'pending', txid: null, transfer_id: null });
  expect(row.wait_reason).toBe('rejected_by_signer');
  for (const address of addresses)
    expect(await fixture.paidTo(coin, address)).toMatchObject({ payments: 0 });
  expect(await alerts(coin)).toHaveLength(1);
  const signed = await db.query(
    `select 1 from transfers where raw is not null and id in
       (select transfer_id from transfer_payments where withdrawal_id = $1)`,
    [id],
  );
  expect(signed).toEqual([]);
}

const alerts = (coin: string) =>
  fixture.world.app.db.query(
    `select 1 from alerts
     where kind = 'rejected_by_signer' and facts ->> 'subject' = $1 and resolved_at is null`,
    [coin],
  );

/** Changes a row, bypassing the service; `repair` reverts it. */
async function set(id: string, column: string, value: string | number): Promise<void> {
  const { db } = fixture.world.app;
  const [row] = await db.query<{ before: unknown }>(
    `select ${column} as before from coin_withdrawals where id = $1`,
    [id],
  );
  edits.push({ id, column, before: defined(row, 'a withdrawal').before });
  await db.query(`update coin_withdrawals set ${column} = $2 where id = $1`, [id, value]);
}

const edits: { id: string; column: string; before: unknown }[] = [];

async function repair(): Promise<void> {
  for (const { id, column, before } of edits.splice(0).reverse())
    await fixture.world.app.db.query(`update coin_withdrawals set ${column} = $2 where id = $1`, [
      id,
      typeof before === 'bigint' ? `${before}` : before,
    ]);
}

describe.each(['BTC', 'ETH', 'XRP'])('%s: rejects a withdrawal whose row has', (coin) => {
  test('another destination', async () => {
    const [address, thief] = [stranger(coin), stranger(coin)];
    const id = await fixture.withdraw({ coin, amount: '0.1', address });
    await set(id, 'address', thief);
    await expectRefused(id, coin, [address, thief]);
  });

  test('another amount', async () => {
    const address = stranger(coin);
    const id = await fixture.withdraw({ coin, amount: '0.1', address });
    await set(id, 'received_amount', '20000');
    await expectRefused(id, coin, [address]);
  });

  test('another network fee, which is the budget', async () => {
    const address = stranger(coin);
    const id = await fixture.withdraw({ coin, amount: '0.1', address });
    await set(id, 'network_fee', '1000');
    await expectRefused(id, coin, [address]);
  });
});

test('XRP: rejects a withdrawal whose row has another tag', async () => {
  const address = stranger('XRP');
  const id = await fixture.withdraw({ coin: 'XRP', amount: '0.1', address, tag: 7 });
  await set(id, 'tag', 8);
  await expectRefused(id, 'XRP', [address]);
});

/** The newest signed transfer. */
async function newest(purpose: string): Promise<{ txid: string; raw: string }> {
  const [row] = await fixture.world.app.db.query<{ txid: string; raw: string }>(
    `select txid, raw from transfers where coin = 'BTC' and purpose = $1 and raw is not null
     order by created_at desc, id desc limit 1`,
    [purpose],
  );
  return defined(row, 'a transfer');
}

/** Another branch of the chain has this transfer in its newest block. */
async function branchWith(transfer: { txid: string; raw: string }): Promise<void> {
  await reorganise(fixture.world.simulation('BTC'), { depth: 1, drop: true });
  await fixture.coinWallet('BTC').network.broadcast(transfer);
  await fixture.mine('BTC');
}

test('a completed withdrawal that must be paid again is rejected, waits, and is paid when its row is corrected', async () => {
  const [address, thief] = [stranger('BTC'), stranger('BTC')];
  const id = await fixture.withdraw({ coin: 'BTC', amount: '0.1', address });
  await fixture.settle();
  const payout = await newest('withdrawal');
  await voidWithdrawal(fixture.world.app, fixture.coinWallet('BTC'), {
    projectId: fixture.projectId,
    id,
    reason: 'not wanted',
  });
  await fixture.settle();
  const replacement = await newest('void');
  await fixture.mine('BTC');
  await branchWith(payout);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  // The conflicting transaction is final: its transfer is lost (payouts/follow/abandon.ts).
  await branchWith(replacement);
  await set(id, 'address', thief);
  await fixture.mine('BTC', 10);
  await fixture.settle();
  const refused = await fixture.withdrawal(id);
  expect(refused).toMatchObject({ status: 'completed', transfer_id: null });
  expect(refused.wait_reason).toBe('rejected_by_signer');
  expect(await fixture.paidTo('BTC', thief)).toMatchObject({ payments: 0 });
  await repair();
  await fixture.advance(6 * MINUTE);
  const sent = await fixture.withdrawal(id);
  expect(sent).toMatchObject({ status: 'completed', said: null });
  expect(sent.transfer_id).not.toBeNull();
  await fixture.mine('BTC');
  expect(await fixture.paidTo('BTC', address)).toMatchObject({ payments: 1 });
  expect(await alerts('BTC')).toEqual([]);
});

/** Expects a refusal although the withdrawal is unchanged: the plan was altered. */
async function expectPlanRefused(coin: string, alter: string, value: string): Promise<void> {
  const address = stranger(coin);
  const id = await fixture.withdraw({ coin, amount: '0.1', address });
  // The plan is altered in the transaction that stores it: no attacker can be faster.
  await fixture.world.database.owner.query(`create function alter_plan() returns trigger language plpgsql as $$
    begin new.plan := jsonb_set(new.plan, '${alter}', '"${value}"'); return new; end $$`);
  await fixture.world.database.owner.query(
    'create trigger alter_plan before insert on transfers for each row execute function alter_plan()',
  );
  await fixture.settle();
  await fixture.world.database.owner.query('drop function alter_plan cascade');
  await expectRefused(id, coin, [address, value]);
}

test.each(['BTC', 'ETH'])('%s: rejects a plan that pays another address', async (coin) => {
  await expectPlanRefused(coin, '{outputs,0,address}', stranger(coin));
});

test('BTC: rejects a plan that sends its change elsewhere', async () => {
  await expectPlanRefused('BTC', '{outputs,1,address}', stranger('BTC'));
});

test('BTC: rejects a plan that gives the change to miners', async () => {
  await expectPlanRefused('BTC', '{outputs,1,amount}', '1000');
});

test('a withdrawal that no one requested is never paid', async () => {
  const address = stranger('BTC');
  const id = await fixture.withdraw({ coin: 'BTC', amount: '0.1', address });
  const thief = stranger('BTC');
  const [copy] = await fixture.world.app.db.query<{ id: string }>(
    `with forged as (
       insert into coin_withdrawals (project_id, id, status, address, network, charged_amount,
         charged_currency, received_amount, received_currency, network_fee, network_fee_level, fee,
         created_at, committed_at, seal)
       select project_id, gen_random_uuid(), status, $2, network, charged_amount, charged_currency,
         received_amount, received_currency, network_fee, network_fee_level, fee, created_at,
         committed_at, seal
       from coin_withdrawals where id = $1 returning project_id, id)
     insert into payouts (project_id, withdrawal_id, coin, status, due_at)
     select project_id, id, 'BTC', 'waiting', '-infinity' from forged returning withdrawal_id as id`,
    [id, thief],
  );
  const forged = defined(copy, 'the copy').id;
  await expectRefused(forged, 'BTC', [thief]);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent' });
  for (const table of ['payouts', 'transfer_payments'])
    await fixture.world.database.owner.query(`delete from ${table} where withdrawal_id = $1`, [
      forged,
    ]);
  await fixture.world.database.owner.query('delete from coin_withdrawals where id = $1', [forged]);
});

test('after its row is corrected, it is signed and the alert resolves', async () => {
  const [address, thief] = [stranger('BTC'), stranger('BTC')];
  const id = await fixture.withdraw({ coin: 'BTC', amount: '0.1', address });
  await set(id, 'address', thief);
  await expectRefused(id, 'BTC', [thief]);
  await repair();
  await fixture.advance(5 * MINUTE);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent', said: null });
  expect(await fixture.paidTo('BTC', address)).toMatchObject({ payments: 1 });
  expect(await alerts('BTC')).toEqual([]);
});

test('a rejected withdrawal delays no other and takes no nonce from it', async () => {
  for (const coin of ['BTC', 'ETH', 'XRP']) {
    const [address, other] = [stranger(coin), stranger(coin)];
    const refused = await fixture.withdraw({ coin, amount: '0.1', address });
    await set(refused, 'address', stranger(coin));
    const id = await fixture.withdraw({ coin, amount: '0.1', address: other });
    await fixture.settle();
    await fixture.mine(coin);
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
    expect(await fixture.withdrawal(refused)).toMatchObject({ status: 'pending' });
  }
});
