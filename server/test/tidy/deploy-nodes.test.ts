// The sample configurations of nodes (deploy/nodes): a real litecoind starts with its own and responds at the
// documented port; the others are parsed like their programs do.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { litecoindPath } from '../support/litecoind.ts';
import { root } from './files.ts';

const textOf = (name: string) => readFileSync(join(root, 'deploy', 'nodes', name), 'utf8');
const guide = readFileSync(join(root, 'docs', 'nodes.md'), 'utf8');
const FAMILY = ['bitcoin.conf', 'litecoin.conf', 'bitcoin-cash-node.conf'] as const;

type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** As parsed by Bitcoin Core and its relatives: lines of a section apply only to its network. */
function readConf(text: string): Sections {
  const sections = new Map<string, Map<string, string>>([['', new Map()]]);
  let section = '';
  for (const line of text.split('\n')) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (name !== undefined) {
      section = name;
      sections.set(section, new Map());
      continue;
    }
    if (line === '' || line.startsWith('#')) continue;
    const [, key, value] = defined(/^(\w+)=(\S+)$/.exec(line), `a line with a value: ${line}`);
    sections.get(section)?.set(defined(key, 'a key'), defined(value, 'a value'));
  }
  return sections;
}

/** As parsed by rippled: a section is a list of lines. */
function readCfg(text: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  for (const part of text.split(/^\[/m).slice(1)) {
    const [name = '', ...lines] = part.split('\n').filter((line) => !/^(#.*|\s*)$/.test(line));
    sections.set(name.replace(/\]$/, ''), lines);
  }
  return sections;
}

const valueIn = (lines: readonly string[] | undefined, key: string) =>
  lines?.map((line) => line.split(/\s*=\s*/)).find(([name]) => name === key)?.[1];

test.each(FAMILY)(
  '%s opens nothing to others, uses no wallet, and runs the main network',
  (name) => {
    const sections = readConf(textOf(name));
    const main = defined(sections.get(''), 'the main network');
    expect(Object.fromEntries(main)).toMatchObject({ server: '1', disablewallet: '1' });
    for (const section of sections.values())
      for (const key of ['rpcbind', 'rpcallowip', 'rpcpassword', 'testnet', 'regtest'])
        expect(section.has(key)).toBe(false);
  },
);

test.each(FAMILY)('removing the # of a test network in %s enables it', (name) => {
  const text = textOf(name);
  const switches = [...text.matchAll(/^#(\w+)=1$/gm)].map(([, network = '']) => network);
  expect(switches.length).toBeGreaterThan(1);
  // Below a section the line would apply only to that network, and the node would run the main one.
  const main = readConf(text.replaceAll(/^#(\w+=1)$/gm, '$1')).get('');
  expect([...(main?.keys() ?? [])]).toEqual(expect.arrayContaining(switches));
});

test("a Bitcoin Cash Node doesn't stop its RPC automatically", () => {
  expect(readConf(textOf('bitcoin-cash-node.conf')).get('')?.get('expire')).toBe('0');
});

test.each(FAMILY)('the ports of the test networks of %s match the guide', (name) => {
  const ports = [...readConf(textOf(name))].flatMap(([, lines]) => lines.get('rpcport') ?? []);
  expect(ports.length).toBeGreaterThan(1);
  for (const port of ports) expect(guide).toContain(port);
});

test('a rippled names its network, keeps what it needs, and grants no admin rights', () => {
  const sections = readCfg(textOf('rippled.cfg'));
  expect(sections.get('network_id')).toEqual(['main']);
  const history = Number(sections.get('ledger_history')?.[0]);
  expect(history).toBeGreaterThan(900 * 24);
  expect(Number(valueIn(sections.get('node_db'), 'online_delete'))).toBeGreaterThanOrEqual(history);
  for (const port of ['port_rpc', 'port_ws']) {
    expect(valueIn(sections.get(port), 'ip')).toBe('127.0.0.1');
    expect(valueIn(sections.get(port), 'admin')).toBeUndefined();
  }
});

test('a standalone rippled has no network id, and closes ledgers on request', () => {
  const sections = readCfg(textOf('rippled-standalone.cfg'));
  expect(sections.has('network_id')).toBe(false);
  expect(valueIn(sections.get('port_rpc'), 'admin')).toBe('127.0.0.1');
  expect(valueIn(sections.get('port_rpc'), 'ip')).toBe('127.0.0.1');
  expect(textOf('rippled-standalone.cfg')).toContain('--standalone --start');
});

/** A node's error for an unknown setting (common/config.cpp). */
const COMPLAINTS =
  /Ignoring unknown configuration value (\w+)|Section \[(\w+)\] is not recognized/g;

test.runIf(litecoindPath() !== null)(
  'a real litecoind starts with each, and rejects only two lines that related nodes support',
  async () => {
    const understood: Record<string, readonly string[]> = {};
    for (const name of FAMILY) understood[name] = await startWith(name);
    expect(understood).toEqual({
      'litecoin.conf': [],
      'bitcoin.conf': ['testnet4'],
      'bitcoin-cash-node.conf': ['chip', 'expire', 'scale', 'test4'],
    });
  },
  60_000,
);

/**
 * Starts it on regtest, where no peer is needed, with the file's own line where it has one. Returns the settings that
 * the node does not know.
 */
async function startWith(name: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'node-'));
  const conf = join(folder, 'node.conf');
  const text = textOf(name);
  writeFileSync(conf, text.replace('#regtest=1', 'regtest=1'));
  const ports = ['-rpcport=0', '-listen=0', '-connect=0'].filter(
    (option) => option !== '-rpcport=0',
  );
  const started = spawn(
    defined(litecoindPath(), 'a litecoind'),
    [
      ...(text.includes('#regtest=1') ? [] : ['-regtest']),
      `-datadir=${folder}`,
      `-conf=${conf}`,
      '-dbcache=8',
      '-rpcport=19553',
      ...ports,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((done) => started.once('exit', () => done()));
  const log = join(folder, 'regtest', 'debug.log');
  try {
    for (let attempts = 0; attempts < 200; attempts++) {
      if (existsSync(log) && /Done loading|init message: Done/.test(readFileSync(log, 'utf8')))
        break;
      await sleep(100);
    }
    const said = readFileSync(log, 'utf8');
    expect(said).toMatch(/Done loading/);
    return [...said.matchAll(COMPLAINTS)].map(([, key, section]) => key ?? section ?? '').sort();
  } finally {
    started.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
