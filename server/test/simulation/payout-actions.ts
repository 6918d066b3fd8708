// What can happen to money on its way out: withdrawals and exchanges through the API, short wallets, rising fees, and
// transfers that the network drops. Everything else comes from actions.ts.
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { listPauses } from '../../src/ledger/payout-pauses.ts';
import { resumePayouts } from '../../src/payouts/plan/apply-pauses.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { type Action, channel, heal, payChannel, surroundings, type Weighted } from './actions.ts';
import { fundWallet } from './fund-wallet.ts';
import type { SimulatedWorld, Stage } from './simulated-world.ts';
import { transferActions } from './transfer-actions.ts';

const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'];
const MERGED = ['BTC', 'LTC', 'BCH'];

export const moneyOut: Stage = {
  coins: COINS,
  workers: [
    ...COINS.map((coin) => `send-${coin.toLowerCase()}`),
    ...COINS.map((coin) => `assess-${coin.toLowerCase()}`),
    'channel-payments',
    'callbacks',
    'address-pool',
    'network-fees',
    'withdrawal-expiry',
    'exchange-expiry',
    ...MERGED.map((coin) => `consolidate-${coin.toLowerCase()}`),
  ],
  environment: {
    // At any fee, so that consolidation also runs while fees are high.
    CHAINTILL_CONSOLIDATION_MAX_FEE: MERGED.map((coin) => `${coin}:0.001`).join(),
    CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS: '5',
  },
};

/** Amounts per coin: small, ordinary, and more than the wallet usually has. */
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  BTC: ['0.001', '0.02', '0.3'],
  LTC: ['0.2', '1.5', '30'],
  BCH: ['0.05', '1', '8'],
  ETH: ['0.01', '0.5', '6'],
  XRP: ['15', '200', '4000'],
};
const amountsOf = (coin: string) => defined(AMOUNTS[coin], `amounts of ${coin}`);

/** The merchant starts with enough for many withdrawals, but not for all. */
export async function endow(world: SimulatedWorld): Promise<void> {
  const projectId = world.project.id;
  const amounts = { EUR: '50000', BTC: '1', LTC: '80', BCH: '20', ETH: '15', XRP: '9000' };
  for (const [code, text] of Object.entries(amounts)) {
    const currency = defined(world.app().currencies.get(code), `the currency ${code}`);
    const amount = amountOf(text, currency);
    await adjustAccount(world.app(), { projectId, currency: code, amount, reason: 'endowment' });
  }
}

/** Every withdrawal has its own destination, so that the chain alone shows how often it was paid. */
const withdraw: Action = async (world) => {
  const coin = world.pick(COINS);
  const address = foreignAddress(world.simulation(coin).coin, 'payout', world.draw(2 ** 31));
  const amount = world.pick(amountsOf(coin));
  const isFromFiat = world.chance(50);
  const form = world.pick(['received', 'charged']);
  await world.api().coinWithdrawals.create({
    address: coin === 'XRP' ? `${address}?dt=${world.draw(1000)}` : address,
    charged_currency: isFromFiat ? 'EUR' : coin,
    received_currency: coin,
    ...(form === 'charged' && !isFromFiat
      ? { charged_amount: amount }
      : { received_amount: amount }),
    network_fee_level: world.pick(['slow', 'average', 'fast']),
    force_commit: world.chance(50),
  });
};

const commit: Action = async (world) => {
  const found = await world.one<{ id: string }>(
    `select id from coin_withdrawals where status = 'new' order by id`,
  );
  if (found !== null) await world.api().coinWithdrawals.commit(found.id);
};

const exchange: Action = async (world) => {
  const [charged_currency, received_currency] = world.pick([
    ['EUR', 'BTC'],
    ['XRP', 'EUR'],
    ['ETH', 'LTC'],
  ] as const);
  const made = await world.api().exchangeTransfers.create({
    charged_currency,
    received_currency,
    charged_amount: world.pick(['1', '20', '300']),
    force_commit: world.chance(50),
  });
  if (world.chance(50)) await world.api().exchangeTransfers.commit(made.id);
};

