// Unmatched payments over the API: all those of a project in one list with filters and pages, the three ways to resolve
// them with their callbacks, and which project sees payments to unknown addresses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { attachCoinDeposit, creditCoinDeposit, refundCoinDeposit } from '../../src/inbox/answer.ts';
import { creditUnmatched, previewUnmatched } from '../../src/inbox/refund.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { createApiKey } from '../../src/projects/api-keys.ts';
import type { ProjectSettings } from '../../src/projects/project.ts';
import { balanceOf, newInvoice, storyOf } from '../flows/support.ts';
import { otherApp } from '../support/other-app.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  // The only merchant of an instance receives unmatched payments; here there are several.
  await world.merchant();
});
afterAll(() => world.close());

const reported: ProjectSettings = { sendsCoinDeposits: true };
const why = { description: 'as agreed' };

let strangers = 0;
function stranger(): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'inbox', strangers);
}

/** Pays each amount of LTC to a completed invoice. Returns them newest first, as in the list. */
async function surplus(merchant: Merchant, amounts: readonly string[] = ['0.25']) {
  const invoice = await newInvoice(merchant, { custom_id: 'order 1', customer_id: 'anna' });
  await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  await world.mine('LTC');
  for (const amount of amounts)
    await world.pay({ invoice_id: invoice.id, amount, risk_level: 'low' });
  await world.mine('LTC');
  const { data } = await merchant.api.coinDeposits.list();
  const [deposit] = data;
  return { invoice, deposits: data, deposit: defined(deposit, 'what came on top') };
}

const eventsOf = (merchant: Merchant, id: string) =>
  merchant.callbacks.filter(({ type, data }) => type === 'CoinDeposit' && data.id === id);

