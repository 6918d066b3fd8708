// The service dies repeatedly, at any moment, while payers choose coins in two tabs, pay checkouts in two coins or too
// little, and get refunds through links. In the end each checkout has one address for each coin and is completed, each
// refund is paid once, every callback is delivered, and the ledger is consistent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChaintillError } from '../../../client/src/error.ts';
import type { Checkout } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { sumOf } from '../../src/core/group.ts';
import { randomInt, seededRandom } from '../../src/core/random.ts';
import { type Instance, openInstance, paidTo } from '../acceptance/instance.ts';
import { auditOf, balanceOf, undelivered } from '../support/books.ts';
import { isThorough } from '../support/crash-stride.ts';
import { insist } from '../support/insist.ts';
import { until } from '../support/service.ts';

const KILLS = isThorough ? 12 : 3;
const CHECKOUTS = 12;
const PAUSE_MIN = 100;
const PAUSE_SPREAD = 1500;
/** Of 10 EUR, at the sandbox's rates. The rest is paid in the other coin, or missing. */
const HALF_LTC = '0.06426323';

/** In cents, less the fee of 1 %: nine that are paid, and half of three. */
const EARNED = 9n * 990n + 3n * 495n;

let instance: Instance;
/** In cents. */
let before: bigint;
beforeAll(async () => {
  instance = await openInstance();
  for (const coin of ['BTC', 'LTC']) await instance.mine(coin, 40);
  await instance.service.sandbox('settings', { mine_every_seconds: 1 });
  before = cents(await balanceOf(instance.api, 'EUR'));
});
afterAll(() => instance.close());

function cents(amount: string | undefined): bigint {
  const [whole, part = ''] = defined(amount, 'an amount').split('.');
  return BigInt(`${whole}${part.padEnd(2, '0')}`);
}

const PLANS = ['whole', 'two coins', 'short', 'refunded'] as const;

interface Order {
  readonly customId: string;
  readonly plan: (typeof PLANS)[number];
}

const orders = Array.from({ length: CHECKOUTS }, (_, n): Order => {
  return { customId: `order-${n}`, plan: defined(PLANS[n % PLANS.length], 'a plan') };
});

const find = (customId: string) => insist(() => instance.api.checkouts.getByCustomId(customId));

async function create(customId: string): Promise<Checkout> {
  const made = insist(() =>
    instance.api.checkouts.create({
      price_amount: '10',
      price_currency: 'EUR',
      custom_id: customId,
      pay_currencies: [{ currency: 'LTC' }, { currency: 'BTC' }],
      expires_in: 86_400,
    }),
  );
  return made.catch((error: unknown) => {
    if (error instanceof ChaintillError && error.code === 'duplicate_custom_id')
      return find(customId);
    throw error;
  });
}

