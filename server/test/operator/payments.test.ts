// Guarantees of `payments.find`: what a transaction, an address or a link is, from the database and from the networks,
// and nothing about payments of other projects.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { amountOf } from '../../src/core/money.ts';
import { parsePasted } from '../../src/operator/payments/parse-payment.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let other: Merchant;
let read: OperatorReader;
beforeAll(async () => {
  world = await createWorld(
    { CHAINTILL_TOKENS: 'USDC' },
    { coins: ['LTC', 'ETH', 'USDC', 'XRP'], sends: false },
  );
  shop = await world.merchant();
  other = await world.merchant();
  read = operatorReader(world);
});
afterAll(() => world.close());

const find = (text: string, project?: string) => read('payments.find', { text, project });
const invoiceIn = (coin: string, price = '40') =>
  shop.api.invoices.create({
    price_amount: price,
    price_currency: 'EUR',
    pay_currency: coin,
    custom_id: `order in ${coin} ${Math.random()}`,
  });
const payTo = (coin: string, address: string, more: { isStuck?: boolean; tag?: number } = {}) => {
  const simulation = world.simulation(coin);
  const { isStuck = false, tag = null } = more;
  const amount = amountOf('0.5', simulation.coin);
  return pay(simulation, { outputs: [{ address, tag, amount }], isStuck });
};

test('a payment is followed from the mempool to the credited invoice', async () => {
  const invoice = await invoiceIn('LTC', '40000');
  expect(await find(String(invoice.address))).toMatchObject({
    verdict: 'nothing_received',
    findings: [{ object: { type: 'invoice', id: invoice.id, status: 'new' } }],
  });
  const txid = await world.pay({ invoice_id: invoice.id });
  for (const text of [txid, txid.toUpperCase(), `https://mempool.space/tx/${txid}#flow`])
    expect(await find(text, shop.project.id)).toMatchObject({
      verdict: 'unconfirmed',
      findings: [
        {
          object: { id: invoice.id },
          confirmations: { seen: 0, required: expect.any(Number) },
          fee_level: 'slow',
        },
      ],
    });
  await world.mine('LTC', 1);
  expect((await find(txid)).findings[0]).toMatchObject({
    confirmations: { seen: 1 },
    fee_level: null,
  });
  await world.mine('LTC', 10);
  for (const text of [txid, invoice.id, String(invoice.uri), String(invoice.hosted_page_url)])
    expect(await find(text, shop.project.id)).toMatchObject({
      verdict: 'credited',
      findings: [{ txid, object: { id: invoice.id, status: 'completed' }, confirmations: null }],
      networks: [],
    });
});

test('a second payment is unmatched, and a partial one says what is missing', async () => {
  const paid = await invoiceIn('LTC');
  await world.pay({ invoice_id: paid.id });
  await world.mine('LTC', 10);
  const again = await world.pay({ invoice_id: paid.id });
  const open = await invoiceIn('LTC');
  const half = await world.pay({ invoice_id: open.id, amount: '0.1' });
  await world.mine('LTC', 10);
  expect(await find(again)).toMatchObject({
    verdict: 'unmatched',
    findings: [{ reason: 'surplus', deposit_id: expect.any(String), project_id: shop.project.id }],
  });
  expect(await find(half)).toMatchObject({
    verdict: 'partly_paid',
    findings: [{ object: { missing: { currency: 'LTC' } } }],
  });
});

