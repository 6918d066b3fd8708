// A world that can send: one funded wallet per coin on the simulated network, and a merchant with money and committed
// withdrawals. Used by the tests of this folder.
import { mine as mineBlocks } from '../../src/chains/simulated/mine.ts';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { simulatedFamily } from '../../src/chains/simulated/simulated-transfers.ts';
import type { TransferNetwork } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { openCoinWallets } from '../../src/payouts/open-coin-wallets.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { createProject } from '../../src/projects/create.ts';
import { chainWorkers } from '../support/chain-workers.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  insertCommitted,
  rememberReported,
  reported,
  type StoredWithdrawal,
  storedWithdrawal,
  type WithdrawalRequest,
} from './committed.ts';

export interface CoinWalletWorld {
  readonly world: World;
  readonly projectId: string;
  coinWallet(coin: string): CoinWallet;
  /** Puts coins into the wallet, one payment each, and mines them. */
  fund(coin: string, amounts: readonly string[]): Promise<void>;
  /** A committed withdrawal: debited, and due to be sent. */
  withdraw(requested: WithdrawalRequest): Promise<string>;
  withdrawal(id: string): Promise<StoredWithdrawal>;
  /** Does all due work of the world and the coin wallets, or only that of one coin. */
  settle(coin?: string): Promise<void>;
  mine(coin: string, count?: number): Promise<void>;
  advance(milliseconds: number): Promise<void>;
  /** The live transactions that pay an address on the chain, and their total. */
  paidTo(coin: string, address: string): Promise<{ payments: number; amount: bigint }>;
  /** The status changes of a withdrawal that the merchant was notified of, in order. */
  reported(id: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** `leaveOut`: workers that would get ahead of what a test checks. */
export async function openCoinWalletWorld(
  environment: Record<string, string> = {},
  leaveOut: readonly string[] = [],
): Promise<CoinWalletWorld> {
  const world = await createWorld(environment, { sends: false, leaveOut });
  const { app } = world;
  await rememberReported(app, world.database);
  const families = new Map(
    [...app.coins.keys()].map((code) => [code, simulatedFamily(world.simulation(code))]),
  );
  const coinWallets = openCoinWallets(app, families);
  const coinWallet = (coin: string) => defined(coinWallets.get(coin), `a treasury of ${coin}`);
  const project = await createProject(app, 'Payer');
  const workers = [
    ...world.assembled.workers,
    ...[...coinWallets.values()].map((one) => senderWorker(one)),
  ];
  const settle = async (coin?: string) => {
    const names = [`watch-${coin?.toLowerCase()}`, `send-${coin?.toLowerCase()}`];
    await world.work(
      app,
      workers.filter((worker) => coin === undefined || names.includes(worker.name)),
    );
  };
  const mine = async (coin: string, count = 1) => {
    await mineBlocks(world.simulation(coin), { count });
    await world.work(app, chainWorkers(app, workers, coin));
  };
  return {
    world,
    projectId: project.id,
    coinWallet,
    settle,
    mine,
    async advance(milliseconds) {
      world.clock.advance(milliseconds);
      await settle();
    },
    async fund(coin, amounts) {
      await fundWallet(world, coinWallet(coin), amounts);
      await mine(coin, 1);
      await mine(coin, 40);
    },
    withdraw: (requested) => insertCommitted(app, project.id, requested),
    withdrawal: (id) => storedWithdrawal(app.db, id),
    async paidTo(coin, address) {
      const rows = await app.db.query<{ payments: number; amount: bigint }>(
        `select count(*)::int as payments, coalesce(sum(o.delivered), 0) as amount
         from simulation.outputs o join simulation.transactions t using (coin, txid)
         where o.coin = $1 and o.address = $2
           and (t.mempool_number is not null or t.block_hash is not null)`,
        [coin, address],
      );
      return defined(rows[0], 'one row');
    },
    reported: (id) => reported(app, id),
    close: () => world.close(),
  };
}

async function fundWallet(
  world: World,
  { coin, network }: { coin: CoinWallet['coin']; network: TransferNetwork },
  amounts: readonly string[],
): Promise<void> {
  const payments = [];
  for (const amount of amounts) {
    const { address, tag } = await topUpAddress(world.app, {
      coin: coin.code,
      model: network.model,
    });
    payments.push({ outputs: [{ address, tag, amount: amountOf(amount, coin) }] });
  }
  await payMany(world.simulation(coin.code), payments);
}
