// Withdrawals on the simulated networks, from committed to completed, and what delays them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/settings.ts';
import { amountOf } from '../../src/core/money.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';

let treasury: TreasuryWorld;
beforeAll(async () => {
  treasury = await openTreasuryWorld();
  for (const coin of ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'])
    await treasury.fund(coin, ['5', '5', '5']);
});
afterAll(() => treasury.close());

let strangers = 1000;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(treasury.treasury(coin).coin, 'strangers', strangers);
}

async function balance(kind: string, currency: string): Promise<bigint> {
  const rows = await treasury.world.app.db.query<{ balance: bigint }>(
    `select balance from ledger_accounts where project_id = $1 and kind = $2 and currency = $3`,
    [treasury.projectId, kind, currency],
  );
  return rows[0]?.balance ?? 0n;
}

describe.each(['BTC', 'LTC', 'BCH', 'ETH', 'XRP'])('%s', (code) => {
  test('a committed withdrawal is paid once, and completed at its first confirmation', async () => {
    const coin = treasury.treasury(code).coin;
    const address = stranger(code);
    const id = await treasury.withdraw({ coin: code, amount: '0.5', address });
    await treasury.settle();
    const sent = await treasury.withdrawal(id);
    expect(sent).toMatchObject({ status: 'sent', said: null });
    expect(sent.txid).not.toBeNull();
    expect(await treasury.paidTo(code, address)).toEqual({
      payments: 1,
      amount: amountOf('0.5', coin),
    });
    await treasury.mine(code);
    expect(await treasury.withdrawal(id)).toMatchObject({ status: 'completed', txid: sent.txid });
    expect(await treasury.told(id)).toEqual(['processing', 'sent', 'completed']);
    expect(await balance('withdrawals', code)).toBe(0n);
  });

  test('withdrawals that wait together are each paid once', async () => {
    const requests = Array.from({ length: 3 }, () => ({
      coin: code,
      amount: '0.01',
      address: stranger(code),
    }));
    const ids = [];
    for (const requested of requests) ids.push(await treasury.withdraw(requested));
    for (let round = 0; round < 3; round++) {
      await treasury.advance(31_000);
      await treasury.mine(code);
    }
    for (const [n, id] of ids.entries()) {
      expect(await treasury.withdrawal(id)).toMatchObject({ status: 'completed' });
      const { payments } = await treasury.paidTo(code, requests[n]?.address ?? '');
      expect(payments).toBe(1);
    }
  });

  test('more than the wallet holds waits, says so, and alarms once until coins come', async () => {
    const id = await treasury.withdraw({ coin: code, amount: '50', address: stranger(code) });
    await treasury.settle();
    await treasury.advance(31_000);
    expect(await treasury.withdrawal(id)).toMatchObject({
      status: 'pending',
      wait_reason: 'hot_wallet_short',
    });
    const alarms = () =>
      treasury.world.app.db.query(
        `select 1 from ledger_alarms
         where kind = 'hot_wallet_short' and facts ->> 'subject' = $1 and cleared_at is null`,
        [code],
      );
    expect(await alarms()).toHaveLength(1);
    await treasury.fund(code, ['60']);
    await treasury.mine(code);
    expect(await treasury.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
    expect(await alarms()).toHaveLength(0);
  });

  test('a node that is down delays a withdrawal and changes nothing else', async () => {
    const simulation = treasury.world.simulation(code);
    const address = stranger(code);
    const id = await treasury.withdraw({ coin: code, amount: '0.02', address });
    await changeSettings(simulation, { nodeIsDown: true });
    await treasury.settle();
    expect(await treasury.withdrawal(id)).toMatchObject({ status: 'pending', said: null });
    await changeSettings(simulation, { nodeIsDown: false });
    await treasury.settle();
    await treasury.mine(code);
    expect(await treasury.withdrawal(id)).toMatchObject({ status: 'completed' });
    expect((await treasury.paidTo(code, address)).payments).toBe(1);
  });
});