test('members of another project learn only what the network shows to everyone', async () => {
  const invoice = await invoiceIn('LTC');
  const txid = await world.pay({ invoice_id: invoice.id });
  const foreign = await find(txid, other.project.id);
  expect(foreign).toMatchObject({
    verdict: 'not_ours',
    findings: [{ project_id: null, object: null, deposit_id: null }],
  });
  expect(foreign.findings[0]?.paid_to).toContain(invoice.address);
  const address = await find(String(invoice.address), other.project.id);
  expect(address).toMatchObject({ verdict: 'not_ours', findings: [{ object: null }] });
  expect(await find(invoice.id, other.project.id)).toEqual({
    verdict: 'not_found',
    findings: [],
    networks: [],
  });
  const tagged = await invoiceIn('XRP');
  const xrp = await world.pay({ invoice_id: tagged.id });
  const [account = ''] = String(tagged.address).split('?');
  const withoutTag = await payTo('XRP', account);
  const own = await find(xrp, other.project.id);
  const shared = await find(withoutTag, other.project.id);
  expect(own.verdict).toBe('other_tag');
  expect(shared.verdict).toBe('other_tag');
  expect((await find(String(tagged.address), other.project.id)).verdict).toBe('other_tag');
  expect((await find(account, other.project.id)).verdict).toBe('tag_needed');
});

test('a transaction that was not read yet, elsewhere, or nowhere is said to be so', async () => {
  const invoice = await invoiceIn('LTC');
  const early = await payTo('LTC', String(invoice.address), { isStuck: true });
  expect(await find(early, shop.project.id)).toMatchObject({
    verdict: 'unconfirmed',
    findings: [{ object: { id: invoice.id }, fee_level: 'below_slow' }],
    networks: expect.arrayContaining([{ network: 'Litecoin', coin: 'LTC', result: 'found' }]),
  });
  const elsewhere = await payTo('LTC', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0');
  expect(await find(elsewhere)).toMatchObject({
    verdict: 'not_ours',
    findings: [{ txid: elsewhere, paid_to: ['tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'] }],
  });
  const nowhere = await find('ab'.repeat(32));
  expect(nowhere).toMatchObject({ verdict: 'not_found', findings: [] });
  expect(nowhere.networks.map(({ result }) => result)).toContain('not_found');
  expect(await find('where is my money')).toMatchObject({ verdict: 'not_readable' });
});

test('the wrong asset or network at an address of ours is recognized before and after it was read', async () => {
  const invoice = await invoiceIn('USDC');
  const early = await payTo('ETH', String(invoice.address));
  expect(await find(early)).toMatchObject({ verdict: 'wrong_asset', findings: [{ coin: 'ETH' }] });
  await mine(world.simulation('ETH'));
  await world.advance(0);
  expect(await find(early, shop.project.id)).toMatchObject({
    verdict: 'wrong_asset',
    findings: [{ reason: 'other_asset', deposit_id: expect.any(String) }],
  });
});

test('a node that is down is named, and the other networks are searched', async () => {
  const invoice = await invoiceIn('LTC');
  const txid = await world.pay({ invoice_id: invoice.id });
  await changeSettings(world.simulation('LTC'), { nodeIsDown: true });
  try {
    const { verdict, networks } = await find('cd'.repeat(32));
    expect(verdict).toBe('node_unreachable');
    expect(networks).toContainEqual({ network: 'Litecoin', coin: 'LTC', result: 'unreachable' });
    expect(networks.map(({ result }) => result)).toContain('not_found');
    expect(await find(txid)).toMatchObject({
      verdict: 'unconfirmed',
      findings: [{ object: { id: invoice.id }, fee_level: null }],
    });
  } finally {
    await changeSettings(world.simulation('LTC'), { nodeIsDown: false });
  }
});

test('hostile texts are parsed in time linear to their length', () => {
  const texts = [
    '0x'.repeat(500),
    'a'.repeat(1000),
    `https://${'/'.repeat(990)}`,
    'bitcoin:'.repeat(120),
  ];
  for (const text of texts) {
    parsePasted(world.app, text);
    const begun = process.cpuUsage();
    for (let n = 0; n < 100; n += 1) parsePasted(world.app, text);
    const { user } = process.cpuUsage(begun);
    expect({ text: text.slice(0, 12), isFast: user / 100 < 20_000 }).toMatchObject({
      isFast: true,
    });
  }
});
