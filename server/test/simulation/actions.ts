// What can happen in a simulated world, as weighted random actions on the public commands and the chain. All randomness
// comes from the world's one generator, so a seed repeats a run.
import { mine } from '../../src/chains/simulated/mine.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { release, replace, stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { createChannel, updateChannel } from '../../src/channels/create.ts';
import { DAY, MINUTE, SECOND } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { createInvoice } from '../../src/invoices/create.ts';
import { recalculate } from '../../src/invoices/recalculate.ts';
import { refundInvoice } from '../../src/invoices/refund.ts';
import { instructRisk } from '../../src/sandbox/sandbox.ts';
import type { SimulatedWorld, Stage } from './simulated-world.ts';

/** Money in: payments, and what happens to them. */
export const moneyIn: Stage = {
  coins: ['LTC', 'BTC', 'XRP'],
  workers: [
    'assess-ltc',
    'assess-btc',
    'assess-xrp',
    'invoices',
    'channel-payments',
    'callbacks',
    'address-pool',
  ],
};

export type Action = (world: SimulatedWorld) => Promise<unknown>;

const OMITTED = {
  network: undefined,
  custom_id: undefined,
  customer_id: undefined,
  name: undefined,
  description: undefined,
  metadata: undefined,
  success_redirect_url: undefined,
  unsuccess_redirect_url: undefined,
  payer_email: undefined,
  expires_in: undefined,
  language: undefined,
};

const newObject = ({ app, project }: SimulatedWorld) => ({
  project,
  objectId: newId(app().clock, app().random),
});

const invoice: Action = (world) => {
  const coin = world.pick(world.stage.coins);
  // Some are large enough to need several confirmations.
  const isSame = world.chance(20);
  const price = isSame ? { price_amount: world.pick(['0.5', '7']), price_currency: coin } : null;
  const fiat = {
    price_amount: world.pick(['1.00', '10.00', '99.99', '250000']),
    price_currency: 'EUR',
  };
  const terms = { ...OMITTED, ...(price ?? fiat), pay_currency: coin };
  return createInvoice(world.app(), newObject(world), terms);
};

export const channel: Action = (world) => {
  const terms = { ...OMITTED, name: 'x', pay_currency: world.pick(world.stage.coins) };
  const receiver_currency = world.pick(['EUR', ...world.stage.coins]);
  return createChannel(world.app(), newObject(world), { ...terms, receiver_currency });
};

const payInvoice: Action = async (world) => {
  const target = await world.one<{
    coin: string;
    address: string;
    tag: number | null;
    due: bigint;
  }>(
    `select pay_currency as coin, address, tag, pay_amount as due from invoices
     where created_at > $1::timestamptz - interval '20 days' order by id`,
    [new Date(world.app().clock.now())],
  );
  if (target === null) return;
  const { due } = target;
  const amount = world.pick([due, due, due, due / 2n + 1n, due - 1n, due + 1n, due * 2n, 1n]);
  await payTo(world, { ...target, amount: amount > 0n ? amount : 1n });
};

export const payChannel: Action = async (world) => {
  const target = await world.one<{ coin: string; address: string; tag: number | null }>(
    'select pay_currency as coin, address, tag from channels order by id',
  );
  const amount = BigInt(1 + world.draw(5_000_000));
  if (target !== null) await payTo(world, { ...target, amount });
};

async function payTo(
  world: SimulatedWorld,
  {
    coin,
    address,
    tag,
    amount,
  }: { coin: string; address: string; tag: number | null; amount: bigint },
): Promise<void> {
  const isPartial = coin === 'XRP' && world.chance(10);
  const isUntagged = coin === 'XRP' && world.chance(10);
  const first = {
    address,
    amount,
    tag: isUntagged ? null : tag,
    ...(isPartial ? { delivered: amount / 2n + 1n } : {}),
  };
  const outputs = coin !== 'XRP' && world.chance(15) ? [first, { address, amount: 7n }] : [first];
  const txid = await pay(world.simulation(coin), { outputs, isStuck: world.chance(5) });
  if (world.chance(15)) await instructRisk(world.app(), { coin, txid, level: 'high' });
}

const mineBlocks: Action = (world) =>
  mine(world.simulation(world.pick(world.stage.coins)), { count: 1 + world.draw(3) });

