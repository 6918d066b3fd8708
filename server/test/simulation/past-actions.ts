// What shops and customers do in a world whose database goes back, and what they remember: a shop whose request is
// unknown requests it again with the same custom_id, and a customer pays the address they were shown.
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, pay } from '../../src/chains/simulated/pay.ts';
import { createChannel } from '../../src/channels/create.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { amountOf } from '../../src/core/money.ts';
import { commitExchange, createExchange } from '../../src/exchange/exchange.ts';
import { createInvoice } from '../../src/invoices/create.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import type { Project } from '../../src/projects/project.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWithdrawal } from '../../src/withdrawals/create.ts';
import { findWithdrawalByCustomId } from '../../src/withdrawals/store-withdrawals.ts';
import { commitWithdrawal } from '../../src/withdrawals/take-step.ts';
import type { PastWorld } from './past-world.ts';

export const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'] as const;
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  BTC: ['0.02', '0.3'],
  LTC: ['0.5', '7'],
  BCH: ['0.4', '3'],
  ETH: ['0.2', '2'],
  XRP: ['60', '400'],
};
export const amountsOf = (coin: string) => defined(AMOUNTS[coin], `amounts of ${coin}`);

/** A shop's withdrawal to an address of its own, so that the chain shows how often it was paid. */
export interface Order {
  readonly shop: Project;
  readonly customId: string;
  readonly coin: string;
  readonly address: string;
  readonly amount: string;
  /** The last response to the shop; null: it never sent the request, or was rejected. */
  id: string | null;
  /** The shop committed it, and got the response. */
  isCommitted: boolean;
}

interface Bill {
  readonly shop: Project | null;
  readonly coin: string;
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
}

export interface Payment extends Bill {
  readonly txid: string;
}

export interface Memory {
  readonly orders: Order[];
  readonly bills: Bill[];
  readonly payments: Payment[];
}

export type Deed = (world: PastWorld, memory: Memory) => Promise<unknown>;

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

const callerOf = ({ app }: ReturnType<PastWorld['instance']>, project: Project) => ({
  project,
  objectId: newId(app.clock, app.random),
  apiKey: 'key',
  apiVersion: 2 as const,
});

/** Each shop has coins for many orders, and the wallets have more. */
export async function endow(world: PastWorld): Promise<void> {
  const { app } = world.instance();
  await world.settle();
  for (const { id: projectId } of world.shops) {
    const amounts = { EUR: '50000', BTC: '9', LTC: '200', BCH: '90', ETH: '60', XRP: '12000' };
    for (const [code, text] of Object.entries(amounts)) {
      const currency = defined(app.currencies.get(code), code);
      const amount = amountOf(text, currency);
      await adjustAccount(app, { projectId, currency: code, amount, reason: 'endowment' });
    }
  }
  for (const coin of COINS)
    for (const text of [...amountsOf(coin), ...amountsOf(coin)]) await fund(world, coin, text);
  await mineAll(world, 40);
  await world.settle();
}

export async function fund(world: PastWorld, code: string, text: string, memory?: Memory) {
  const { app } = world.instance();
  const coin = defined(app.coins.get(code), code);
  const { model } = defined(app.transferNetworks.get(code), `a network of ${code}`);
  const place = await topUpAddress(app, { coin: code, model });
  const amount = amountOf(text, coin) * 4n;
  const txid = await pay(world.simulation(code), { outputs: [{ ...place, amount }] });
  memory?.payments.push({ shop: null, coin: code, ...place, amount, txid });
}

export async function mineAll(world: PastWorld, count: number): Promise<void> {
  for (const coin of COINS) await mine(world.simulation(coin), { count });
}

const order: Deed = async (world, memory) => {
  const coin = world.pick(COINS);
  const payee = foreignAddress(world.simulation(coin).coin, 'payee', world.draw(2 ** 31));
  const made: Order = {
    shop: world.pick(world.shops),
    customId: `order-${memory.orders.length}`,
    coin,
    address: coin === 'XRP' ? `${payee}?dt=${1 + world.draw(1000)}` : payee,
    amount: world.pick(amountsOf(coin)),
    id: null,
    isCommitted: false,
  };
  memory.orders.push(made);
  await requestPayout(world, made, world.chance(50));
};

async function requestPayout(world: PastWorld, made: Order, isForced: boolean): Promise<void> {
  const instance = world.instance();
  const { shop, customId, coin, address, amount } = made;
  const row = await createWithdrawal(instance.app, callerOf(instance, shop), {
    network: undefined,
    customer_id: undefined,
    beneficiary: undefined,
    charged_amount: undefined,
    charged_amount_to_send: undefined,
    amount: undefined,
    amount_currency: undefined,
    amount_includes_processing_fee: undefined,
    amount_includes_network_fee: undefined,
    travel_rule_compliant: undefined,
    price_change_max_percent: undefined,
    address,
    custom_id: customId,
    charged_currency: coin,
    received_currency: coin,
    received_amount: amount,
    network_fee_level: world.pick(['slow', 'average', 'fast'] as const),
    force_commit: isForced,
  });
  made.id = row.id;
  made.isCommitted = isForced;
}

