// Guarantees of the shop in docs/tutorial.md, in each of its languages: an order that is paid on a real service is
// marked once, and forged requests mark nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { committed } from '../../scripts/generated-files.ts';
import { wallNow } from '../../src/core/clock.ts';
import { signCallback } from '../../src/events/sign-callback.ts';
import { type Instance, openInstance } from '../acceptance/instance.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/service.ts';

const page = committed('docs/tutorial.md');
const FORGED = /curl -s -X POST \S+\/callbacks -d '(.*)'/.exec(page)?.[1] ?? '';

const languages = {
  js: { file: 'shop.mjs', command: () => [process.execPath, 'shop.mjs'] },
  python: { file: 'shop.py', command: () => ['python3', 'shop.py'] },
  php: {
    file: 'shop.php',
    command: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'shop.php'],
  },
} as const;
type Language = keyof typeof languages;

let instance: Instance;
beforeAll(async () => {
  instance = await openInstance();
});
afterAll(() => instance.close());

interface Shop {
  readonly url: string;
  printed(): string;
  close(): Promise<void>;
}

async function openShop(language: Language): Promise<Shop> {
  const { file, command } = languages[language];
  const fence = new RegExp(`\`\`\`${language} tab file=${file}\\n([\\s\\S]*?)\\n\`\`\``);
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-shop-'));
  writeFileSync(join(folder, file), fence.exec(page)?.[1] ?? '');
  const port = await freePort();
  const [program = '', ...words] = command(port);
  const { api_key, api_secret } = instance.service.credentials();
  const child = spawn(program, words, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      API_URL: instance.service.url,
      API_KEY: api_key,
      API_SECRET: api_secret,
      CALLBACK_SECRET: instance.callbackSecret,
    },
  });
  const printed = printedBy(child);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const url = `http://127.0.0.1:${port}`;
  await until('the shop answers', async () => {
    if (child.exitCode !== null) throw new Error(printed());
    return (await fetch(url).catch(() => null))?.status === 404;
  });
  return {
    url,
    printed,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function printedBy(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return () => text;
}

interface Order {
  readonly order: string;
  readonly invoice: string;
  readonly pay_at: string;
}

describe.each(Object.keys(languages) as Language[])('the shop in %s', (language) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(language);
    await instance.service.runHere('callbacks', 'set', `${shop.url}/callbacks`);
  });
  afterAll(() => shop.close());

  const takeOrder = async () => {
    const answer = await fetch(`${shop.url}/orders`, { method: 'POST' });
    expect(answer.status, shop.printed()).toBe(201);
    return (await answer.json()) as Order;
  };
  const isPaid = async ({ order }: Order) => {
    const answer = await fetch(`${shop.url}/orders/${order}`);
    return ((await answer.json()) as { paid: boolean }).paid;
  };
  const timesPaid = ({ order }: Order) =>
    shop.printed().split(`order ${order} is paid: send the mug`).length - 1;
  const pay = (invoice: string, ...more: readonly string[]) =>
    instance.service.runHere(
      'sandbox',
      'pay',
      '--base-url',
      instance.service.url,
      '--invoice',
      invoice,
      ...more,
    );
  const send = async (headers: Readonly<Record<string, string>>, body: string) =>
    (await fetch(`${shop.url}/callbacks`, { method: 'POST', headers, body })).status;
  const signed = (body: string) =>
    signCallback(
      { id: 'again', sentAt: wallNow(), body },
      { current: instance.callbackSecret, previous: null },
    );
  const saysPaid = (id: string) =>
    JSON.stringify({ type: 'Invoice', event: 'status_changed', data: { id, status: 'completed' } });

  test('an order is paid when its invoice is, once, however many notifications arrive', async () => {
    const order = await takeOrder();
    expect((await fetch(order.pay_at)).status).toBe(200);
    expect(await isPaid(order)).toBe(false);
    await pay(order.invoice);
    await instance.mine('BTC');
    await until('the order is paid', () => isPaid(order));
    const body = saysPaid(order.invoice);
    const again = await Promise.all([1, 2, 3].map(() => send(signed(body), body)));
    expect(again).toEqual([200, 200, 200]);
    expect(timesPaid(order)).toBe(1);
  });

  test('an order is paid only when the instance reports the invoice as paid', async () => {
    const order = await takeOrder();
    const body = saysPaid(order.invoice);
    expect(await send({}, FORGED)).toBe(400);
    expect(await send(signed(`${body} `), body)).toBe(400);
    expect(await send(signed(body), body)).toBe(200);
    expect([await isPaid(order), timesPaid(order)]).toEqual([false, 0]);
  });

  test('an overpaid order waits, and is paid once the excess is refunded', async () => {
    const order = await takeOrder();
    await pay(order.invoice, '--amount', '0.01');
    await instance.mine('BTC');
    const statusOf = async () => (await instance.api.invoices.get(order.invoice)).status;
    await until('it waits', async () => (await statusOf()) === 'unresolved');
    expect(await isPaid(order)).toBe(false);
    await instance.service.runHere(
      'request',
      '--base-url',
      instance.service.url,
      'POST',
      `/api/invoices/${order.invoice}/refunds`,
    );
    await until('the order is paid', () => isPaid(order));
    expect(timesPaid(order)).toBe(1);
  });

  test('while the instance rejects requests, the shop reports it and loses no notification', async () => {
    const body = saysPaid('01a1fbf0-6c40-7093-9430-dba3f8513189');
    expect(await send(signed(body), body)).toBe(500);
  });
});