const reorganiseChain: Action = (world) =>
  reorganise(world.simulation(world.pick(world.stage.coins)), {
    depth: 1 + world.draw(3),
    drop: world.chance(40),
  });

const inMempool = (world: SimulatedWorld, coin: string) =>
  world.one<{ txid: string; isStuck: boolean }>(
    `select txid, is_stuck as "isStuck" from simulation.transactions
     where coin = $1 and mempool_number is not null order by number`,
    [coin],
  );

const replacePayment: Action = async (world) => {
  const coin = world.pick(['LTC', 'BTC']);
  const found = await inMempool(world, coin);
  if (found === null) return;
  const amount = world.chance(50) ? 0n : BigInt(1 + world.draw(50_000_000));
  await replace(world.simulation(coin), { txid: found.txid, amount });
};

const stickOrRelease: Action = async (world) => {
  const coin = world.pick(world.stage.coins);
  const found = await inMempool(world, coin);
  if (found === null) return;
  await (found.isStuck ? release : stick)(world.simulation(coin), found.txid);
};

/** The sender broadcasts dropped transactions again. Our own transfers are left to the service. */
const rebroadcast: Action = async (world) => {
  const coin = world.pick(world.stage.coins);
  await world.sql.query(
    `with gone as (
       select txid from simulation.transactions
       where coin = $1 and block_hash is null and mempool_number is null and replaced_by is null
         and raw is null
       order by number desc limit 1
     ), chain as (
       update simulation.chains set counter = counter + 1
       where coin = $1 and exists (select 1 from gone) returning counter)
     update simulation.transactions t set mempool_number = chain.counter
     from gone, chain where t.coin = $1 and t.txid = gone.txid`,
    [coin],
  );
};

const nodeUpOrDown: Action = (world) =>
  changeSettings(world.simulation(world.pick(world.stage.coins)), { nodeIsDown: world.chance(40) });

const clockJump: Action = async (world) =>
  world.clock.advance(
    world.pick([SECOND, 11 * SECOND, MINUTE, MINUTE, 11 * MINUTE, 3 * 60 * MINUTE, DAY, 15 * DAY]),
  );

const endpoint: Action = async (world) => world.answerWith(world.pick([200, 200, 500]));

const switchChannel: Action = async (world) => {
  const found = await world.one<{ id: string }>('select id from channels order by id');
  if (found === null) return;
  const status = world.pick(['enabled', 'enabled', 'disabled'] as const);
  const change = { name: undefined, description: undefined, customer_id: undefined };
  await updateChannel(world.app(), world.project, { ...change, channel_id: found.id, status });
};

const resolve: Action = async (world) => {
  const found = await world.one<{ id: string }>(
    `select id from invoices where status = 'unresolved' order by id`,
  );
  if (found === null) return;
  const requested = { invoice_id: found.id };
  if (world.chance(50)) await refundInvoice(world.app(), newObject(world), requested);
  else await recalculate(world.app(), newObject(world), { ...requested, force_commit: true });
};

const restart: Action = (world) => world.restart();

const someWork: Action = async (world) => {
  for (let n = 1 + world.draw(6); n > 0; n--) await world.work();
};

export type Weighted = readonly (readonly [Action, number])[];

/** The network, the clock and the machine, independent of the money. */
export const surroundings: Weighted = [
  [mineBlocks, 12],
  [reorganiseChain, 5],
  [stickOrRelease, 3],
  [rebroadcast, 4],
  [nodeUpOrDown, 3],
  [clockJump, 5],
  [endpoint, 2],
  [restart, 2],
  [someWork, 20],
];

export const moneyInActions: Weighted = [
  [invoice, 10],
  [channel, 2],
  [payInvoice, 16],
  [payChannel, 6],
  [replacePayment, 4],
  [switchChannel, 2],
  [resolve, 4],
  ...surroundings,
];

export function drawAction(world: SimulatedWorld, actions: Weighted): Action {
  let place = world.draw(actions.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [action, weight] of actions) {
    if (place < weight) return action;
    place -= weight;
  }
  return someWork;
}

/** Everything works again: nodes, the endpoint, and time for pending work. */
export async function heal(world: SimulatedWorld): Promise<void> {
  world.answerWith(200);
  for (const coin of world.stage.coins)
    await changeSettings(world.simulation(coin), { nodeIsDown: false });
  await world.rest();
  world.clock.advance(2 * DAY);
  await world.rest();
}
