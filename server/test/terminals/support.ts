// A terminal with items and staff, and devices that use its page as the script does.
import type { FastifyInstance } from 'fastify';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { operatorReader } from '../operator/support.ts';
import type { Merchant, World } from '../support/world.ts';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests name what they expect
  readonly body: any;
  readonly cookie: string | null;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Device {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  signIn(staffId: string, pin: string, more?: object): Promise<Answer>;
  sell(cart: object, nonce?: string): Promise<Answer>;
}

let clients = 0;

interface Where {
  readonly fastify: FastifyInstance;
  readonly world: World;
  /** Without one, each is another client, because each has its own limit. */
  readonly address?: string;
}

export function deviceAt({ fastify, world, address }: Where, url: string): Device {
  clients += 1;
  const own = clients;
  const remoteAddress = address ?? `198.51.${Math.floor(clients / 250)}.${clients % 250}`;
  const base = new URL(url).pathname;
  let cookie = '';
  let nonces = 0;
  const call = async (method: 'GET' | 'POST', path: string, sent: object = {}) => {
    const response = await fastify.inject({
      method,
      url: `${base}${path === '' ? '' : `/${path}`}`,
      remoteAddress,
      ...sent,
    });
    const set = String(response.headers['set-cookie'] ?? '');
    if (set !== '') cookie = defined(/^[^;]*/.exec(set)?.[0], 'a cookie');
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson && response.body !== '' ? response.json() : response.body,
      cookie: set || null,
      headers: response.headers,
    };
  };
  const get: Device['get'] = (path) => call('GET', path, { headers: { cookie } });
  const post: Device['post'] = (path, body = {}, headers = {}) =>
    call('POST', path, {
      headers: {
        cookie,
        origin: world.url.replace('127.0.0.1', 'localhost'),
        'content-type': 'application/json',
        ...headers,
      },
      payload: JSON.stringify(body),
    });
  return {
    get,
    post,
    signIn: (staff_id, pin, more = {}) => post('session', { staff_id, pin, ...more }),
    sell: (cart, nonce = `nonce-${own}-${nonces++}-0123456789`) =>
      post('sales', { ...cart, nonce }),
  };
}

export interface Shop {
  readonly id: string;
  readonly url: string;
  readonly items: Readonly<Record<string, string>>;
  readonly staff: Readonly<Record<string, string>>;
}

const ADA = { name: 'Ada', pin: '1234', may_close: true };
const BOB = { name: 'Bob', pin: '987654' };

/** Coffee at 2.50 with 7 % tax, cake at 4.00 with five in stock, and a gift card of any amount. */
export async function openShop(world: World, merchant: Merchant, more: object = {}): Promise<Shop> {
  const operate = operatorReader(world);
  const project = merchant.project.id;
  const { id, url } = await operate('terminals.create', {
    project,
    name: 'Counter 1',
    price_currency: 'EUR',
    keypad: true,
    tip_percents: ['5', '10'],
    discounts: true,
    note: true,
    tax_percent: '19',
    ...more,
  });
  const of = { project, terminal_id: id };
  const item = async (input: object) =>
    (await operate('terminals.save-item', { ...of, ...input })).id;
  const person = async (input: object) =>
    (await operate('terminals.save-staff', { ...of, ...input })).id;
  return {
    id,
    url,
    items: {
      coffee: await item({ name: 'Coffee', price_amount: '2.50', tax_percent: '7' }),
      cake: await item({ name: 'Cake', price_amount: '4.00', stock: '5', category: 'Food' }),
      giftCard: await item({ name: 'Gift card', pricing: 'minimum', price_amount: '10' }),
    },
    staff: { ada: await person(ADA), bob: await person(BOB) },
  };
}

/** In the sandbox, with enough confirmations. */
export async function pay(world: World, merchant: Merchant, checkout: string): Promise<void> {
  const invoice = defined(await chooseCoin(world.app, checkout, { coin: 'LTC' }), 'it is open');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
}
