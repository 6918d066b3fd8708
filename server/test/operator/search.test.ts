// Guarantees of the search: any known detail of a payment leads to it, in one project or in all.
import { classicAddressToXAddress } from 'ripple-address-codec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLICE } from '../../src/db/newest-page.ts';
import { perform } from '../../src/operator/perform.ts';
import { parseTexts } from '../../src/operator/search/search-sources.ts';
import { BTC_ADDRESS, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'], sends: false });
  shop = await world.merchant();
  other = await world.merchant();
  await credit(world, shop, { EUR: '1000' });
});
afterAll(() => world.close());

function read(text: string, project?: string) {
  const { coinWallets, nodes } = world.assembled;
  const app = { ...world.app, coinWallets, nodes };
  return perform(app, 'search.find', { actor: ACTOR, values: { text, project } });
}

async function find(text: string, project?: string): Promise<string[]> {
  return (await read(text, project)).map(({ type, id }) => `${type} ${id}`);
}

test('an invoice is found by everything its customer knows', async () => {
  const invoice = await shop.api.invoices.create({
    price_amount: '31.25',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    custom_id: 'order-1042',
    payer_email: 'Ada@shop.example',
    customer_id: 'ada',
  });
  const txid = await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 10);
  const hit = `invoice ${invoice.id}`;
  const address = String(invoice.address);
  const known = [invoice.id, invoice.id.slice(0, 13), 'order-1042', 'ada@SHOP.example'];
  for (const text of [...known, address, address.toUpperCase(), '31.25', '31.250'])
    expect({ text, found: await find(text) }).toMatchObject({
      found: expect.arrayContaining([hit]),
    });
  expect(await find('order-1042', shop.project.id)).toEqual([hit]);
  expect(await find('order-1042', other.project.id)).toEqual([]);
  expect(await find('31.26')).toEqual([]);
  for (const text of [txid, txid.toUpperCase()])
    expect(await read(text)).toMatchObject([
      { type: 'deposit', came_to: { type: 'invoice', id: invoice.id } },
    ]);
  expect(await find(txid, other.project.id)).toEqual([]);
});

test('a payment in XRP is found by its address in each form, its tag, its URI and its link', async () => {
  const made = { price_amount: '12', price_currency: 'EUR', pay_currency: 'XRP' } as const;
  const [invoice] = await Promise.all([1, 2, 3].map(() => shop.api.invoices.create(made)));
  const { id = '', address, uri, hosted_page_url: link } = invoice ?? {};
  const [account = '', tag = ''] = String(address).split('?dt=');
  const extended = classicAddressToXAddress(account, Number(tag), true);
  const hit = `invoice ${id}`;
  const tagged = [`${account}:${tag}`, `${account}?tag=${tag}`];
  for (const text of [
    String(address),
    ...tagged,
    extended,
    String(uri),
    String(link),
    `${link}?locale=de`,
  ])
    expect({ text, found: await find(text) }).toEqual({ text, found: [hit] });
  expect(await find(tag)).toContain(hit);
  expect(await find(account)).toContain(hit);
  expect(await find(tag, other.project.id)).toEqual([]);
  expect(await find(String(uri), other.project.id)).toEqual([]);
});

test.each([
  ['bitcoin:tb1qxyz?amount=0.1', ['tb1qxyz']],
  ['bchtest:qqabc?amount=1', ['qqabc']],
  ['ripple:rAbc?amount=1&dt=7', ['rAbc?dt=7']],
  ['BITCOIN:BC1QXYZ?AMOUNT=0.1', ['BC1QXYZ']],
  ['ethereum:0xa@1?value=5', ['0xa']],
  ['ethereum:0xtoken@1/transfer?address=0xpayee&uint256=5', ['0xpayee', '0xtoken']],
  [
    'https://shop.example/pay/invoices/01a2219f-55a0-7096-883a-fd4b16e80239#x',
    ['01a2219f-55a0-7096-883a-fd4b16e80239'],
  ],
  ['order 7', []],
])('%s is searched for as a whole and by its parts', (text, others) => {
  expect(parseTexts(text)).toEqual([text, ...others]);
});

