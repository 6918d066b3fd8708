// Three tills as cells behind HAProxy, by the files of deploy/cells: each with a database of its own, and one address
// for all. Keys and pages lead to their cell; a project moves to another one under load, and nothing acknowledged is
// lost or there twice, and what comes to its old addresses is credited where it is; a cell that is away holds up no
// other.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../../../client/src/client.ts';
import { ChaintillError } from '../../../../client/src/error.ts';
import { known } from '../../../src/core/assert.ts';
import { SECOND, sleep, wallNow } from '../../../src/core/clock.ts';
import { slotOf } from '../../../src/core/slots.ts';
import { describeWith } from '../../ha/programs.ts';
import { commandHere } from '../../support/command-here.ts';
import { createService, type Service, until } from '../../support/service.ts';
import { type Cells, startCellsProxy } from '../cells-proxy.ts';

const LIMIT = 900 * SECOND;
const CELLS = ['0', '1', '2'];
const LISTED = 100;
/** What a deposit of BTC of any amount needs. */
const FINAL = 6;

interface Shop {
  readonly id: string;
  readonly api: Client;
}

let folder = '';
let services: readonly Service[] = [];
let front: Cells;
let shops: readonly Shop[] = [];

const cellAt = (cell: number) => known(services[cell], 'a cell');
const shopOf = (cell: number) => known(shops[cell], 'a shop');
const cells = (...words: readonly string[]) =>
  commandHere({ CHAINTILL_CELLS: folder, PATH: process.env['PATH'] ?? '' }, ['cells', ...words]);

/** A project of that cell, whose keys are used at the one address. */
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
        createService({ environment: { CHAINTILL_CELL: cell, CHAINTILL_CELLS: folder } }),
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
    'keys and pages lead to their cell, by one address',
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
    'a project moves under load: nothing acknowledged is lost, or there twice',
    async () => {
      const moving = await openShop(0, 'the one that moves');
      await cellAt(0).runHere(
        ...['accounts', 'credit', moving.id, '1000.00', 'EUR', '--reason', 'brought'],
      );
      const [paid, open] = [await newInvoice(moving), await newInvoice(moving)];
      await cellAt(0).sandbox('payments', { invoice_id: paid.id });
      const forwarder = cellAt(1).background('cells', 'forward', '--watch');
      const load = startLoad(moving);
      await until('it works', async () => load.made.length > 20);
      const moved = await cells('move', moving.id, '--to', '2', '--reason', 'cell 0 is full');
      expect(moved).toMatchObject({ code: 0 });
      await until('it is refused where it was', async () => load.refusals() > 0);
      expect(moved.stdout).toContain(`${slotOf(moving.id)} cell_2`);
      await front.addLine(known(slotOf(moving.id), 'a slot'), 'cell_2');
      const before = load.made.length;
      await until('it works there', async () => load.made.length > before + 20);
      await load.stop();
      process.stdout.write(`a move: refused for ${load.longestPause()} ms\n`);
      expect(load.others).toEqual([]);
      const there = await customersIn(2, moving.id);
      expect(there.sort()).toEqual([...load.made].sort());
      const { data } = await moving.api.accounts.list();
      expect(JSON.stringify(data)).toContain('"1000.0"');
      // What comes to its old addresses is told on by a process that runs all the time.
      await cellAt(0).sandbox('payments', { invoice_id: open.id });
      for (const { id } of [paid, open])
        await until(
          'it is seen',
          async () => (await moving.api.invoices.get(id)).paid_amount !== '0.0',
        );
      await cellAt(0).sandbox('blocks', { currency: 'BTC', count: FINAL });
      for (const { id } of [paid, open])
        await until(
          'it is credited',
          async () => (await moving.api.invoices.get(id)).status === 'completed',
        );
      forwarder.kill('SIGTERM');
      expect(await forwarder.finished).toMatchObject({ code: 0 });
      // What it has on a chain from here on is of its new cell.
      expect(slotOf((await newInvoice(moving)).id)).toBe(slotOf(moving.id));
      const listed = JSON.parse((await cells('list', '--json')).stdout);
      expect(listed.map((row: { projects: number }) => row.projects)).toEqual([2, 2, 3]);
    },
    LIMIT,
  );

  it(
    'all are examined at once, and one that is away holds up no other',
    async () => {
      const examined = await cells('doctor');
      for (const cell of CELLS)
        expect(examined.stdout).toMatch(new RegExp(`cell ${cell}: \\d+ of \\d+ checks are well`));
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

/** Customers, one after the other; what is refused with 503 is asked for again, as a merchant does. */
function startLoad({ api }: Shop) {
  const made: string[] = [];
  const others: string[] = [];
  let refusals = 0;
  let isStopping = false;
  let longest = 0;
  const isMade = (id: string) =>
    api.customers.create({ id, currency: 'EUR' }).then(
      () => true,
      (error: unknown) => {
        refusals += 1;
        if (!(error instanceof ChaintillError) || error.status !== 503) others.push(String(error));
        return false;
      },
    );
  const run = async () => {
    for (let since = wallNow(); !isStopping; ) {
      const id = `customer-${String(made.length).padStart(5, '0')}`;
      if (!(await isMade(id))) {
        await sleep(50);
        continue;
      }
      made.push(id);
      longest = Math.max(longest, wallNow() - since);
      since = wallNow();
    }
  };
  const running = run();
  return {
    ...{ made, others },
    refusals: () => refusals,
    longestPause: () => longest,
    async stop() {
      isStopping = true;
      await running;
    },
  };
}

/** All of a project, as its cell's command line tells. */
async function customersIn(cell: number, project: string): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last === undefined ? [] : ['--after', last];
    const words = ['customers', 'list', project, '--json', '--limit', String(LISTED), ...after];
    const { rows }: { rows: { id: string }[] } = JSON.parse(await cellAt(cell).runHere(...words));
    found.push(...rows.map(({ id }) => id));
    if (rows.length < LISTED) return found;
  }
}
