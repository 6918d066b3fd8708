// `chaintill demo`: runs the main use cases against the running sandbox: an invoice and a channel paid in each of the
// five coins, through to credited accounts, then payouts in each, an exchange and a refund, with callbacks.
import type { Command } from 'commander';
import { definedCoin, definedCoins } from '../coins/registry.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import {
  awaitEvent,
  get,
  mineBlocks,
  paySandbox,
  post,
  reached,
  type Shown,
  type Stage,
  until,
  withReceiver,
} from './demo-stage.ts';
import { action, example, print } from './run.ts';

const COINS = [...definedCoins.values()]
  .filter(({ isOptional }) => !isOptional)
  .map(({ code }) => code);

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('Run all main features against the running sandbox, step by step')
    .addHelpText(...example('demo'))
    .action(action(() => withReceiver(play)));
}

async function play(stage: Stage): Promise<void> {
  const startedAt = wallNow();
  for (const coin of COINS) {
    await payInvoice(stage, coin);
    await payChannel(stage, coin);
  }
  for (const coin of COINS) await payOut(stage, coin);
  await exchange(stage);
  await refund(stage, 'LTC');
  const data = await get<{ currency: string; balance: string }[]>(stage, '/api/accounts');
  const eur = data.find((account) => account.currency === 'EUR');
  print(
    `\nDone in ${Math.round((wallNow() - startedAt) / SECOND)} s. The EUR account has ${eur?.balance}.`,
  );
}

async function payInvoice(stage: Stage, coin: string): Promise<void> {
  const invoice = await post(stage, '/api/invoices', {
    price_amount: '25.00',
    price_currency: 'EUR',
    pay_currency: coin,
    name: `Demo order in ${coin}`,
  });
  print(`${coin}  invoice ${invoice.id}: 25.00 EUR, payable with ${invoice['pay_amount']} ${coin}`);
  print(`     page     ${invoice['hosted_page_url']}`);
  const txid = await pay(stage, { invoice_id: invoice.id }, coin);
  print(`     paid     ${txid}`);
  const done = await reached(stage, `/api/invoices/${invoice.id}`, 'completed');
  print(`     credited status ${done.status}, fee ${done['fee']} EUR`);
  await awaitEvent(stage, invoice.id, 'status_changed');
}

async function payChannel(stage: Stage, coin: string): Promise<void> {
  const channel = await post(stage, '/api/channels', {
    name: `Demo customer in ${coin}`,
    pay_currency: coin,
    receiver_currency: 'EUR',
  });
  print(`${coin}  channel ${channel.id}: ${channel['address']}`);
  const txid = await pay(stage, { channel_id: channel.id }, coin);
  print(`     paid     ${txid}`);
  const done = await until(async () => {
    const data = await get<Shown[]>(stage, `/api/channels/${channel.id}/payments`);
    return data.find((payment) => payment.status === 'completed') ?? null;
  });
  print(`     credited ${done['received_amount']} EUR for ${done['paid_amount']} ${coin}`);
  await awaitEvent(stage, done.id, 'completed');
}

type Target = { readonly invoice_id: string } | { readonly channel_id: string };

/** The key is named after what it pays, so that a response lost in a crash does not cause a second payment. */
async function pay(stage: Stage, target: Target, coin: string): Promise<string> {
  const reference = `demo ${Object.values(target).join()}`;
  const txid = await paySandbox(stage, { ...target, reference });
  await mineBlocks(stage, coin);
  return txid;
}

/** One instant and one two-step withdrawal, through to their first confirmation and the callbacks. */
async function payOut(stage: Stage, coin: string): Promise<void> {
  const requested = {
    received_currency: coin,
    charged_currency: 'EUR',
    address: definedCoin(coin).demo.payee,
  };
  const at = '/api/coin_withdrawals';
  const instant = await post(stage, at, {
    ...requested,
    charged_amount: '20.00',
    force_commit: true,
  });
  print(
    `${coin}  instant  ${instant.id}: 20.00 EUR, arrives as ${instant['received_amount']} ${coin}`,
  );
  await complete(stage, coin, instant.id);
  const quoted = await post(stage, at, { ...requested, charged_amount_to_send: '10.00' });
  print(`${coin}  two-step ${quoted.id}: ${quoted['charged_amount']} EUR held for 30 seconds`);
  await post(stage, `${at}/${quoted.id}/commit`, {});
  print('     committed');
  await complete(stage, coin, quoted.id);
}

async function complete(stage: Stage, coin: string, id: string): Promise<void> {
  const at = `/api/coin_withdrawals/${id}`;
  const sent = await reached(stage, at, 'sent', 'completed');
  print(`     sent     ${sent['txid']}`);
  await mineBlocks(stage, coin);
  await reached(stage, at, 'completed');
  print('     confirmed status completed');
  await awaitEvent(stage, id, 'created');
}

async function exchange(stage: Stage): Promise<void> {
  const data = await post(stage, '/api/exchange_transfers', {
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '50.00',
    force_commit: true,
  });
  print(`\nExchanged 50.00 EUR into ${data['received_amount']} BTC`);
}

/** An overpaid invoice: the price is credited, and the excess returns to the payer. */
async function refund(stage: Stage, coin: string): Promise<void> {
  const invoice = await post(stage, '/api/invoices', {
    price_amount: '25.00',
    price_currency: 'EUR',
    pay_currency: coin,
    name: 'Demo order, overpaid',
  });
  const paid = { invoice_id: invoice.id, amount: '1', risk_level: 'low' };
  await paySandbox(stage, { ...paid, reference: `demo ${invoice.id}` });
  await mineBlocks(stage, coin);
  const at = `/api/invoices/${invoice.id}`;
  await reached(stage, at, 'unresolved');
  print(`\n${coin}  overpaid ${invoice.id}: 1 ${coin} for ${invoice['pay_amount']} ${coin}`);
  const address = definedCoin(coin).demo.payee;
  const data = await post(stage, `${at}/refunds`, { address });
  print(`     refunded ${data['amount']} ${coin} less ${data['fee']} to ${address}`);
  const sent = await until(async () => {
    const refunds = await get<Shown[]>(stage, `${at}/refunds`);
    return refunds.find((item) => item['txid'] !== null) ?? null;
  });
  print(`     sent     ${sent['txid']}`);
  await mineBlocks(stage, coin);
  // The event is sent when the refund is requested. The payout finishes later and sends its own event, which must
  // arrive while the receiver is running.
  await awaitEvent(stage, invoice.id, 'refunded');
  await until(async () => {
    const sentOut = await get<Shown[]>(stage, '/api/coin_withdrawals');
    const paid = sentOut.find((item) => item['txid'] === sent['txid']);
    return paid?.status === 'completed' ? paid : null;
  });
  print('     confirmed');
}
