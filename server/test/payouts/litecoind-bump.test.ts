// A stuck transaction on litecoind with its defaults: it refuses replacements (`-mempoolreplacement=0`), so the change
// is spent in a transaction with a higher fee, and the miner takes both. Also for batches.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { describeWithLitecoind } from '../support/litecoind.ts';
import { type LitecoindWorld, openLitecoindWorld } from './litecoind-world.ts';

describeWithLitecoind('stuck transfers on litecoind with its own settings', () => {
  let fixture: LitecoindWorld;
  beforeAll(async () => {
    // Its blocks require 15 per byte; transactions at the fallback rate pay 10.
    fixture = await openLitecoindWorld(
      { extraArguments: ['-blockmintxfee=0.00015', '-paytxfee=0.0005'] },
      { CHAINTILL_BATCH_MAX_PAYMENTS: '10' },
    );
  });
  afterAll(() => fixture.close());

  test('a stuck batch is bumped by spending its change, and each withdrawal is paid once', async () => {
    const { node, world } = fixture;
    const addresses = [
      await node.address(),
      await node.address('legacy'),
      await node.address('p2sh-segwit'),
    ];
    const ids = [];
    for (const address of addresses) {
      const canonical = fixture.coinWallet.coin.parseAddress(address, 'regtest')?.address ?? '';
      ids.push(await fixture.withdraw(canonical, '0.1'));
    }
    world.clock.advance(30 * SECOND);
    await fixture.settle();
    const [first = ''] = ids;
    const { txid } = await fixture.stored(first);
    await node.mine(12);
    expect(await node.rpc('getrawmempool')).toEqual([txid]);
    await fixture.settle();
    const refused = await world.app.db.query<{ refusal: string }>(
      `select refusal from transfers where status = 'replaced' and refusal is not null`,
    );
    expect(refused).toEqual([{ refusal: expect.stringMatching(/^txn-mempool-conflict/) }]);
    const mempool: string[] = await node.rpc('getrawmempool');
    expect(mempool).toHaveLength(2);
    expect(mempool).toContain(txid);
    for (const id of ids) expect(await fixture.stored(id)).toMatchObject({ status: 'sent', txid });
    await node.mine(1);
    await fixture.settle();
    expect(await node.rpc('getrawmempool')).toEqual([]);
    for (const id of ids)
      expect(await fixture.stored(id)).toMatchObject({ status: 'completed', txid });
    for (const address of addresses) expect(await fixture.receivedBy(address)).toBe(0.1);
    const transfers = await world.app.db.query<{ purpose: string; fee: bigint; fee_cap: bigint }>(
      `select purpose, network_fee as fee, fee_cap from transfers where status = 'confirmed'
       order by created_at, id`,
    );
    expect(transfers.map(({ purpose }) => purpose)).toEqual(['withdrawal', 'bump']);
    const spent = transfers.reduce((sum, transfer) => sum + transfer.fee, 0n);
    expect(spent).toBeLessThanOrEqual(transfers[0]?.fee_cap ?? 0n);
    expect(await auditLedger(world.app.db)).toEqual([]);
  });

  test('the change of the bump is spent like any other', async () => {
    const { node } = fixture;
    const address = await node.address();
    const id = await fixture.withdraw(address, '5.5');
    fixture.world.clock.advance(30 * SECOND);
    await fixture.settle();
    const { txid } = await fixture.stored(id);
    // It would be stuck at this miner's price, so it is mined by hand.
    await node.mineOnly([txid]);
    await fixture.settle();
    expect(await fixture.stored(id)).toMatchObject({ status: 'completed' });
    expect(await fixture.receivedBy(address)).toBe(5.5);
  });
});
