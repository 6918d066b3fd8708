// Three instances as cells behind HAProxy, with the files of deploy/cells: each with its own database, and one address
// for all. Keys and pages are routed to their cell, and a cell that is down does not affect the others.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../../../client/src/client.ts';
import { ChaintillError } from '../../../../client/src/error.ts';
import { defined } from '../../../src/core/assert.ts';
import { SECOND } from '../../../src/core/clock.ts';
import { slotOf } from '../../../src/core/slots.ts';
import { describeWith } from '../../ha/programs.ts';
import { commandHere } from '../../support/command-here.ts';
import { createService, type Service, until } from '../../support/service.ts';
import { startCellsProxy } from '../cells-proxy.ts';
import type { Front } from '../proxies.ts';

const LIMIT = 900 * SECOND;
const CELLS = ['0', '1', '2'];

interface Shop {
  readonly id: string;
  readonly api: Client;
}

let folder = '';
let services: readonly Service[] = [];
let front: Front;
let shops: readonly Shop[] = [];

const cellAt = (cell: number) => defined(services[cell], 'a cell');
const shopOf = (cell: number) => defined(shops[cell], 'a shop');
const cells = (...words: readonly string[]) =>
  commandHere({ CHAINTILL_CELLS_DIR: folder, PATH: process.env['PATH'] ?? '' }, [
    'cells',
    ...words,
  ]);

/** A project of that cell, whose keys are used at the shared address. */
async function openShop(cell: number, name: string): Promise<Shop> {
  const service = cellAt(cell);
  const { id } = JSON.parse(await service.runHere('projects', 'create', name, '--json'));
  const words = ['--api-version', '2', '--permissions', 'read,write,payout', '--json'];
  const key = JSON.parse(await service.runHere('keys', 'create', id, ...words));
  const baseUrl = `http://127.0.0.1:${front.port}`;
  const secrets = { apiKey: key.api_key, apiSecret: key.api_secret };
  return { id, api: createClient({ baseUrl, ...secrets, retriesMax: 0 }) };
}

const newInvoice = ({ api }: Shop) =>
  api.invoices.create({ price_amount: '10.00', price_currency: 'EUR', pay_currency: 'BTC' });

describeWith(['haproxy'], 'three cells behind HAProxy', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chaintill-three-'));
    services = await Promise.all(
      CELLS.map((cell) =>
        createService({ environment: { CHAINTILL_CELL: cell, CHAINTILL_CELLS_DIR: folder } }),
      ),
    );
    for (const [n, service] of services.entries()) {
      await service.start();
      const file = join(folder, `cell-${n}.env`);
      const lines = [`CHAINTILL_CELL=${n}`, 'CHAINTILL_ADDRESS_POOL=20'];
      writeFileSync(file, [...lines, `CHAINTILL_DATA_DIR=${service.folder}/data`].join('\n'));
      chmodSync(file, 0o600);
    }
    front = await startCellsProxy(services.map(({ url }) => Number(new URL(url).port)));
    const opened: Shop[] = [];
    for (const cell of CELLS.keys()) opened.push(await openShop(cell, `shop of cell ${cell}`));
    shops = opened;
  }, LIMIT);
  afterAll(async () => {
    await front?.close();
    await Promise.all(services.map((service) => service.close()));
    rmSync(folder, { recursive: true, force: true });
  }, LIMIT);

  it(
    'keys and pages are routed to their cell, by one address',
    async () => {
      for (const [cell, shop] of shops.entries()) {
        const { id } = await newInvoice(shop);
        expect(slotOf(id)).toBe(slotOf(shop.id));
        const page = `/invoices/${id}`;
        const answers = [`http://127.0.0.1:${front.port}`, ...services.map(({ url }) => url)];
        const statuses = await Promise.all(
          answers.map(async (url) => (await fetch(`${url}${page}`)).status),
        );
        const own = CELLS.map((_, n) => (n === cell ? 200 : 404));
        expect(statuses).toEqual([200, ...own]);
      }
    },
    LIMIT,
  );

  it(
    'all cells are checked concurrently, and an unreachable one does not delay the others',
    async () => {
      const examined = await cells('doctor');
      for (const cell of CELLS)
        expect(examined.stdout).toMatch(new RegExp(`cell ${cell}: \\d+ of \\d+ checks passed`));
      expect(await cells('rates')).toMatchObject({ code: 0 });
      await cellAt(1).kill('SIGKILL');
      await until('its requests are refused', async () => (await outcome(shopOf(1))) === 503);
      for (const cell of [0, 2]) expect(await outcome(shopOf(cell))).toBe(200);
      await cellAt(1).start();
      await until('it is back', async () => (await outcome(shopOf(1))) === 200);
    },
    LIMIT,
  );
});

async function outcome({ api }: Shop): Promise<number> {
  try {
    await api.accounts.list();
    return 200;
  } catch (error) {
    return error instanceof ChaintillError ? (error.status ?? 0) : 0;
  }
}
