// What a network can do to our own transfers: hold them until they are replaced or expire, reorganize their blocks,
// mine another member of a replacement family, charge another base fee. Also deposits worth a sweep.
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, pay } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { release, stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import type { Action, Weighted } from './actions.ts';
import { fundWallet } from './fund-wallet.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { FINAL_REORGANIZATION } from './transfer-counts.ts';

const DEPTH_MAX = 60;
/** More blocks than it takes until an unconfirmed transfer is replaced. */
const STUCK_BLOCKS: Readonly<Record<string, number>> = { BTC: 4, LTC: 12, BCH: 4, ETH: 26, XRP: 8 };
const FEE_PERCENTS = [40, 100, 160];

const ETHER = 10n ** 18n;

/** Deep enough for every coin to treat a block as final. */
const FINAL_BLOCKS = 45;

/** On several addresses. None holds enough for the largest payout, which therefore needs a sweep. */
const depositEther: Action = async (world) => {
  const target = await world.one<{ address: string }>(
    `select address from channels where pay_currency = 'ETH' order by id`,
  );
  const { address } = target === null || world.chance(70) ? await openEtherChannel(world) : target;
  const amount = BigInt(1 + world.draw(4)) * ETHER + BigInt(world.draw(1_000_000));
  await pay(world.simulation('ETH'), { outputs: [{ address, amount }] });
  if (world.chance(50)) return;
  await mine(world.simulation('ETH'), { count: FINAL_BLOCKS });
  await world.settle('ETH');
};

function openEtherChannel(world: SimulatedWorld): Promise<{ address: string }> {
  const currencies = { pay_currency: 'ETH', receiver_currency: 'ETH' };
  return world.api().channels.create({ name: 'swept', ...currencies });
}

async function payOut(world: SimulatedWorld, coin: string, amount: string): Promise<void> {
  const address = foreignAddress(world.simulation(coin).coin, 'payout', world.draw(2 ** 31));
  await world.api().coinWithdrawals.create({
    address: coin === 'XRP' ? `${address}?dt=7` : address,
    charged_currency: 'EUR',
    received_currency: coin,
    received_amount: amount,
    network_fee_level: 'average',
    force_commit: true,
  });
  await world.settle(coin);
}

/** No single address holds enough for a payout. */
const sweepEther: Action = async (world) => {
  for (let n = 0; n < 3; n++) {
    const { address } = await openEtherChannel(world);
    await pay(world.simulation('ETH'), { outputs: [{ address, amount: 4n * ETHER }] });
  }
  await mine(world.simulation('ETH'), { count: FINAL_BLOCKS });
  await world.settle('ETH');
  await payOut(world, 'ETH', world.pick(['6', '9']));
  await mine(world.simulation('ETH'));
  await world.settle('ETH');
};

/** Transfers of a coin become final, and are no longer tracked. */
const makeFinal: Action = async (world) => {
  const coin = world.pick(world.stage.coins);
  for (const count of [1, FINAL_BLOCKS, 1]) {
    await mine(world.simulation(coin), { count });
    await world.settle(coin);
  }
};

interface Mined {
  readonly coin: string;
  readonly txid: string;
  readonly depth: number;
}

/**
 * A transfer of ours leaves the chain, even a final one. The next block contains it or another member of its family.
 */
const takeBack: Action = async (world) => {
  const found = await world.one<Mined>(
    `select t.coin, t.txid, (c.height - b.height + 1)::int as depth from simulation.transactions t
     join simulation.blocks b on b.coin = t.coin and b.hash = t.block_hash
     join simulation.chains c on c.coin = t.coin
     where t.raw is not null and t.coin = any($1::text[]) and c.height - b.height < $2
     order by t.coin, t.number`,
    [world.stage.coins, DEPTH_MAX],
  );
  if (found === null) return;
  const { coin, depth } = found;
  const simulation = world.simulation(coin);
  if (await isSettled(world, found)) world.count(FINAL_REORGANIZATION);
  await reorganise(simulation, { depth, drop: world.chance(50) });
  if (world.chance(50)) await changeSettings(simulation, { feePercent: world.pick(FEE_PERCENTS) });
  if (world.chance(60)) await broadcastGone(world, coin);
  if (world.chance(70)) await mine(simulation);
};

/** Nothing is left to do with it. */
async function isSettled({ sql }: SimulatedWorld, { coin, txid }: Mined): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from transfers where coin = $1 and txid = $2 and status = 'confirmed' and due_at is null`,
    [coin, txid],
  );
  return rows.length > 0;
}

/** Anyone who saw a transfer of ours can broadcast it again, even a dropped or replaced one. */
async function broadcastGone(world: SimulatedWorld, coin: string): Promise<void> {
  const found = await world.one<{ raw: string }>(
    `select raw from simulation.transactions
     where coin = $1 and raw is not null and block_hash is null and mempool_number is null
     order by number`,
    [coin],
  );
  const [settings] = await world.sql.query<{ isDown: boolean }>(
    'select node_is_down as "isDown" from simulation.settings where coin = $1',
    [coin],
  );
  if (found !== null && settings?.isDown === false) await submit(world.simulation(coin), found.raw);
}

const broadcastAgain: Action = (world) => broadcastGone(world, world.pick(world.stage.coins));

/** No block contains a transfer of ours until it is replaced; then blocks contain either. */
const holdUp: Action = async (world) => {
  const found = await world.one<{ coin: string; txid: string }>(
    `select coin, txid from simulation.transactions
     where raw is not null and mempool_number is not null and coin = any($1::text[])
     order by coin, number`,
    [world.stage.coins],
  );
  if (found === null) return;
  const simulation = world.simulation(found.coin);
  await stick(simulation, found.txid);
  await mine(simulation, { count: STUCK_BLOCKS[found.coin] ?? 1 });
  await world.settle(found.coin);
  if (world.chance(50)) await release(simulation, found.txid);
};

/** Twice the ledgers after which an XRP transfer expires. */
const LEDGERS_MAX = 150;

/** XRP: no ledger contains a transfer of ours until it has expired, or almost. */
const expire: Action = async (world) => {
  const simulation = world.simulation('XRP');
  await fundWallet(world, 'XRP', '200');
  await mine(simulation);
  await payOut(world, 'XRP', '15');
  const found = await world.one<{ txid: string }>(
    `select txid from simulation.transactions
     where coin = 'XRP' and raw is not null and mempool_number is not null order by number`,
  );
  if (found === null) return;
  await stick(simulation, found.txid);
  await mine(simulation, { count: 1 + world.draw(LEDGERS_MAX) });
  if (world.chance(50)) await world.settle('XRP');
};

export const transferActions: Weighted = [
  [depositEther, 4],
  [sweepEther, 2],
  [makeFinal, 4],
  [takeBack, 8],
  [broadcastAgain, 3],
  [holdUp, 5],
  [expire, 2],
];