/** As a browser posts a form. Repeated until the service responds. */
async function post(path: string, form: Record<string, string>): Promise<void> {
  for (;;) {
    const response = await fetch(`${instance.service.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    }).catch(() => null);
    if (response?.status === 303) return;
    if (response !== null && response.status < 500) throw new Error(`HTTP ${response.status}`);
    await sleep(200);
  }
}

/** Two tabs at once. */
async function choose({ id }: Checkout, pay_currency: string): Promise<string> {
  await Promise.all([1, 2].map(() => post(`/checkouts/${id}`, { pay_currency })));
  const { invoices } = await insist(() => instance.api.checkouts.get(id));
  const own = invoices.filter((invoice) => invoice.pay_currency === pay_currency);
  expect(own).toHaveLength(1);
  return defined(own[0], pay_currency).id;
}

async function pay(invoice_id: string, amount?: string): Promise<void> {
  const payment = {
    invoice_id,
    reference: invoice_id,
    ...(amount === undefined ? {} : { amount }),
  };
  await until('it is paid', () =>
    instance.service.sandbox('payments', payment).then(
      () => true,
      () => false,
    ),
  );
}

async function shop({ customId, plan }: Order): Promise<void> {
  const checkout = await create(customId);
  const isPart = plan === 'two coins' || plan === 'short';
  await pay(await choose(checkout, 'LTC'), isPart ? HALF_LTC : undefined);
  if (plan !== 'two coins') return;
  await until('the part is seen', async () => (await find(customId)).payments.length === 1);
  await pay(await choose(checkout, 'BTC'));
}

async function killAgainAndAgain(): Promise<void> {
  const random = seededRandom('kill checkouts');
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(PAUSE_MIN + randomInt(random, PAUSE_SPREAD));
    await instance.service.kill('SIGKILL');
    await instance.service.start();
    // That is how long a dead process keeps its claims.
    await instance.advance(31);
  }
}

/** Half a minute each second. What is short is settled when its quote ends. */
async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  while (!isDone) {
    await instance.advance(30).catch(() => undefined);
    await Promise.race([done.catch(() => undefined), sleep(1000)]);
  }
  return done;
}

const completed = (some: readonly Order[]) =>
  until('the checkouts are completed', async () => {
    const found = await Promise.all(some.map(({ customId }) => find(customId)));
    return found.every(({ status }) => status === 'completed');
  });

/** The address that is paid. */
async function refund({ customId }: Order, n: number): Promise<string> {
  const { invoices } = await find(customId);
  const { id } = defined(invoices[0], 'an invoice');
  const call = { idempotencyKey: `refund-${customId}` };
  const claim = await insist(() => instance.api.refundClaims.create(id, { amount: '10' }, call));
  const address = foreignAddress(defined(definedCoins.get('LTC'), 'LTC'), 'kill checkouts', n);
  const { pathname } = new URL(defined(claim.url, 'the link'));
  await post(pathname, { address, step: 'request' });
  await insist(() => instance.api.refundClaims.approve(claim.id));
  await until('the refund is paid', async () => {
    const { status } = await insist(() => instance.api.refundClaims.get(claim.id));
    return status === 'completed';
  });
  return address;
}

/** Possible once the payment is confirmed. */
async function accept({ customId }: Order): Promise<void> {
  const { id } = await find(customId);
  await until('it is accepted', async () => {
    await insist(() => instance.api.checkouts.accept(id)).catch(() => undefined);
    return (await find(customId)).status === 'completed';
  });
}

test('killed again and again while customers pay, it counts each payment and pays each refund exactly once', async () => {
  const short = orders.filter(({ plan }) => plan === 'short');
  const paid = orders.filter(({ plan }) => plan !== 'short');
  const refunded = orders.filter(({ plan }) => plan === 'refunded');

  await Promise.all([killAgainAndAgain(), ...orders.map(shop)]);
  await whileTimePasses(completed(paid));

  const settling = Promise.all([Promise.all(refunded.map(refund)), ...short.map(accept)]);
  const [[addresses]] = await whileTimePasses(Promise.all([settling, killAgainAndAgain()]));
  for (const address of addresses) expect(await paidTo(instance, address)).toMatchObject({ n: 1 });
  for (const { customId, plan } of orders) {
    const { invoices, payments } = await find(customId);
    const coins = plan === 'two coins' ? 2 : 1;
    expect({ customId, n: invoices.length, paid: payments.length }).toEqual({
      customId,
      n: coins,
      paid: coins,
    });
  }
  const { connection } = instance.database;
  expect(await auditOf(connection)).toEqual([]);
  await until('every callback is delivered', async () => {
    await instance.advance(60);
    return (await undelivered(connection, instance.projectId)).length === 0;
  });
  for (const { id } of await Promise.all(orders.map(({ customId }) => find(customId))))
    expect(instance.receiver.eventsOf(id)).toContain('completed');
  const { data: payouts } = await instance.api.coinWithdrawals.list();
  const charged = sumOf(payouts, ({ charged_amount: amount }) => cents(amount));
  expect(payouts).toHaveLength(refunded.length);
  expect(cents(await balanceOf(instance.api, 'EUR')) - before).toBe(EARNED - charged);
}, 400_000);