test('an unmatched payment is found by transaction and amount, in its project', async () => {
  const { project } = shop;
  const invoice = await shop.api.invoices.create({
    price_amount: '10',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 10);
  const late = await world.pay({ invoice_id: invoice.id, amount: '0.0777' });
  await world.mine('LTC', 10);
  const [waits] = (await shop.api.coinDeposits.list()).data;
  for (const text of [late, '0.0777', String(waits?.id)]) {
    expect(await find(text, project.id)).toEqual([`deposit ${waits?.id}`]);
    expect(await find(text, other.project.id)).toEqual([]);
  }
});

test('a payment to a channel is found by transaction, ID and amount', async () => {
  const channel = await shop.api.channels.create({
    name: 'tips',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  const txid = await world.pay({ channel_id: channel.id, amount: '0.0432' });
  await world.mine('LTC', 10);
  const [payment] = (await shop.api.channelPayments.list(channel.id)).data;
  expect(await find(String(payment?.id))).toEqual([`channel_payment ${payment?.id}`]);
  expect(await find('0.0432', shop.project.id)).toContain(`channel_payment ${payment?.id}`);
  expect(await read(txid)).toMatchObject([
    { type: 'deposit', came_to: { type: 'channel', id: channel.id } },
  ]);
});

test('a withdrawal is found by reference, address and amount', async () => {
  const { id } = await requestWithdrawal(shop, '7', { custom_id: 'payout-9' });
  for (const text of [id, 'payout-9', BTC_ADDRESS])
    expect(await find(text)).toEqual([`withdrawal ${id}`]);
});

test('a part of a reference, name, email or customer finds it, in any case, among new rows and old ones', async () => {
  await shop.api.customers.create({ id: 'Grace-Hopper', currency: 'EUR' });
  const invoice = await shop.api.invoices.create({
    price_amount: '18',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    custom_id: 'Compiler_100%',
    name: 'Annual licence',
    payer_email: 'Grace@navy.example',
  });
  const hit = `invoice ${invoice.id}`;
  const known = [
    ['piler', hit],
    ['PILER_1', hit],
    ['100%', hit],
    ['licen', hit],
    ['@NAVY.ex', hit],
    ['hopp', 'customer Grace-Hopper'],
  ];
  const expectAll = async () => {
    for (const [text = '', expected] of known) {
      expect({ text, found: await find(text, shop.project.id) }).toEqual({
        text,
        found: [expected],
      });
      expect(await find(text)).toContain(expected);
      expect(await find(text, other.project.id)).toEqual([]);
    }
  };
  await expectAll();
  expect(await find('li', shop.project.id)).toContain(hit);
  expect(await find('pil%r')).toEqual([]);
  const { owner } = world.database;
  const columns = await owner.query<{ names: string }>(
    `select string_agg(attname, ',') as names from pg_attribute where attrelid = 'invoices'::regclass
       and attnum > 0 and attname not in ('id', 'custom_id', 'tag', 'name', 'payer_email', 'address')`,
  );
  const names = columns[0]?.names;
  await owner.query(
    `insert into invoices (id, custom_id, address, ${names})
     select gen_random_uuid(), null, 'copy ' || n, ${names} from invoices, generate_series(1, $2) n where id = $1`,
    [invoice.id, SLICE + 200],
  );
  await expectAll();
});

test('a query that is too short or invalid finds nothing', async () => {
  for (const text of ['a', '%', 'nothing at all', `'; drop table invoices; --`])
    expect(await find(text)).toEqual([]);
});

test('a deposit is found in its project by its full id, and by a prefix while it is unmatched', async () => {
  const invoice = await shop.api.invoices.create({
    price_amount: '5',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 10);
  const [deposit] = await world.app.db.query<{ id: string }>(
    'select id from deposits where owner_id = $1',
    [invoice.id],
  );
  const id = String(deposit?.id);
  expect(await find(id, shop.project.id)).toEqual([`deposit ${id}`]);
  expect(await find(id, other.project.id)).toEqual([]);
  expect(await find(id.slice(0, 18))).toContain(`deposit ${id}`);
});

test('a payment link and a terminal are found by their names and IDs, in their project or in all', async () => {
  const link = await shop.api.paymentLinks.create({
    name: 'Spring concert',
    price_amount: '20',
    price_currency: 'EUR',
  });
  const { coinWallets, nodes } = world.assembled;
  const { id: terminal } = await perform({ ...world.app, coinWallets, nodes }, 'terminals.create', {
    actor: ACTOR,
    values: { project: shop.project.id, name: 'Counter 7', price_currency: 'EUR' },
  });
  const ofLink = `payment_link ${link.id}`;
  const ofTerminal = `terminal ${terminal}`;
  for (const [text, hit] of [
    ['spring CONC', ofLink],
    [link.id, ofLink],
    [link.id.slice(0, 13), ofLink],
    ['Counter 7', ofTerminal],
    [terminal, ofTerminal],
  ] as const) {
    expect(await find(text)).toContain(hit);
    expect(await find(text, shop.project.id)).toContain(hit);
    expect(await find(text, other.project.id)).not.toContain(hit);
  }
});
