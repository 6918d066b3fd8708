// A shop that speaks the Greenfield API: its key, its calls, and the payer's click on its page.
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { SHOP_PERMISSIONS } from '../../src/contract/shop-permissions.ts';
import { defined } from '../../src/core/assert.ts';
import { createShopKey } from '../../src/projects/shop-keys.ts';
import { uuidOf } from '../../src/shops/ids.ts';
import type { Merchant, World } from '../support/world.ts';

export interface ShopAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are what the tests are about
  readonly body: any;
  readonly headers: Headers;
}

export interface Shop {
  readonly key: string;
  readonly storeId: string;
  call(method: string, path: string, body?: unknown): Promise<ShopAnswer>;
  /** With a body as it is written. */
  callWithText(method: string, path: string, body: string): Promise<ShopAnswer>;
  /** A new invoice of 25 EUR, with changes. */
  invoice(more?: object): Promise<ShopAnswer['body']>;
  show(id: string): Promise<ShopAnswer['body']>;
  /** The payer chooses a coin and pays a share of what it asks for. */
  pay(id: string, how?: { coin?: string; share?: number; blocks?: number }): Promise<void>;
}

export async function openShop(
  world: World,
  merchant: Merchant,
  permissions: readonly string[] = SHOP_PERMISSIONS,
): Promise<Shop> {
  const storeId = merchant.project.id;
  const { key } = await createShopKey(world.app, storeId, {
    name: 'My shop',
    permissions,
    madeBy: null,
  });
  const callWithText = async (method: string, path: string, body?: string) => {
    const response = await fetch(`${world.url}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: text === '' ? null : JSON.parse(text),
      headers: response.headers,
    };
  };
  const call = (method: string, path: string, body?: unknown) =>
    callWithText(method, path, body === undefined ? undefined : JSON.stringify(body));
  const show = async (id: string) => (await call('GET', `/stores/${storeId}/invoices/${id}`)).body;
  return {
    key,
    storeId,
    call,
    callWithText,
    show,
    async invoice(more = {}) {
      const asked = { amount: '25.00', currency: 'EUR', metadata: { orderId: '7' }, ...more };
      const made = await call('POST', `/stores/${storeId}/invoices`, asked);
      if (made.status !== 200) throw new Error(made.text);
      return made.body;
    },
    async pay(id, { coin = 'LTC', share = 1, blocks = 12 } = {}) {
      const checkout = defined(uuidOf(id), 'an invoice');
      const invoice = defined(await chooseCoin(world.app, checkout, { coin }), 'it can be paid');
      const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
      const part = (Number(amount) * share).toFixed(6);
      await world.pay({
        invoice_id: invoice,
        amount: share === 1 ? amount : part,
        risk_level: 'low',
      });
      if (blocks > 0) await world.mine(coin, blocks);
    },
  };
}
