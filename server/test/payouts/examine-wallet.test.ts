// Whether the wallet's outputs are compared with the chain one by one: only where the watcher has not read every block
// that could spend them. An accepted spend leaves the wallet, however late its block arrives.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer, type Outpoint } from '../../src/chains/simulated/raw-transfer.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { maySend } from '../../src/payouts/plan/may-send.ts';
import { findQuarantine } from '../../src/payouts/quarantine.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { openSpends, storeAccepted } from '../../src/payouts/recover/unrecognised-spends.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { otherApp } from '../support/other-app.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

/** Blocks that are read before the one at which a process starts (may-send.ts). */
const SLACK = 100;

let fixture: CoinWalletWorld;
beforeEach(async () => {
  fixture = await openCoinWalletWorld();
  await fixture.fund('BTC', ['2', '3']);
});
afterEach(() => fixture.close());

/** Like a process that starts to send, on a node that counts the outputs it was asked for. */
async function beginToSend(): Promise<{ isAllowed: boolean; requestedOutputs: number }> {
  const { app } = fixture.world;
  const whole = fixture.coinWallet('BTC');
  let requestedOutputs = 0;
  const counting: CoinWallet = {
    ...whole,
    network: {
      ...whole.network,
      spendersOf(plan, aboveHeight) {
        requestedOutputs += 'inputs' in plan.origin ? plan.origin.inputs.length : 0;
        return whole.network.spendersOf(plan, aboveHeight);
      },
    },
  };
  app.comparison.outlooks.clear();
  return { isAllowed: await maySend(app, counting), requestedOutputs };
}

/** Signed with our keys by another party. */
async function spendElsewhere(): Promise<Outpoint> {
  const { coin } = fixture.coinWallet('BTC');
  const [input] = await fixture.world.app.db.query<Outpoint & { amount: bigint }>(
    `select txid, output_index "index", amount from wallet_outputs
     where coin = 'BTC' and status = 'unspent' order by amount limit 1`,
  );
  const { txid, index, amount } = defined(input, 'coins');
  const fee = 20_000n;
  const address = foreignAddress(coin, 'elsewhere', 1);
  const outputs = [{ address, tag: null, amount: amount - fee }];
  const raw = encodeTransfer({ coin: 'BTC', origin: { inputs: [{ txid, index }] }, outputs, fee });
  expect(await submit(fixture.world.simulation('BTC'), raw)).toMatchObject({ kind: 'accepted' });
  return { txid, index };
}

async function statusOf({ txid, index }: Outpoint): Promise<string | undefined> {
  const rows = await fixture.world.app.db.query<{ status: string }>(
    `select status from wallet_outputs where coin = 'BTC' and txid = $1 and output_index = $2`,
    [txid, index],
  );
  return rows[0]?.status;
}

test('a process that starts to send queries no outputs if the spends of all blocks were checked', async () => {
  await fixture.mine('BTC', SLACK);
  expect(await beginToSend()).toEqual({ isAllowed: true, requestedOutputs: 0 });
});

test('it queries each output if a process without keys read the blocks, and finds spent ones', async () => {
  const { app, assembled } = fixture.world;
  await fixture.mine('BTC', SLACK);
  const config = { ...app.config, walletKeysFile: 'public.json', signerSocket: null };
  const spent = await spendElsewhere();
  await mine(fixture.world.simulation('BTC'), { count: 1 });
  await makeAllDue(app);
  const watch = assembled.workers.filter(({ name }) => name === 'watch-btc');
  await runDueWork(otherApp(app, { config }), watch);
  expect(await findQuarantine(app.db, 'BTC')).toBeNull();
  await fixture.mine('BTC', 2);
  expect(await beginToSend()).toMatchObject({ isAllowed: false });
  expect(await openSpends(app.db, 'BTC')).toMatchObject([
    { kind: 'output', subject: `${spent.txid}:${spent.index}` },
  ]);
});

test('an accepted spend leaves the wallet with its block', async () => {
  const { app } = fixture.world;
  await fixture.mine('BTC', SLACK);
  const spent = await spendElsewhere();
  await fixture.settle('BTC');
  await endQuarantine(app, fixture.coinWallet('BTC'), { isAccepted: true });
  expect(await statusOf(spent)).toBe('unspent');
  await fixture.mine('BTC');
  expect(await statusOf(spent)).toBe('lost');
});

test('so does a spend accepted by a command that was interrupted', async () => {
  const { app } = fixture.world;
  await fixture.mine('BTC', SLACK);
  const spent = await spendElsewhere();
  await fixture.mine('BTC');
  await fixture.settle('BTC');
  const open = await openSpends(app.db, 'BTC');
  await app.db.transaction((tx) => storeAccepted(tx, open));
  await endQuarantine(app, fixture.coinWallet('BTC'), { isAccepted: false });
  expect(await statusOf(spent)).toBe('lost');
});
