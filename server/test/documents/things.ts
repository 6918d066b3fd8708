// The objects that the documents mention, created in the scene: a new one each time, as most decisions are made once.
import { defined } from '../../src/core/assert.ts';
import type { Scene } from './scene.ts';

/** Published with BIP-173, for version 0 witness programs; the same program in each coin's form. */
export const PAYEE = {
  BTC: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  LTC: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
} as const;

type Coin = keyof typeof PAYEE;

export const mine = (scene: Scene, currency: string, count = 1) =>
  scene.sandbox('blocks', { currency, count });

export const pay = (scene: Scene, payment: object) =>
  scene.sandbox<{ readonly txid: string }>('payments', payment);

export async function newInvoice(scene: Scene, coin: Coin = 'LTC'): Promise<string> {
  const requested = { price_amount: '10', price_currency: 'EUR', pay_currency: coin };
  return (await scene.api.invoices.create(requested)).id;
}

export async function newChannel(scene: Scene, coin: string): Promise<string> {
  const requested = { name: 'Channel', pay_currency: coin, receiver_currency: 'EUR' };
  return (await scene.api.channels.create(requested)).id;
}

export async function paidInvoice(scene: Scene): Promise<string> {
  const id = await newInvoice(scene);
  await pay(scene, { invoice_id: id });
  await mine(scene, 'LTC');
  await scene.awaitRow(`select 1 from invoices where id = $1 and status = 'completed'`, [id]);
  return id;
}

export async function overpaidInvoice(scene: Scene): Promise<string> {
  const id = await newInvoice(scene);
  await pay(scene, { invoice_id: id, amount: '3' });
  await mine(scene, 'LTC');
  await scene.awaitRow(`select 1 from invoices where id = $1 and status = 'unresolved'`, [id]);
  return id;
}

/** Paid a second time. Returns the id of that deposit. */
export async function unmatchedDeposit(scene: Scene): Promise<string> {
  const id = await paidInvoice(scene);
  const { txid } = await pay(scene, { invoice_id: id, amount: '0.2' });
  await mine(scene, 'LTC');
  const row = await scene.awaitRow(
    `select id from deposits where txid = $1 and is_unmatched and status = 'confirmed'`,
    [txid],
  );
  return defined(row['id'], 'its id');
}

export async function illicitInvoice(scene: Scene): Promise<string> {
  const id = await newInvoice(scene);
  await pay(scene, { invoice_id: id, risk_level: 'high' });
  await mine(scene, 'LTC');
  await scene.awaitRow(`select 1 from invoices where id = $1 and status = 'unresolved'`, [id]);
  return id;
}

export async function heldPayment(scene: Scene): Promise<string> {
  const channel = await newChannel(scene, 'LTC');
  await pay(scene, { channel_id: channel, risk_level: 'high' });
  await mine(scene, 'LTC');
  const row = await scene.awaitRow(
    `select id from channel_payments where channel_id = $1 and status = 'on_hold'`,
    [channel],
  );
  return defined(row['id'], 'its id');
}

/** A token that arrived with BCH and stays until a person clears it. */
export async function openAlert(scene: Scene): Promise<string> {
  const channel = await newChannel(scene, 'BCH');
  const { txid } = await pay(scene, { channel_id: channel, token_category: 'ab'.repeat(32) });
  await mine(scene, 'BCH');
  const row = await scene.awaitRow(
    `select id from alerts where facts::text like '%' || $1 || '%'`,
    [txid],
  );
  return defined(row['id'], 'its id');
}

const requested = (amount: string) =>
  ({
    charged_currency: 'EUR',
    received_currency: 'LTC',
    address: PAYEE.LTC,
    charged_amount: amount,
    force_commit: true,
  }) as const;

/** Sent, and in no block. */
export async function stuckWithdrawal(scene: Scene): Promise<string> {
  const { id } = await scene.api.coinWithdrawals.create(requested('20'));
  const { txid } = await scene.awaitRow(
    `select txid from coin_withdrawals where id = $1 and status = 'sent'`,
    [id],
  );
  await scene.sandbox('stuck', { txid });
  return id;
}

/** A customer's payment. Returns its txid. */
export async function unconfirmedPayment(scene: Scene): Promise<string> {
  return (await pay(scene, { invoice_id: await newInvoice(scene, 'BTC') })).txid;
}

export async function stuckPayment(scene: Scene): Promise<string> {
  return (await pay(scene, { invoice_id: await newInvoice(scene, 'BTC'), stuck: true })).txid;
}

export async function payoutPause(scene: Scene): Promise<string> {
  const row = await scene.awaitRow('select id from payout_pauses where resumed_at is null', []);
  return defined(row['id'], 'its id');
}

/** The withdrawal that the previous commands created. */
export async function sentPayout(scene: Scene, column: 'id' | 'txid'): Promise<string> {
  const row = await scene.awaitRow(
    `select id, txid from coin_withdrawals where custom_id = 'payout-1' and status = 'sent'`,
    [],
  );
  return defined(row[column], column);
}