describe('the list', () => {
  test('surplus and late payments for an invoice, each with the invoice and the reason', async () => {
    const merchant = await world.merchant();
    const { invoice, deposit } = await surplus(merchant);
    expect(deposit).toMatchObject({
      status: 'on_hold',
      reason: 'surplus',
      amount: '0.25',
      currency: 'LTC',
      address: invoice.address,
      network: 'litecoin',
      risk: { level: 'low' },
      invoice_id: invoice.id,
      channel_id: null,
      custom_id: 'order 1',
      customer_id: 'anna',
      coin_withdrawal_id: null,
      description: null,
    });
    await world.advance(11 * MINUTE);
    await world.pay({ invoice_id: invoice.id, amount: '0.3', risk_level: 'low' });
    expect((await merchant.api.coinDeposits.list()).data).toHaveLength(1);
    await world.mine('LTC');
    const { data } = await merchant.api.coinDeposits.list({ reason: 'late' });
    expect(data).toMatchObject([{ reason: 'late', amount: '0.3', status: 'on_hold' }]);
    expect(await merchant.api.coinDeposits.get(deposit.id)).toEqual(deposit);
  });

  test('newest first, page by page, and by status, reason and coin', async () => {
    const merchant = await world.merchant();
    const { deposits } = await surplus(merchant, ['0.1', '0.2', '0.3']);
    const ids = deposits.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    const list = merchant.api.coinDeposits.list;
    const first = await list({ limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.meta).toEqual({ total: 3, has_more: true });
    const second = await list({ limit: 2, starting_after: defined(ids[1], 'the second') });
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(second.meta).toEqual({ total: 3, has_more: false });
    const totalOf = async (query: Parameters<typeof list>[0]) => (await list(query)).meta.total;
    expect(await totalOf({ status: 'on_hold', currency: 'LTC', reason: 'surplus' })).toBe(3);
    expect(await totalOf({ status: 'pending' })).toBe(0);
    expect(await totalOf({ currency: 'BTC' })).toBe(0);
    expect(await totalOf({ reason: 'no_tag' })).toBe(0);
  });

  test('does not show, decide or continue from those of another project', async () => {
    const { deposit } = await surplus(await world.merchant());
    const { api } = await world.merchant();
    const notFound = { status: 404, code: 'not_found' };
    const { id } = deposit;
    expect((await api.coinDeposits.list()).data).toEqual([]);
    await expect(api.coinDeposits.get(id)).rejects.toMatchObject(notFound);
    await expect(api.coinDeposits.credit(id, why)).rejects.toMatchObject(notFound);
    const list = api.coinDeposits.list({ starting_after: id });
    await expect(list).rejects.toMatchObject(notFound);
  });
});

describe('resolutions', () => {
  test('is credited once, and reported from hold to credit', async () => {
    const merchant = await world.merchant(reported);
    const { deposit } = await surplus(merchant);
    expect((await previewUnmatched(world.app, deposit.id)).credit?.credited).toBe(24_750_000n);
    const credited = await merchant.api.coinDeposits.credit(deposit.id, why);
    expect(credited).toEqual({ ...deposit, status: 'completed', ...why });
    expect(await merchant.api.coinDeposits.get(deposit.id)).toEqual(credited);
    expect((await merchant.api.coinDeposits.list()).meta.total).toBe(0);
    expect(await balanceOf(merchant, 'LTC')).toBe('0.2475');
    const again = merchant.api.coinDeposits.credit(deposit.id, why);
    await expect(again).rejects.toMatchObject({ status: 422, code: 'invalid_status' });
    await world.settle();
    expect(storyOf(merchant, deposit.id)).toEqual(['on_hold on_hold', 'completed completed']);
    const { data } = defined(eventsOf(merchant, deposit.id)[1], 'the second');
    expect(data).toEqual(credited);
  });

  test('is returned, and pending again when that is canceled, with a callback for each', async () => {
    const merchant = await world.merchant({ ...reported, withdrawalMaxEur: '1' });
    const { deposit } = await surplus(merchant);
    const address = stranger();
    const refunded = await merchant.api.coinDeposits.refund(deposit.id, { address, ...why });
    expect(refunded).toMatchObject({ status: 'refunded', description: 'as agreed' });
    const id = defined(refunded.coin_withdrawal_id, 'a withdrawal');
    const sent = await merchant.api.coinWithdrawals.get(id);
    expect(sent).toMatchObject({ address, status: 'on_hold', charged_amount: '0.25', fee: '0.0' });
    const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'a treasury');
    const requested = { projectId: merchant.project.id, id, reason: 'no longer wanted' };
    await cancelWithdrawal(world.app, coinWallet, requested);
    await world.settle();
    expect((await merchant.api.coinDeposits.list()).data).toEqual([deposit]);
    expect(storyOf(merchant, deposit.id)).toEqual([
      'on_hold on_hold',
      'refunded refunded',
      'on_hold on_hold',
    ]);
  });

  test('attached to the intended invoice or channel of the same project', async () => {
    const merchant = await world.merchant(reported);
    const { deposits } = await surplus(merchant, ['0.25', '0.5']);
    const [second, first] = deposits.map(({ id }) => id);
    const { api } = merchant;
    const attach = api.coinDeposits.attach;
    const terms = { price_amount: '0.25', price_currency: 'LTC' };
    const invoice = await newInvoice(merchant, terms);
    const foreign = await newInvoice(await world.merchant(), terms);
    const id = defined(first, 'the first');
    const notFound = { code: 'not_found' };
    const abroad = attach(id, { invoice_id: foreign.id, ...why });
    await expect(abroad).rejects.toMatchObject(notFound);
    const wrongKind = attach(id, { channel_id: invoice.id, ...why });
    await expect(wrongKind).rejects.toMatchObject(notFound);
    expect(await attach(id, { invoice_id: invoice.id, ...why })).toMatchObject({
      status: 'attached',
      reason: null,
      invoice_id: invoice.id,
      ...why,
    });
    const channel = await api.channels.create({
      name: 'x',
      pay_currency: 'LTC',
      receiver_currency: 'LTC',
    });
    const other = defined(second, 'the second');
    const attached = await attach(other, { channel_id: channel.id, ...why });
    expect(attached).toMatchObject({ status: 'attached', channel_id: channel.id });
    await world.settle();
    expect(await api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
    expect((await api.channelPayments.list(channel.id)).data).toMatchObject([
      { status: 'completed', paid_amount: '0.5' },
    ]);
    expect(storyOf(merchant, id)).toEqual(['on_hold on_hold', 'attached attached']);
  });

  test('rejected without a reason, an address, or exactly one object to attach it to', async () => {
    const { api } = await world.merchant();
    const id = newId(world.app.clock, world.app.random);
    const { credit, refund, attach } = api.coinDeposits;
    const missing = (target: string) => ({ details: [{ code: 'must_be_filled', target }] });
    await expect(credit(id, {} as never)).rejects.toMatchObject(missing('description'));
    await expect(refund(id, why as never)).rejects.toMatchObject(missing('address'));
    const oneOf = { details: [{ code: 'exactly_one_of', target: 'invoice_id' }] };
    await expect(attach(id, why)).rejects.toMatchObject(oneOf);
    const both = attach(id, { invoice_id: id, channel_id: id, ...why });
    await expect(both).rejects.toMatchObject(oneOf);
  });

  test('not returned to an address of the instance', async () => {
    const merchant = await world.merchant();
    const { deposit } = await surplus(merchant);
    const refused = merchant.api.coinDeposits.refund(deposit.id, {
      address: deposit.address,
      ...why,
    });
    await expect(refused).rejects.toMatchObject({
      details: [{ code: 'own_address', target: 'address' }],
    });
  });

  test('a request whose response was lost in a crash returns it when repeated, and pays once', async () => {
    const merchant = await world.merchant();
    const { deposits } = await surplus(merchant, ['0.25', '0.5']);
    const [second, first] = deposits.map(({ id }) => id);
    const sender = callerOf(merchant);
    const refund = { id: defined(first, 'the first'), address: stranger(), ...why };
    const sent = await refundCoinDeposit(world.app, sender, refund);
    expect(await refundCoinDeposit(world.app, sender, refund)).toEqual(sent);
    const crediting = callerOf(merchant);
    const credit = { id: defined(second, 'the second'), ...why };
    const credited = await creditCoinDeposit(world.app, crediting, credit);
    expect(await creditCoinDeposit(world.app, crediting, credit)).toEqual(credited);
    expect(await balanceOf(merchant, 'LTC')).toBe('0.495');
    expect((await merchant.api.coinWithdrawals.list()).meta.total).toBe(1);
    await world.settle();
  });

  test('concurrent duplicates of a request get the same response, and decide once', async () => {
    const merchant = await world.merchant();
    const { deposits } = await surplus(merchant, ['0.25', '0.5', '0.75']);
    const [third, second, first] = deposits.map(({ id }) => id);
    const terms = { price_amount: '0.75', price_currency: 'LTC' };
    const invoice = await newInvoice(merchant, terms);
    const refund = { id: defined(first, 'the first'), address: stranger(), ...why };
    const credit = { id: defined(second, 'the second'), ...why };
    const to = { invoice_id: invoice.id, channel_id: undefined };
    const attach = { id: defined(third, 'the third'), ...to, ...why };
    await answeredAlike(merchant, (app, caller) => refundCoinDeposit(app, caller, refund));
    await answeredAlike(merchant, (app, caller) => creditCoinDeposit(app, caller, credit));
    await answeredAlike(merchant, (app, caller) => attachCoinDeposit(app, caller, attach));
    expect(await balanceOf(merchant, 'LTC')).toBe('0.495');
    expect((await merchant.api.coinWithdrawals.list()).meta.total).toBe(1);
    await world.settle();
    expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  });

  test('nor does a repeated request decide when the payment is pending again meanwhile', async () => {
    const merchant = await world.merchant({ withdrawalMaxEur: '1' });
    const { deposit } = await surplus(merchant);
    const refund = { id: deposit.id, address: stranger(), ...why };
    const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'a treasury');
    const caller = callerOf(merchant);
    const late = runningFirst(async () => {
      const sent = await refundCoinDeposit(world.app, caller, refund);
      const id = defined(sent.coin_withdrawal_id, 'a withdrawal');
      const requested = { projectId: merchant.project.id, id, reason: 'no longer wanted' };
      await cancelWithdrawal(world.app, coinWallet, requested);
    });
    expect(await refundCoinDeposit(late, caller, refund)).toMatchObject({ status: 'on_hold' });
    expect((await merchant.api.coinWithdrawals.list()).meta.total).toBe(1);
  });

  const callerOf = (merchant: Merchant) => ({
    project: merchant.project,
    apiKey: merchant.key.key,
    objectId: newId(world.app.clock, world.app.random),
  });

  /** Runs `first` after the first check, when no lock is held yet. */
  function runningFirst(first: () => Promise<unknown>): App {
    const { db } = world.app;
    let hasRun = false;
    const transaction = async <T>(work: Parameters<typeof db.transaction<T>>[0]) => {
      if (!hasRun) {
        hasRun = true;
        await first();
      }
      return db.transaction(work);
    };
    return otherApp(world.app, { db: { ...db, transaction } });
  }

  async function answeredAlike(
    merchant: Merchant,
    send: (app: App, caller: ReturnType<typeof callerOf>) => Promise<unknown>,
  ): Promise<void> {
    const caller = callerOf(merchant);
    const answers: unknown[] = [];
    const late = runningFirst(async () => answers.push(await send(world.app, caller)));
    answers.push(await send(late, caller));
    expect(answers).toHaveLength(2);
    expect(answers[1]).toEqual(answers[0]);
  }

  test('a return needs a key that may pay out; the other resolutions do not', async () => {
    const merchant = await world.merchant();
    const { deposit } = await surplus(merchant);
    const key = await createApiKey(world.app, merchant.project.id, {
      name: 'shop',
      apiVersion: 2,
      permissions: ['read', 'write'],
      ipAllowList: [],
    });
    const call = (operation: string, body: object) =>
      signedCall(world.url, key, {
        method: 'POST',
        target: `/api/coin_deposits/${deposit.id}/${operation}`,
        body: JSON.stringify(body),
      });
    const refused = await call('refund', { address: stranger(), ...why });
    expect(refused.status).toBe(403);
    expect((await call('credit', why)).status).toBe(200);
  });
});

