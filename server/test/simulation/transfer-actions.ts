// What a network can do to our own transfers: hold them until they are replaced, take their blocks back, mine
// another member of a family, charge another base fee. Also deposits that are worth a sweep. XRP transfers do
// not expire in the simulation, so no action plays that.
import { mine } from '../../src/chains/simulated/mine.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { changeSettings } from '../../src/chains/simulated/settings.ts';
import { release, stick } from '../../src/chains/simulated/stick.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import type { Action, Weighted } from './actions.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Deeper than every coin needs to treat a transfer as final, with some blocks to spare. */
const DEPTH_MAX = 40;
/** Blocks after which a transfer that no block takes is replaced, and some to spare. */
const STUCK_BLOCKS: Readonly<Record<string, number>> = { BTC: 4, LTC: 12, BCH: 4, ETH: 26, XRP: 8 };
const FEE_PERCENTS = [40, 100, 160];

const ETHER = 10n ** 18n;

/** Large enough that a payout collects it from the deposit address. */
const depositEther: Action = async (world) => {
  const target = await world.one<{ address: string }>(
    `select address from channels where pay_currency = 'ETH' order by id`,
  );
  if (target === null) {
    const currencies = { pay_currency: 'ETH', receiver_currency: 'ETH' };
    await world.api().channels.create({ name: 'swept', ...currencies });
    return;
  }
  const amount = BigInt(1 + world.draw(8)) * ETHER + BigInt(world.draw(1_000_000));
  await pay(world.simulation('ETH'), { outputs: [{ address: target.address, amount }] });
};

interface Mined {
  readonly coin: string;
  readonly txid: string;
  readonly depth: number;
}

/** A transfer of ours leaves the chain, also a final one. The next block takes it or another of its family. */
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
  await reorganise(simulation, { depth, drop: world.chance(50) });
  if (world.chance(50)) await changeSettings(simulation, { feePercent: world.pick(FEE_PERCENTS) });
  if (world.chance(60)) await broadcastGone(world, coin);
  if (world.chance(70)) await mine(simulation);
};

/** Whoever saw a transfer of ours can send it again, also one that was dropped or replaced. */
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

/** No block takes a transfer of ours until it is replaced; then blocks take either. */
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
  await world.rest();
  if (world.chance(50)) await release(simulation, found.txid);
};

export const transferActions: Weighted = [
  [depositEther, 4],
  [takeBack, 5],
  [broadcastAgain, 3],
  [holdUp, 4],
];
