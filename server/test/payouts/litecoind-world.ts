// A sending wallet on a real litecoind: the service's own parts in live mode, on a separate chain. Used by the tests of
// sending over litecoind.
import { bitcoindFamily } from '../../src/chains/bitcoind/bitcoind-transfers.ts';
import { defined } from '../../src/core/assert.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { openCoinWallets } from '../../src/payouts/open-coin-wallets.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { createProject } from '../../src/projects/create.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { type Litecoind, type LitecoindOptions, startLitecoind } from '../support/litecoind.ts';
import { createWorld, type World } from '../support/world.ts';
import { insertCommitted, rememberReported } from './committed.ts';

const WORKERS = ['address-pool', 'watch-ltc', 'assess-ltc'];

export interface LitecoindWorld {
  readonly node: Litecoind;
  readonly world: World;
  readonly coinWallet: CoinWallet;
  settle(): Promise<void>;
  /** A committed withdrawal with a network fee of 0.0001 LTC. */
  withdraw(address: string, amount: string): Promise<string>;
  stored(id: string): Promise<{ status: string; txid: string; said: string | null }>;
  /** Confirmed, at an address of the node's own wallet. */
  receivedBy(address: string): Promise<number>;
  close(): Promise<void>;
}

export async function openLitecoindWorld(
  options: LitecoindOptions,
  environment: Record<string, string> = {},
): Promise<LitecoindWorld> {
  const node = defined(await startLitecoind({ blocks: 120, ...options }), 'litecoind is installed');
  const world = await createWorld({
    CHAINTILL_MODE: 'live',
    CHAINTILL_NETWORK: 'regtest',
    LTC_NODE_URL: node.url,
    LTC_NODE_COOKIE: node.cookieFile,
    ...environment,
  });
  const coinWallet = await openCoinWallet(world, node);
  const projectId = (await createProject(world.app, 'Payer')).id;
  const settle = async () => {
    await makeAllDue(world.app);
    const workers = world.assembled.workers.filter(({ name }) => WORKERS.includes(name));
    await runDueWork(world.app, [...workers, senderWorker(coinWallet)]);
  };
  for (const amount of ['3', '2', '1']) {
    const { address } = await topUpAddress(world.app, { coin: 'LTC', model: 'outputs' });
    await node.pay(address, amount);
  }
  await node.mine(6);
  await settle();
  return {
    node,
    world,
    coinWallet,
    settle,
    withdraw: (address, amount) =>
      insertCommitted(world.app, projectId, { coin: 'LTC', amount, address, networkFee: '0.0001' }),
    async stored(id) {
      const rows = await world.app.db.query<{
        status: string;
        txid: string;
        said: string | null;
      }>(
        `select w.status, txid, p.wait_detail ->> 'message' as said
         from coin_withdrawals w join payouts p on p.withdrawal_id = w.id where w.id = $1`,
        [id],
      );
      return defined(rows[0], 'the withdrawal');
    },
    receivedBy: (address) => node.rpc('getreceivedbyaddress', address, 1),
    async close() {
      coinWallet.network.close();
      await world.close();
      await node.stop();
    },
  };
}

async function openCoinWallet({ app, database }: World, node: Litecoind): Promise<CoinWallet> {
  const family = bitcoindFamily({
    coin: defined(app.coins.get('LTC'), 'LTC'),
    network: 'regtest',
    url: node.url,
    cookieFile: node.cookieFile,
    log: app.log,
  });
  const families = new Map([['LTC', defined(family, 'LTC can be sent')]]);
  await rememberReported(app, database);
  const coinWallets = openCoinWallets(app, families);
  return defined(coinWallets.get('LTC'), 'a treasury of LTC');
}
