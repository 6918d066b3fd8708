// Withdrawals on the simulated networks, from committed to completed, and what delays them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { amountOf } from '../../src/core/money.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

let coinWallet: CoinWalletWorld;
beforeAll(async () => {
  coinWallet = await openCoinWalletWorld();
  for (const coin of ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'])
    await coinWallet.fund(coin, ['5', '5', '5']);
});
afterAll(() => coinWallet.close());

let strangers = 1000;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(coinWallet.coinWallet(coin).coin, 'strangers', strangers);
}

async function balance(kind: string, currency: string): Promise<bigint> {
  const rows = await coinWallet.world.app.db.query<{ balance: bigint }>(
    `select balance from ledger_accounts where project_id = $1 and kind = $2 and currency = $3`,
    [coinWallet.projectId, kind, currency],
  );
  return rows[0]?.balance ?? 0n;
}

describe.each(['BTC', 'LTC', 'BCH', 'ETH', 'XRP'])('%s', (code) => {
  test('a committed withdrawal is paid once and completed at its first confirmation', async () => {
    const coin = coinWallet.coinWallet(code).coin;
    const address = stranger(code);
    const id = await coinWallet.withdraw({ coin: code, amount: '0.5', address });
    await coinWallet.settle();
    const sent = await coinWallet.withdrawal(id);
    expect(sent).toMatchObject({ status: 'sent', said: null });
    expect(sent.txid).not.toBeNull();
    expect(await coinWallet.paidTo(code, address)).toEqual({
      payments: 1,
      amount: amountOf('0.5', coin),
    });
    await coinWallet.mine(code);
    expect(await coinWallet.withdrawal(id)).toMatchObject({ status: 'completed', txid: sent.txid });
    expect(await coinWallet.reported(id)).toEqual(['processing', 'sent', 'completed']);
    expect(await balance('withdrawals', code)).toBe(0n);
  });

  test('queued withdrawals are each paid once', async () => {
    const requests = Array.from({ length: 3 }, () => ({
      coin: code,
      amount: '0.01',
      address: stranger(code),
    }));
    const ids = [];
    for (const requested of requests) ids.push(await coinWallet.withdraw(requested));
    for (let round = 0; round < 3; round++) {
      await coinWallet.advance(31_000);
      await coinWallet.mine(code);
    }
    for (const [n, id] of ids.entries()) {
      expect(await coinWallet.withdrawal(id)).toMatchObject({ status: 'completed' });
      const { payments } = await coinWallet.paidTo(code, requests[n]?.address ?? '');
      expect(payments).toBe(1);
    }
  });

  test('a withdrawal above the wallet balance waits, shows it, and alerts once until funds arrive', async () => {
    const id = await coinWallet.withdraw({ coin: code, amount: '50', address: stranger(code) });
    await coinWallet.settle();
    await coinWallet.advance(31_000);
    expect(await coinWallet.withdrawal(id)).toMatchObject({
      status: 'pending',
      wait_reason: 'hot_wallet_low_balance',
    });
    const alerts = () =>
      coinWallet.world.app.db.query(
        `select 1 from alerts
         where kind = 'hot_wallet_low_balance' and facts ->> 'subject' = $1 and resolved_at is null`,
        [code],
      );
    expect(await alerts()).toHaveLength(1);
    await coinWallet.fund(code, ['60']);
    await coinWallet.mine(code);
    expect(await coinWallet.withdrawal(id)).toMatchObject({ status: 'completed', said: null });
    expect(await alerts()).toHaveLength(0);
  });

  test('an unreachable node only delays a withdrawal', async () => {
    const simulation = coinWallet.world.simulation(code);
    const address = stranger(code);
    const id = await coinWallet.withdraw({ coin: code, amount: '0.02', address });
    await changeSettings(simulation, { nodeIsDown: true });
    await coinWallet.settle();
    expect(await coinWallet.withdrawal(id)).toMatchObject({ status: 'pending', said: null });
    await changeSettings(simulation, { nodeIsDown: false });
    await coinWallet.settle();
    await coinWallet.mine(code);
    expect(await coinWallet.withdrawal(id)).toMatchObject({ status: 'completed' });
    expect((await coinWallet.paidTo(code, address)).payments).toBe(1);
  });
});