describe('high-risk payments', () => {
  test('are out of reach for every key, wherever they arrived: the operator decides', async () => {
    const merchant = await world.merchant();
    const invoice = await newInvoice(merchant);
    await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
    await world.mine('LTC');
    // In addition to a completed invoice, and after its expiry.
    await world.pay({ invoice_id: invoice.id, amount: '0.4', risk_level: 'high' });
    await world.advance(11 * MINUTE);
    await world.pay({ invoice_id: invoice.id, amount: '0.3', risk_level: 'high' });
    await world.mine('LTC');
    const { api } = merchant;
    const { data } = await api.coinDeposits.list();
    expect(data).toMatchObject([
      { reason: 'late', amount: '0.3', needs_operator: true, risk: { level: 'high' } },
      { reason: 'surplus', amount: '0.4', needs_operator: true, risk: { level: 'high' } },
    ]);
    const open = await newInvoice(merchant);
    const refused = { status: 422, code: 'invalid_status' };
    for (const { id } of data) {
      const operations = [
        () => api.coinDeposits.credit(id, why),
        () => api.coinDeposits.refund(id, { address: stranger(), ...why }),
        () => api.coinDeposits.attach(id, { invoice_id: open.id, ...why }),
      ];
      for (const operation of operations)
        await expect(operation()).rejects.toMatchObject({
          ...refused,
          message: expect.stringMatching(/high-risk/),
        });
    }
    expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
    const [late] = data;
    const requested = { depositId: defined(late, 'it waits').id, projectId: merchant.project.id };
    await creditUnmatched(world.app, { ...requested, reason: 'cleared by compliance' });
    expect(await balanceOf(merchant, 'LTC')).toBe('0.297');
    const shown = await api.coinDeposits.get(requested.depositId);
    expect(shown).toMatchObject({ status: 'completed', needs_operator: false });
  });

  test('without a tag, too', async () => {
    const merchant = await world.merchant();
    const terms = { name: 'x', pay_currency: 'XRP', receiver_currency: 'XRP' };
    const channel = await merchant.api.channels.create(terms);
    const requested = { channel_id: channel.id, amount: '12', without_tag: true } as const;
    const txid = await world.pay({ ...requested, risk_level: 'high' });
    await world.mine('XRP');
    const [row] = await world.app.db.query<{ id: string }>(
      'select id from deposits where txid = $1',
      [txid],
    );
    const depositId = defined(row, 'the payment').id;
    const apiCall = { depositId, projectId: merchant.project.id, reason: 'x', isMerchant: true };
    await expect(creditUnmatched(world.app, apiCall)).rejects.toMatchObject({
      code: 'invalid_status',
    });
    await creditUnmatched(world.app, { ...apiCall, isMerchant: false });
    expect(await balanceOf(merchant, 'XRP')).toBe('11.88');
  });
});

