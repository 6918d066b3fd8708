// The operator's own allow and block lists as a risk provider.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definedCoins } from '../../../src/coins/registry.ts';
import { createLog } from '../../../src/core/log.ts';
import type { ListEntry, ListKind } from '../../../src/risk/address-list.ts';
import { assess } from '../../../src/risk/assess.ts';
import type { RiskContext, RiskSubject } from '../../../src/risk/provider.ts';
import local, { localRiskProvider } from '../../../src/risk/providers/local.ts';
import { listCoins } from '../support/list-coins.ts';

function entry(list: ListKind, address: string, name: string = list): ListEntry {
  return { list, currency: 'BTC', address, name };
}

function from(...addresses: readonly string[]): RiskSubject {
  return { currency: 'BTC', type: 'source_of_funds', addresses, txid: null, receivedAt: null };
}

async function riskOf(entries: readonly ListEntry[], subject: RiskSubject) {
  const riskProviders = [localRiskProvider([{ entries }])];
  const [risk] = await assess({ riskProviders }, [subject]);
  return [risk?.level, risk?.resourceName, risk?.resourceCategory];
}

test('a listed address is high risk, and the list is named', async () => {
  expect(await riskOf([entry('sanctions', 'a', 'ofac.txt')], from('a'))).toEqual([
    'high',
    'ofac.txt',
    'sanctions',
  ]);
  expect(await riskOf([entry('block', 'a')], from('a'))).toEqual(['high', 'block', 'block_list']);
});

test('one listed address among many suffices', async () => {
  const lists = [entry('allow', 'a'), entry('sanctions', 'c'), entry('allow', 'b')];
  expect(await riskOf(lists, from('a', 'b', 'c'))).toEqual(['high', 'sanctions', 'sanctions']);
});

test('the same text on another coin is another address', async () => {
  const other = { ...entry('sanctions', 'a'), currency: 'LTC' };
  expect(await riskOf([other], from('a'))).toEqual(['low', 'default', 'unknown']);
});

test('tokens share the addresses of their network, and their list entries', async () => {
  const coins = definedCoins;
  const networkOf = (code: string) => coins.get(code)?.feeCoin ?? code;
  const of = (currency: string) => ({ ...from('0xa'), currency });
  for (const [listed, paid] of [
    ['ETH', 'USDT'],
    ['USDT', 'USDC'],
    ['USDC', 'ETH'],
  ] as const) {
    const entries = [{ ...entry('sanctions', '0xa'), currency: listed }];
    const riskProviders = [localRiskProvider([{ entries }], networkOf)];
    const risks = await assess({ riskProviders }, [of(paid), of(listed), of('BTC')]);
    expect(risks.map(({ level }) => level)).toEqual(['high', 'high', 'low']);
  }
});

test('an allowed address is low risk with the list named, but only when all addresses are allowed', async () => {
  const lists = [entry('allow', 'a', 'our cold wallet'), entry('allow', 'b')];
  expect(await riskOf(lists, from('a', 'b'))).toEqual(['low', 'our cold wallet', 'allow_list']);
  expect(await riskOf(lists, from('a', 'x'))).toEqual(['low', 'default', 'unknown']);
  expect(await riskOf(lists, from())).toEqual(['low', 'default', 'unknown']);
});

test.each([
  [['allow', 'sanctions'], 'high'],
  [['allow_despite_sanctions', 'sanctions'], 'low'],
  [['allow_despite_sanctions', 'sanctions', 'block'], 'high'],
  [['allow', 'block'], 'high'],
] as const)(
  'of the entries %j on one address the outcome is %s, in any order',
  async (kinds, level) => {
    const entries = kinds.map((kind) => entry(kind, 'a'));
    expect((await riskOf(entries, from('a')))[0]).toBe(level);
    expect((await riskOf([...entries].reverse(), from('a')))[0]).toBe(level);
    const apart = localRiskProvider(entries.map((item) => ({ entries: [item] })));
    const [risk] = await assess({ riskProviders: [apart] }, [from('a')]);
    expect(risk?.level).toBe(level);
  },
);

test('a clearance of one address does not clear the others', async () => {
  const lists = [
    entry('allow_despite_sanctions', 'a'),
    entry('sanctions', 'a'),
    entry('sanctions', 'b'),
  ];
  expect((await riskOf(lists, from('a', 'b')))[0]).toBe('high');
});

test("changes of the operator's entries apply from the next assessment on", async () => {
  const operatorLists: { entries: readonly ListEntry[] } = { entries: [] };
  const riskProviders = [localRiskProvider([operatorLists])];
  expect((await assess({ riskProviders }, [from('a')]))[0]?.level).toBe('low');
  operatorLists.entries = [entry('block', 'a')];
  expect((await assess({ riskProviders }, [from('a')]))[0]?.level).toBe('high');
});

async function contextWithFile(text: string): Promise<RiskContext> {
  const path = join(await mkdtemp(join(tmpdir(), 'chaintill-list-')), 'sdn.txt');
  await writeFile(path, text);
  return {
    toleratesBadLists: false,
    network: 'main',
    coins: listCoins,
    log: createLog('silent'),
    listFiles: [path],
    operatorLists: { entries: [entry('block', '1block')] },
    instructionFor: null,
  };
}

test('files named in the configuration are screened together with the operator lists', async () => {
  const provider = await local.create(await contextWithFile('1abcd\n'));
  const findings = await provider?.assess([from('1abcd'), from('1block'), from('1other')]);
  expect(findings?.map((finding) => finding?.resourceName ?? null)).toEqual([
    'sdn.txt',
    'block',
    null,
  ]);
});

test('in live mode, a list with an invalid line prevents the start', async () => {
  const context = await contextWithFile('1abcd\nnonsense\n');
  await expect(local.create(context)).rejects.toThrow(/sdn\.txt: 1 unusable line.*\n.*line 2/);
  const missing = { ...context, listFiles: ['/nowhere/list.txt'] };
  await expect(local.create(missing)).rejects.toThrow('/nowhere/list.txt');
  await expect(local.create({ ...context, toleratesBadLists: true })).resolves.not.toBeNull();
});
