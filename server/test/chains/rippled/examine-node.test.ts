// What `doctor` reports about a rippled: no problem for a healthy one, and each problem by name with its remedy.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredFacts } from '../../../src/chains/examination.ts';
import { examineNode } from '../../../src/chains/rippled/examine-node.ts';
import { rippledRpc } from '../../../src/chains/rippled/rpc.ts';
import { defined } from '../../../src/core/assert.ts';
import { type Emulator, startEmulator } from '../../support/rippled/emulator.ts';
import { genesisPayer } from '../../support/rippled/keys.ts';
import { standAlone } from '../../support/rippled/stand-alone.ts';
import { type Fields, REQUIRE_TAG } from '../../support/rippled/state.ts';
import { fakeNode } from '../bitcoind/fake-node.ts';

const RIPPLE_EPOCH_SECONDS = 946_684_800;
const NOW = Date.UTC(2026, 0, 1);
const CLOSE_TIME = NOW / 1000 - RIPPLE_EPOCH_SECONDS;
const OURS = 'rWACP85cfJfBM8DKakctscmctGtUAXNVb';
const checks = ['network', 'version', 'sync', 'history', 'load', 'wallet', 'tags'];

let emulator: Emulator;
const closers: { close(): unknown }[] = [];
beforeEach(async () => {
  emulator = await startEmulator({ now: () => CLOSE_TIME });
  emulator.state.networkId = 0;
});
afterEach(async () => {
  for (const one of closers.splice(0)) await one.close();
  await emulator.close();
});

const nothing: StoredFacts = { now: NOW, cursorHeight: null, outputs: [], senders: [] };
const withAccount = (nextNumber = 1) => ({
  senders: [{ address: OURS, balance: 0n, nextNumber }],
});

function examine(url: string, stored: StoredFacts) {
  const options = { network: 'main', url } as const;
  const rpc = rippledRpc(options);
  closers.push(rpc);
  return examineNode(rpc, options, stored);
}

/** The node with some of its state reports changed. */
async function findingsOf(said: Fields, stored: Partial<StoredFacts> = {}) {
  const node = await fakeNode((response, body) => {
    const { method, params } = JSON.parse(body);
    const result = emulator.request(method, params[0]);
    if (method === 'server_state') Object.assign(result['state'] as Fields, said);
    response.end(JSON.stringify({ result }));
  });
  closers.push(node);
  const findings = await examine(node.url, { ...nothing, ...stored });
  expect(new Set(findings.map((finding) => finding.node))).toEqual(
    new Set([new URL(node.url).host]),
  );
  return findings;
}

async function problem(check: string, said: Fields, stored: Partial<StoredFacts> = {}) {
  const findings = await findingsOf(said, stored);
  expect(findings.filter(({ ok }) => !ok).map((finding) => finding.check)).toEqual([check]);
  return defined(
    findings.find((finding) => !finding.ok),
    'a problem',
  );
}

test('a healthy node with a funded account that requires tags has no problem', async () => {
  const ledger = standAlone(emulator.url);
  await ledger.found(OURS, 10_000_000n);
  defined(emulator.state.validated.get(OURS), 'ours').flags = REQUIRE_TAG;
  const findings = await findingsOf({}, withAccount());
  expect(findings.map(({ check, ok }) => [check, ok])).toEqual(
    checks.map((check) => [check, true]),
  );
});

test('a new installation shows its account and has no problem', async () => {
  const findings = await findingsOf({});
  expect(findings.every(({ ok }) => ok)).toBe(true);
  expect(findings.find(({ check }) => check === 'wallet')?.detail.code).toBe('node_no_account');
});

test.each([
  ['version', { build_version: '1.12.0' }, { code: 'node_version_old' }],
  ['version', { amendment_blocked: true }, { code: 'node_rules_unknown' }],
  ['sync', { server_state: 'connected' }, { code: 'node_state', state: 'connected' }],
  ['history', { complete_ledgers: '900-1000' }, { ledgers: '900-1000' }],
  ['load', { load_factor: 256 * 5000 }, { code: 'node_load_high', times: 5000 }],
] as const)('%s: %o is a problem', async (check, said, detail) => {
  expect((await problem(check, said)).detail).toMatchObject(detail);
});

test('a node that receives no more ledgers is detected', async () => {
  const now = NOW + 10 * 60_000;
  expect((await problem('sync', {}, { now })).detail).toMatchObject({ seconds: 600 });
});

test("missing ledgers between the cursor and the node's range are detected", async () => {
  emulator.accept(20);
  emulator.drop(5);
  const found = await problem('history', {}, { cursorHeight: 10 });
  expect(found.detail).toMatchObject({ code: 'node_ledgers_missing', from: 11 });
});

test('an account that does not exist yet, or goes back in time, is detected', async () => {
  const missing = await findingsOf({}, withAccount());
  expect(missing.find(({ check }) => check === 'wallet')).toMatchObject({
    ok: false,
    detail: { code: 'node_account_missing', least: '1 XRP' },
  });
  const senders = [{ address: genesisPayer.address, balance: 0n, nextNumber: 99 }];
  const behind = await findingsOf({}, { senders });
  expect(behind.find(({ check }) => check === 'wallet')?.detail).toMatchObject({
    at: 1,
    known: 99,
  });
});

test('an account that accepts payments without a tag gets instructions to stop that', async () => {
  await standAlone(emulator.url).found(OURS, 10_000_000n);
  expect((await problem('tags', {}, withAccount())).detail.code).toBe('node_tags_open');
});

test('a node of another network, or an unreachable one, ends the check', async () => {
  emulator.state.networkId = 1;
  expect(await findingsOf({})).toMatchObject([{ check: 'network', ok: false }]);
  const away = await examine('http://127.0.0.1:1', nothing);
  expect(away).toMatchObject([{ check: 'network', ok: false }]);
  expect(away[0]?.detail).toMatchObject({ message: expect.stringMatching(/ECONNREFUSED/) });
});
