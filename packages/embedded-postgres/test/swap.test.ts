// One cluster replaces another, with interruptions: there is always one of the two, and it is complete.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishSwap, openCluster, swapClusters } from '../src/swap.ts';

const SWAP = { incoming: 'beside/cluster', aside: 'kept/cluster' };
const NOTE = `${SWAP.incoming}\n${SWAP.aside}\n`;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-swap-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, version: string, control = 'pg_control'): void {
  mkdirSync(join(folder, path, 'global'), { recursive: true });
  writeFileSync(join(folder, path, 'PG_VERSION'), `${version}\n`);
  writeFileSync(join(folder, path, 'global', control), '');
}

function note(text: string): void {
  writeFileSync(join(folder, 'swap'), text);
}

/** The version of the cluster there, and whether a server can start on it. */
function at(path: string): string | null {
  const version = join(folder, path, 'PG_VERSION');
  if (!existsSync(version)) return null;
  const isOpen = existsSync(join(folder, path, 'global/pg_control'));
  return `${readFileSync(version, 'utf8').trim()} ${isOpen ? 'open' : 'closed'}`;
}

const all = () => ['cluster', SWAP.incoming, SWAP.aside].map(at);

test('the other cluster is in place, and the previous one is set aside and cannot be started', () => {
  put('cluster', '17');
  put(SWAP.incoming, '18');
  swapClusters({ folder, ...SWAP });
  expect(all()).toEqual(['18 open', null, '17 closed']);
  expect(existsSync(join(folder, 'swap'))).toBe(false);
  openCluster(join(folder, SWAP.aside));
  expect(at(SWAP.aside)).toBe('17 open');
});

test('a cluster that was set aside can be restored', () => {
  put('cluster', '18');
  put(SWAP.aside, '17', 'pg_control.aside');
  swapClusters({ folder, incoming: SWAP.aside, aside: 'left/cluster' });
  expect(['cluster', SWAP.aside, 'left/cluster'].map(at)).toEqual(['17 open', null, '18 closed']);
});

const cuts: readonly (readonly [string, () => void, readonly (string | null)[]])[] = [
  ['while its note was written', () => note(SWAP.incoming), ['17 open', '18 open', null]],
  ['before its first step', () => note(NOTE), ['17 open', '18 open', null]],
  [
    'between its steps',
    () => {
      note(NOTE);
      move('cluster', SWAP.aside);
    },
    ['18 open', null, '17 closed'],
  ],
  [
    'between its steps, and what was to come is gone',
    () => {
      note(NOTE);
      move('cluster', SWAP.aside);
      rmSync(join(folder, 'beside'), { recursive: true });
    },
    ['17 open', null, null],
  ],
  [
    'before the old one was closed',
    () => {
      note(NOTE);
      move('cluster', SWAP.aside);
      move(SWAP.incoming, 'cluster');
    },
    ['18 open', null, '17 closed'],
  ],
];

function move(from: string, to: string): void {
  mkdirSync(join(folder, to, '..'), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
}

test.each(cuts)(
  'a swap interrupted %s is completed or undone at the next start',
  (_, cut, left) => {
    put('cluster', '17');
    put(SWAP.incoming, '18');
    cut();
    finishSwap(folder);
    expect(all()).toEqual(left);
    expect(existsSync(join(folder, 'swap'))).toBe(false);
    finishSwap(folder);
    expect(all()).toEqual(left);
  },
);

test('a swap without the other cluster, or with an occupied folder, changes nothing', () => {
  put('cluster', '17');
  expect(() => swapClusters({ folder, ...SWAP })).toThrow('is no cluster');
  put(SWAP.incoming, '18');
  put(SWAP.aside, '16');
  expect(() => swapClusters({ folder, ...SWAP })).toThrow('is there already');
  expect(all()).toEqual(['17 open', '18 open', '16 open']);
});

test('a swap under a running server is undone', () => {
  put('cluster', '17');
  put(SWAP.incoming, '18');
  writeFileSync(join(folder, 'cluster/postmaster.pid'), '');
  expect(() => swapClusters({ folder, ...SWAP })).toThrow('is in use');
  expect(all()).toEqual(['17 open', '18 open', null]);
  expect(existsSync(join(folder, 'swap'))).toBe(false);
});