test('a credit is charged its configured fee, and none if that is 0', async () => {
  for (const [fees, credited, fee] of [
    [{ credit: '2', default: '0.5' }, '0.245', '0.005'],
    [{ default: '0.8' }, '0.248', '0.002'],
    [{ credit: '0' }, '0.25', '0.0'],
  ] as const) {
    const merchant = await world.merchant({ fees });
    const { deposit } = await surplus(merchant);
    await merchant.api.coinDeposits.credit(deposit.id, why);
    expect(await balanceOf(merchant, 'LTC')).toBe(credited);
    const list = await merchant.api.transactions.list({ reference_type: 'CoinDeposit' });
    expect(list.data).toMatchObject([{ amount: credited, balance: credited, fee }]);
  }
});

test('callbacks of unmatched payments are sent only to projects that enabled them', async () => {
  const merchant = await world.merchant();
  const { deposit } = await surplus(merchant);
  await merchant.api.coinDeposits.credit(deposit.id, why);
  await world.settle();
  expect(merchant.callbacks.length).toBeGreaterThan(0);
  expect(eventsOf(merchant, deposit.id)).toEqual([]);
});

describe('payments to unknown addresses', () => {
  async function untagged(payer: Merchant): Promise<string> {
    const terms = { name: 'x', pay_currency: 'XRP', receiver_currency: 'XRP' };
    const channel = await payer.api.channels.create(terms);
    const requested = { channel_id: channel.id, amount: '12', without_tag: true } as const;
    const txid = await world.pay({ ...requested, risk_level: 'low' });
    await world.mine('XRP');
    return txid;
  }

  test('waits for the project that receives unmatched payments, where it can be credited', async () => {
    const payer = await world.merchant();
    const txid = await untagged(payer);
    expect((await payer.api.coinDeposits.list()).data).toEqual([]);
    const taker = await world.merchant({ ...reported, takesUnknownMoney: true });
    await world.settle();
    const { data } = await taker.api.coinDeposits.list({ reason: 'no_tag' });
    expect(data).toMatchObject([
      { txid, amount: '12.0', status: 'on_hold', invoice_id: null, custom_id: null },
    ]);
    const [deposit] = data;
    const { id } = defined(deposit, 'the payment without a tag');
    expect(await taker.api.coinDeposits.credit(id, why)).toMatchObject({ status: 'completed' });
    expect(await balanceOf(taker, 'XRP')).toBe('11.88');
    await world.settle();
    expect(storyOf(taker, id)).toEqual(['on_hold on_hold', 'completed completed']);
  });

  test('shown to one project, the operator can still credit it to another', async () => {
    const owner = await world.merchant();
    const txid = await untagged(owner);
    const [row] = await world.app.db.query<{ id: string; project_id: string }>(
      'select id, project_id from deposits where txid = $1',
      [txid],
    );
    const deposit = defined(row, 'the payment without a tag');
    expect(deposit.project_id).not.toBe(owner.project.id);
    const requested = {
      depositId: deposit.id,
      projectId: owner.project.id,
      reason: 'it was theirs',
    };
    await creditUnmatched(world.app, requested);
    expect(await balanceOf(owner, 'XRP')).toBe('11.88');
  });
});

test('the only project of an instance receives unmatched payments', async () => {
  const small = await createWorld();
  try {
    const { api } = await small.merchant();
    const terms = { name: 'x', pay_currency: 'XRP', receiver_currency: 'XRP' };
    const channel = await api.channels.create(terms);
    await small.pay({ channel_id: channel.id, amount: '12', without_tag: true });
    expect((await api.coinDeposits.list()).data).toMatchObject([
      { status: 'pending', reason: 'no_tag', amount: '12.0' },
    ]);
  } finally {
    await small.close();
  }
});
