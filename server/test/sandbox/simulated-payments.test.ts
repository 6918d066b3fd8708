// Guarantee: in the sandbox, members who create invoices can pay them on the simulated network, and every case leads to
// the status that a real payment leads to. In live mode, the operations do not exist.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleDocument } from '../../src/contract/openapi-people.ts';
import { simulatedPaymentsOperations } from '../../src/operator/simulated-payments/contract.ts';
import { type Answer, type Browser, personIn } from '../people/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const PAY_INVOICE = '/operations/invoices.simulate-payment';
const PAY_CHANNEL = '/operations/channels.simulate-payment';

let world: World;
let merchant: Merchant;
let support: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  merchant = await world.merchant({ automaticResolution: { illicit_resource: 'nothing' } });
  support = await personIn(
    world,
    { name: 'Ada' },
    { projectId: merchant.project.id, roles: ['support'] },
  );
});
afterAll(() => world.close());

const newInvoice = () =>
  merchant.api.invoices.create({
    price_amount: '100.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });

const newChannel = () =>
  merchant.api.channels.create({ name: 'one', pay_currency: 'BTC', receiver_currency: 'EUR' });

async function paid(kind: string): Promise<Answer> {
  const { id } = await newInvoice();
  const answer = await support.post(PAY_INVOICE, { invoice_id: id, case: kind });
  await world.settle();
  await world.mine('BTC', 6);
  return answer;
}

test.each([
  ['exact', 'completed', null],
  ['too_much', 'unresolved', 'overpaid'],
  ['late', 'unresolved', 'paid_late'],
  ['high_risk', 'unresolved', 'illicit_resource'],
])('%s: the invoice is %s', async (kind, status, context) => {
  const { id } = (await paid(kind)).body.data;
  expect(await merchant.api.invoices.get(id)).toMatchObject({ status, status_context: context });
});

test('partial: half is paid, and the same button pays the rest', async () => {
  const { id } = (await paid('partial')).body.data;
  const invoice = await merchant.api.invoices.get(id);
  expect(invoice).toMatchObject({ status: 'new' });
  expect(Number(invoice.paid_amount) * 2).toBeCloseTo(Number(invoice.pay_amount), 7);
  const { body } = await support.post(PAY_INVOICE, { invoice_id: id, case: 'exact' });
  await world.settle();
  await world.mine('BTC', 6);
  expect(body.data.paid.currency).toBe('BTC');
  expect(await merchant.api.invoices.get(id)).toMatchObject({ status: 'completed' });
});

test('a channel is paid a typical amount, any amount, and from a high-risk address', async () => {
  const { id } = await newChannel();
  const send = (more: object) => support.post(PAY_CHANNEL, { channel_id: id, ...more });
  const typical = await send({});
  const chosen = await send({ amount: '0.0125' });
  const risky = await send({ amount: '0.0126', high_risk: true });
  expect([typical.status, chosen.body.data.paid.amount, risky.status]).toEqual([
    200,
    '0.0125',
    200,
  ]);
  await world.settle();
  await world.mine('BTC', 6);
  const { data } = await merchant.api.channelPayments.list(id);
  const statusOf = (amount: string) => data.find((each) => each.paid_amount === amount)?.status;
  expect(data).toHaveLength(3);
  expect([statusOf('0.0125'), statusOf('0.0126')]).toEqual(['completed', 'on_hold']);
  const wrong = await send({ amount: '0.0000000001' });
  expect(wrong.body.error.details[0]).toMatchObject({ target: 'amount', code: 'bad_precision' });
});

test('viewers and members of other projects cannot pay', async () => {
  const { id } = await newInvoice();
  const other = await world.merchant();
  const viewer = { projectId: merchant.project.id, roles: ['viewer'] as const };
  const stranger = { projectId: other.project.id, roles: ['admin'] as const };
  const input = { invoice_id: id, case: 'exact' };
  const refused = await (await personIn(world, { name: 'Bo' }, viewer)).post(PAY_INVOICE, input);
  const unknown = await (await personIn(world, { name: 'Cy' }, stranger)).post(PAY_INVOICE, input);
  expect([refused.status, unknown.status]).toEqual([403, 404]);
  expect(await merchant.api.invoices.get(id)).toMatchObject({ status: 'new', paid_amount: '0.0' });
});

test('in live mode, the operations do not exist', async () => {
  const live = await createWorld(
    {
      CHAINTILL_MODE: 'live',
      CHAINTILL_NETWORK: 'regtest',
      LTC_NODE_URL: 'http://user:secret@127.0.0.1:9',
    },
    { people: true, coins: [] },
  );
  const owner = await personIn(live, { name: 'Di', role: 'owner' });
  const { paths } = peopleDocument('1.0.0', { hasSandbox: live.sandbox !== undefined });
  for (const name of Object.keys(simulatedPaymentsOperations)) {
    const answer = await owner.post(`/operations/${name}`, {});
    expect([name, answer.status]).toEqual([name, 404]);
    expect(paths).not.toHaveProperty([`/admin/api/operations/${name}`]);
  }
  await live.close();
});
