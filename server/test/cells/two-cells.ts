// Two cells in this process, each with a database of its own, and a project in the first that has something of
// everything that moves.
import { createClient } from '../../../client/src/client.ts';
import type { App } from '../../src/app.ts';
import type { Cells } from '../../src/cells/move.ts';
import { known } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { setPolicy } from '../../src/policy/store.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type Merchant, type World, type WorldOptions } from '../support/world.ts';

export interface TwoCells {
  readonly here: World;
  readonly there: World;
  readonly cells: Cells;
  close(): Promise<void>;
}

export async function openTwoCells(more: Pick<WorldOptions, 'startsAt'> = {}): Promise<TwoCells> {
  const options = { coins: ['BTC'], ...more };
  const here = await createWorld({ CHAINTILL_CELL: '0' }, options);
  const there = await createWorld({ CHAINTILL_CELL: '1' }, options);
  return {
    ...{ here, there },
    cells: { from: here.app, to: there.app, fromCell: '0', toCell: '1' },
    async close() {
      await there.close();
      await here.close();
    },
  };
}

const POLICY = JSON.stringify({
  currency: 'EUR',
  rules: [
    { name: 'a day', when: { sumAbove: { amount: '500', hours: 24 } }, do: 'refuse' },
    { name: 'everything else', do: 'allow' },
  ],
});

/** With money, an exchange of it, a customer, and a callback that was delivered. */
export async function busyMerchant(world: World): Promise<Merchant> {
  const merchant = await world.merchant({ merchantName: 'Corner shop' });
  const { app } = world;
  const projectId = merchant.project.id;
  await adjustAccount(app, { projectId, currency: 'EUR', amount: 100_000n, reason: 'brought' });
  await merchant.api.exchangeTransfers.create({
    ...{ charged_currency: 'EUR', received_currency: 'BTC', charged_amount: '100.00' },
    ...{ custom_id: `first-${newId(app.clock, app.random)}`, force_commit: true },
  });
  await merchant.api.customers.create({ id: 'customer-1', currency: 'EUR' });
  await world.settle();
  return merchant;
}

/** And with what is on a chain: paid, open, on top, and on its way. */
export async function merchantWithHistory(world: World): Promise<Merchant> {
  const merchant = await busyMerchant(world);
  const { api } = merchant;
  const invoice = () =>
    api.invoices.create({ price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' });
  const [paid, seen] = [await invoice(), await invoice()];
  await invoice();
  const { id } = await api.channels.create({
    ...{ name: 'c', pay_currency: 'BTC', receiver_currency: 'EUR' },
  });
  await world.pay({ invoice_id: paid.id });
  await world.pay({ channel_id: id, amount: '0.01' });
  await world.mine('BTC', 2);
  await world.pay({ invoice_id: paid.id, amount: '0.001' });
  await world.mine('BTC');
  await world.pay({ invoice_id: seen.id });
  return merchant;
}

/** The same key, asked at another cell. */
export function apiAt({ url }: World, { key }: Merchant) {
  return createClient({ baseUrl: url, apiKey: key.key, apiSecret: key.secret, retriesMax: 0 });
}

export async function setSomePolicy(app: App, projectId: string): Promise<void> {
  await setPolicy(app, projectId, { document: POLICY, note: 'tighter', mayLoosen: true });
}

/** Somebody with an account in this cell; his id. */
export async function addUser(app: App, name: string): Promise<string> {
  const [row] = await app.db.query<{ id: string }>(
    'insert into users (id, name, created_at) values (gen_random_uuid(), $1, now()) returning id',
    [name],
  );
  return known(row, 'a user').id;
}