const fund: Action = async (world) => {
  const code = world.pick(COINS);
  await fundWallet(world, code, world.pick(amountsOf(code)));
};

const feesMove: Action = (world) =>
  changeSettings(world.simulation(world.pick(COINS)), {
    feePercent: world.pick([50, 100, 100, 200, 600]),
  });

/** Nodes drop low-fee transactions: the transaction leaves the mempool, which proves nothing. */
const evict: Action = async (world) => {
  const coin = world.pick(COINS);
  const found = await world.one<{ txid: string }>(
    `select t.txid from simulation.transactions t
     where t.coin = $1 and t.mempool_number is not null and t.raw is not null
       and not exists (select 1 from simulation.spends s
         where s.coin = t.coin and s.origin = t.txid)
     order by t.number`,
    [coin],
  );
  if (found === null) return;
  await world.sql.query(
    'update simulation.transactions set mempool_number = null where coin = $1 and txid = $2',
    [coin, found.txid],
  );
};

/** A credited payment that leaves the chain stops the payouts of its project until a person resumes them. */
const resume: Action = async (world) => {
  const stops = await listPauses(world.sql, { withResumed: false });
  for (const { id } of stops) await resumePayouts(world.app(), { id, reason: 'simulated' });
};

/** Moves the clock a little: within the time to commit, and past it. */
const moment: Action = async (world) =>
  world.clock.advance(world.pick([SECOND, 10 * SECOND, 31 * SECOND, MINUTE, HOUR]));

export const moneyOutActions: Weighted = [
  [withdraw, 16],
  [commit, 12],
  [exchange, 4],
  [fund, 5],
  [feesMove, 4],
  [evict, 4],
  [moment, 6],
  [resume, 2],
  [channel, 1],
  [payChannel, 3],
  ...transferActions,
  ...surroundings,
];

/**
 * A transfer of ours that spends a reorganized payment has to wait for that payment: its absence today proves nothing.
 * So the customers send dropped payments again.
 */
function payersBroadcastAgain(world: SimulatedWorld, coin: string): Promise<unknown> {
  return world.sql.query(
    `with gone as (
       select txid, row_number() over (order by number) as place from simulation.transactions
       where coin = $1 and block_hash is null and mempool_number is null and raw is null),
     chain as (
       update simulation.chains set counter = counter + (select count(*) from gone)
       where coin = $1 returning counter)
     update simulation.transactions t set mempool_number = chain.counter - gone.place + 1
     from gone, chain where t.coin = $1 and t.txid = gone.txid`,
    [coin],
  );
}

/** More than any world needs; most need two. */
const ROUNDS = 12;

/** Nodes, fees and wallets are back to normal, and there is time for all pending work. */
export async function healPayouts(world: SimulatedWorld): Promise<void> {
  await heal(world);
  for (const coin of COINS) {
    await changeSettings(world.simulation(coin), { feePercent: 100 });
    await world.sql.query('update simulation.transactions set is_stuck = false where coin = $1', [
      coin,
    ]);
    await payersBroadcastAgain(world, coin);
  }
  for (const coin of COINS) {
    for (const amount of amountsOf(coin)) await fundWallet(world, coin, amount);
    await fundWallet(world, coin, '50000');
  }
  for (let round = 0; round < ROUNDS && (round === 0 || (await isBusy(world))); round++) {
    await resume(world);
    for (const coin of COINS) await mine(world.simulation(coin), { count: 40 });
    await world.rest();
    world.clock.advance(HOUR);
    await world.rest();
  }
}

/** Whether a withdrawal or a transfer is still pending, or its block is not final. */
async function isBusy({ sql }: SimulatedWorld): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from transfers where due_at is not null
     union all select 1 from coin_withdrawals where status not in ('completed', 'cancelled')
     union all select 1 from deposits where status = 'pending' and block_height is not null
     union all select 1 from simulation.transactions where raw is not null and mempool_number is not null limit 1`,
  );
  return rows.length > 0;
}