const commit: Deed = async (world, { orders }) => {
  const open = orders.filter((each) => each.id !== null && !each.isCommitted);
  const found = open.at(-1 - world.draw(Math.min(open.length, 3) || 1));
  if (found === undefined) return;
  const instance = world.instance();
  await commitWithdrawal(instance.app, callerOf(instance, found.shop), found.id ?? '');
  found.isCommitted = true;
};

/** A shop whose order is unknown, or was never paid, orders again. */
export const requestAgain: Deed = async (world, { orders }) => {
  const { app } = world.instance();
  const found = orders[world.draw(orders.length || 1)];
  if (found === undefined) return;
  const row = await findWithdrawalByCustomId(app.db, found.shop.id, found.customId);
  if (row === null || row.status === 'cancelled')
    await requestPayout(world, found, world.chance(70));
};

const bill: Deed = async (world, { bills }) => {
  const instance = world.instance();
  const coin = world.pick(COINS);
  const shop = world.pick(world.shops);
  if (world.chance(25)) {
    const terms = { ...OMITTED, name: 'x', pay_currency: coin, receiver_currency: coin };
    const { address, tag } = await createChannel(instance.app, callerOf(instance, shop), terms);
    bills.push({ shop, coin, address, tag, amount: priceOf(world, coin) });
    return;
  }
  const price = { price_amount: world.pick(amountsOf(coin)), price_currency: coin };
  const terms = { ...OMITTED, ...price, pay_currency: coin };
  const made = await createInvoice(instance.app, callerOf(instance, shop), terms);
  bills.push({ shop, coin, address: made.address, tag: made.tag, amount: made.pay_amount });
};

function priceOf(world: PastWorld, coin: string): bigint {
  return amountOf(world.pick(amountsOf(coin)), world.simulation(coin).coin);
}

/** Mostly the newest invoices: those that the database may have lost. */
const payBill: Deed = async (world, { bills, payments }) => {
  const found = bills.at(-1 - world.draw(Math.min(bills.length, 12) || 1));
  if (found === undefined) return;
  const { coin, address, tag, amount } = found;
  const txid = await pay(world.simulation(coin), { outputs: [{ address, tag, amount }] });
  payments.push({ ...found, txid });
};

const exchange: Deed = async (world) => {
  const instance = world.instance();
  const shop = world.pick(world.shops);
  const [from, to] = world.pick([
    ['EUR', 'BTC'],
    ['XRP', 'EUR'],
    ['ETH', 'LTC'],
  ] as const);
  const requested = {
    custom_id: undefined,
    received_amount: undefined,
    charged_currency: from,
    received_currency: to,
    charged_amount: world.pick(['1', '20']),
  };
  const force_commit = world.chance(50);
  const made = await createExchange(instance.app, callerOf(instance, shop), {
    ...requested,
    force_commit,
  });
  if (!force_commit && world.chance(60)) {
    const id = String((made as { id: unknown }).id);
    await commitExchange(instance.app, callerOf(instance, shop), id);
  }
};

const topUp: Deed = (world, memory) => {
  const coin = world.pick(COINS);
  return fund(world, coin, world.pick(amountsOf(coin)), memory);
};

const block: Deed = (world) => mine(world.simulation(world.pick(COINS)), { count: 1 });
const blocks: Deed = (world) => mineAll(world, 1 + world.draw(3));
const moment: Deed = async (world) =>
  world.clock.advance(world.pick([SECOND, 10 * SECOND, 31 * SECOND, 5 * MINUTE, HOUR]));
const work: Deed = (world) => world.settle();
const someWork: Deed = async (world) => {
  const { app, workers } = world.instance();
  for (let n = 1 + world.draw(8); n > 0; n--)
    await defined(workers[world.draw(workers.length)], 'a worker').run(app);
};

type Weighted = readonly (readonly [Deed, number])[];

export const deeds: Weighted = [
  [order, 14],
  [commit, 8],
  [requestAgain, 6],
  [bill, 10],
  [payBill, 10],
  [exchange, 2],
  [topUp, 2],
  [block, 4],
  [blocks, 4],
  [moment, 6],
  [work, 10],
  [someWork, 10],
];

export function drawDeed(world: PastWorld): Deed {
  let place = world.draw(deeds.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [deed, weight] of deeds) {
    if (place < weight) return deed;
    place -= weight;
  }
  return work;
}
