// Plays one of everything that the service does: each worker's run with nothing due, each list with each of its
// filters, and the life of an invoice, a channel, a withdrawal, an exchange, a refund and a subscription. For tests and
// benches of their cost on databases of different sizes.
import type { Client } from '../../../client/src/client.ts';
import type { Assembled } from '../../src/assemble.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { type PaymentRequest, paySimulated } from '../../src/sandbox/pay.ts';
import { findDueWork } from '../../src/workers/due-work.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { playOperator } from './play-operator.ts';

export interface Player {
  readonly assembled: Assembled;
  readonly api: Client;
}

/** An action; its name is reported before it runs. */
export type Hear = (name: string) => void;

/** From the BIP-173 examples, for Litecoin's test network. */
const PAYEE = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';

export async function playBusiness(player: Player, hear: Hear): Promise<void> {
  await settle(player);
  await playRest(player, hear);
  await playLists(player, hear);
  await playOperator(player, hear);
  await playMoney(player, hear);
}

async function settle({ assembled }: Player): Promise<void> {
  await makeAllDue(assembled.app);
  await runDueWork(assembled.app, assembled.workers);
}

async function playRest({ assembled }: Player, hear: Hear): Promise<void> {
  const { app, workers } = assembled;
  // Like a process that has just started.
  app.comparison.outlooks.clear();
  hear('due work');
  await findDueWork(app, workers)?.();
  for (const worker of workers) {
    await makeAllDue(app);
    hear(`${worker.name} at rest`);
    await worker.run(app);
  }
}

type Call = () => Promise<unknown>;

async function playCalls(calls: Readonly<Record<string, Call>>, hear: Hear): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    hear(name);
    await call();
  }
}

export async function playLists(player: Player, hear: Hear): Promise<void> {
  const { api, assembled } = player;
  hear('first pages');
  const accounts = await api.accounts.list();
  const account = defined(
    accounts.data.find(({ currency }) => currency === 'EUR'),
    'an account',
  ).id;
  const [rows, invoices, withdrawals, channels] = await Promise.all([
    api.transactions.list({ limit: 10 }),
    api.invoices.list({ limit: 10 }),
    api.coinWithdrawals.list({ limit: 10 }),
    api.channels.list(),
  ]);
  const row = defined(rows.data.at(-1), 'a transaction').id;
  const invoice = defined(invoices.data.at(-1), 'an invoice');
  const withdrawal = defined(withdrawals.data.at(-1), 'a withdrawal');
  const channel = defined(channels.data.at(-1), 'a channel').id;
  const customer_id = defined(invoice.customer_id, 'a customer');
  const now = assembled.app.clock.now();
  const [from, to] = [new Date(now - HOUR), new Date(now)];
  const day = new Date(now - DAY);
  const list = api.transactions.list;
  const statement = api.accounts.transactions;
  await playCalls(
    {
      'transactions after one': () => list({ starting_after: row }),
      'transactions, oldest first': () => list({ order: 'oldest', starting_after: row }),
      'transactions of a status, oldest first': () =>
        list({ status: 'completed', order: 'oldest' }),
      'transactions of an account, oldest first': () => list({ currency: 'EUR', order: 'oldest' }),
      'transactions of a status': () => list({ status: 'completed' }),
      'transactions of a rare status': () => list({ status: 'unresolved' }),
      'transactions of a type': () => list({ reference_type: 'CoinWithdrawal' }),
      'transactions of a currency': () => list({ currency: 'EUR' }),
      'transactions of an idle currency': () => list({ currency: 'USD' }),
      'transactions of a level': () => list({ risk_level: 'high' }),
      'transactions of a customer': () => list({ customer_id }),
      'transactions of an hour': () => list({ created_at_from: from, created_at_to: to }),
      'transactions of a day and type': () =>
        list({ created_at_from: day, reference_type: 'Invoice', currency: 'EUR' }),
      'all accounts as booked': () => list({ order_by: 'booked_at' }),
      'booked in an hour': () => list({ booked_at_from: from, booked_at_to: to }),
      'a statement': () => statement(account, { order_by: 'booked_at' }),
      'a statement of an hour': () =>
        statement(account, { booked_at_from: from, booked_at_to: to, order_by: 'booked_at' }),
      'an account': () => statement(account),
      'an account after one': () => statement(account, { starting_after: row }),
      invoices: () => api.invoices.list(),
      'invoices after one': () => api.invoices.list({ starting_after: invoice.id }),
      'invoices of a customer': () => api.invoices.list({ customer_id }),
      'an invoice': () => api.invoices.get(invoice.id),
      'an invoice by its reference': () => api.invoices.getByCustomId('order-0'),
      'refunds of an invoice': () => api.invoices.refunds(invoice.id),
      withdrawals: () => api.coinWithdrawals.list(),
      'withdrawals after one': () => api.coinWithdrawals.list({ starting_after: withdrawal.id }),
      'withdrawals of a customer': () => api.coinWithdrawals.list({ customer_id }),
      'a withdrawal': () => api.coinWithdrawals.get(withdrawal.id),
      'attempts of a withdrawal': () => api.coinWithdrawals.attempts(withdrawal.id),
      channels: () => api.channels.list(),
      'channels of a customer': () => api.channels.list({ customer_id }),
      'a channel': () => api.channels.get(channel),
      'payments of a channel': () => api.channelPayments.list(channel),
      inbox: () => api.coinDeposits.list(),
      'inbox on hold': () => api.coinDeposits.list({ status: 'on_hold' }),
      'inbox of a coin and reason': () =>
        api.coinDeposits.list({ currency: 'LTC', reason: 'late' }),
      customers: () => api.customers.list(),
      subscriptions: () => api.subscriptions.list(),
    },
    hear,
  );
}

async function playMoney(player: Player, hear: Hear): Promise<void> {
  const { api, assembled } = player;
  const simulations = defined(assembled.simulations, 'the networks are simulated');
  const pay = (requested: PaymentRequest) => paySimulated(assembled.app, simulations, requested);
  const rest = async (name: string) => {
    hear(name);
    await settle(player);
  };
  const block = async (coin: string) => {
    await mine(defined(simulations.get(coin), 'it is simulated'), { count: 1 });
  };
  hear('an invoice is made');
  const made = { price_amount: '25.5', price_currency: 'EUR' };
  const invoice = await api.invoices.create({ ...made, pay_currency: 'LTC' });
  const second = await api.invoices.create({ ...made, pay_currency: 'XRP' });
  const overpaid = await api.invoices.create({ ...made, pay_currency: 'LTC' });
  hear('a channel is made');
  const channel = await api.channels.create({
    name: 'One more',
    pay_currency: 'BTC',
    receiver_currency: 'EUR',
  });
  await pay({ invoice_id: invoice.id });
  await pay({ invoice_id: second.id });
  await pay({ invoice_id: overpaid.id, amount: '1' });
  await pay({ channel_id: channel.id });
  await rest('payments are seen');
  for (const coin of ['LTC', 'XRP', 'BTC']) await block(coin);
  await rest('payments count');
  hear('an invoice is refunded');
  await api.invoices.refund(overpaid.id);
  hear('money is exchanged');
  const exchange = await api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'USD',
    charged_amount: '1',
  });
  await api.exchangeTransfers.commit(exchange.id);
  hear('a withdrawal is made');
  await api.coinWithdrawals.create({
    address: PAYEE,
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '5',
    force_commit: true,
  });
  await rest('a withdrawal is sent');
  await block('LTC');
  await rest('a withdrawal arrives');
}
