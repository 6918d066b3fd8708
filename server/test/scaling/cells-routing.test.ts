// Guarantees of deploy/cells in front of servers that return their name: a key, a page or a host name is routed to its
// cell, and a request without a slot to the first cell.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { systemRandom } from '../../src/core/random.ts';
import { newIdOf, newKeyOf, withSlot } from '../../src/core/slots.ts';
import { describeWith } from '../ha/programs.ts';
import { startCellsNginx, startCellsProxy } from './cells-proxy.ts';
import { type Front, type Named, requestAt, startNamed } from './proxies.ts';

const parts = { clock: { now: () => 1_795_000_000_000 }, random: systemRandom };
const projectOf = (slot: string) => withSlot(newId(parts.clock, systemRandom), slot);
const unslotted = newId(parts.clock, systemRandom);

let named: Named[] = [];
let cells: Front;

const kinds = { haproxy: startCellsProxy, 'nginx-light': startCellsNginx } as const;

for (const [kind, startCells] of Object.entries(kinds))
  describeWith([kind as keyof typeof kinds], `requests go to their cell by ${kind}`, () => {
    beforeAll(async () => {
      named = await Promise.all(['cell_0', 'cell_1', 'cell_2'].map(startNamed));
      cells = await startCells(named.map(({ port }) => port));
    });
    afterAll(async () => {
      await cells.close();
      await Promise.all(named.map((one) => one.close()));
    });

    const cellOf = async (path: string, headers: Record<string, string> = {}) => {
      const { status, text } = await requestAt(cells.port, path, headers);
      return status === 200 ? text : status;
    };
    const byKey = (key: string, path = '/api/accounts', headers = {}) =>
      cellOf(path, {
        authorization: `HMAC ${key}:${systemRandom.bytes(20).toString('base64')}`,
        ...headers,
      });

    test('by the slot of the API key, whatever else they contain', async () => {
      for (const cell of ['0', '1', '2']) {
        const project = projectOf(`${cell}0f3`);
        for (let n = 0; n < 20; n += 1) {
          expect(await byKey(newKeyOf(project, systemRandom))).toBe(`cell_${cell}`);
        }
        const elsewhere = `/invoices/${newIdOf(projectOf('2001'), parts)}`;
        expect(await byKey(newKeyOf(project, systemRandom), elsewhere)).toBe(`cell_${cell}`);
      }
    });

    test('by the id in the path of a page, in upper or lower case', async () => {
      const id = newIdOf(projectOf('1abc'), parts);
      for (const page of ['invoices', 'channels', 'subscriptions', 'checkouts']) {
        expect(await cellOf(`/${page}/${id}`)).toBe('cell_1');
        expect(await cellOf(`/${page}/${id.toUpperCase()}/status?lang=de`)).toBe('cell_1');
      }
    });

    test('by the token of a payment link', async () => {
      for (const [project, cell] of [
        [projectOf('1abc'), 'cell_1'],
        [projectOf('20f3'), 'cell_2'],
        [unslotted, 'cell_0'],
      ] as const) {
        const token = newKeyOf(project, systemRandom);
        for (const rest of ['', '/poster', '?ref=a&locale=de'])
          expect(await cellOf(`/pay/${token}${rest}`)).toBe(cell);
      }
    });

    test('by host name if nothing carries a slot, as for sign-in', async () => {
      expect(await cellOf('/dashboard/', { host: 'cell-2.till.example' })).toBe('cell_2');
      expect(await cellOf('/dashboard/', { host: 'till.example' })).toBe('cell_0');
      expect(await cellOf('/dashboard/', { host: 'cell-none.till.example' })).toBe('cell_0');
      const page = `/invoices/${newIdOf(projectOf('1abc'), parts)}`;
      expect(await cellOf(page, { host: 'cell-2.till.example' })).toBe('cell_1');
    });

    test('objects from before cells existed go to the first cell', async () => {
      for (let n = 0; n < 50; n += 1)
        expect(await byKey(newKeyOf(unslotted, systemRandom))).toBe('cell_0');
      for (let n = 0; n < 50; n += 1)
        expect(await cellOf(`/invoices/${newIdOf(unslotted, parts)}`)).toBe('cell_0');
    });

    test('requests are forwarded unchanged', async () => {
      const paths = ['/api/a%2Fb/..%2f?x=%20&y=a+b', '/invoices//%41'];
      for (const path of paths)
        expect((await requestAt(cells.port, path)).headers['x-asked']).toBe(path);
    });

    test('a slot without a line belongs to no cell', async () => {
      expect(await byKey(newKeyOf(projectOf('e001'), systemRandom))).toBe(503);
    });
  });
