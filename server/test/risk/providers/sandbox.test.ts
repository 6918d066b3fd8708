// The sandbox's risk provider: deterministic by address, or the risk that a payment requested.
import { expect, test } from 'vitest';
import { createLog } from '../../../src/core/log.ts';
import { assess, levelOf, RiskUnavailable } from '../../../src/risk/assess.ts';
import {
  loadRiskProviders,
  type RiskContext,
  type RiskLevel,
  type RiskSubject,
} from '../../../src/risk/provider.ts';
import { sandboxRiskProvider } from '../../../src/risk/providers/sandbox.ts';
import { listCoins } from '../support/list-coins.ts';

function from(...addresses: readonly string[]): RiskSubject {
  return { currency: 'BTC', type: 'source_of_funds', addresses, txid: null, receivedAt: null };
}

const unreported = sandboxRiskProvider(async (subjects) => subjects.map(() => null));

test('the requested risk is returned', async () => {
  const levels: readonly RiskLevel[] = ['low', 'medium', 'high'];
  const reported = sandboxRiskProvider(async () => levels);
  const risks = await assess({ riskProviders: [reported] }, [from('a'), from('b'), from('c')]);
  expect(risks.map((risk) => risk.level)).toEqual(levels);
});

test('the same addresses always get the same score, in any order', async () => {
  const [a, b, c] = await unreported.assess([from('x', 'y'), from('y', 'x'), from('x', 'z')]);
  expect(a).toEqual(b);
  expect(a).not.toEqual(c);
});

test('by default, most scores are low, some medium, none high', async () => {
  const subjects = Array.from({ length: 2000 }, (_, index) => from(`address ${index}`));
  const counts = { low: 0, medium: 0, high: 0 };
  for (const risk of await assess({ riskProviders: [unreported] }, subjects)) counts[risk.level]++;
  expect(counts.high).toBe(0);
  expect(counts.medium).toBeGreaterThan(0);
  expect(counts.low).toBeGreaterThan(1600);
});

test('when the instructions cannot be read, nothing is assessed', async () => {
  const broken = sandboxRiskProvider(() => Promise.reject(new Error('gone')));
  await expect(assess({ riskProviders: [broken] }, [from('a')])).rejects.toThrow(RiskUnavailable);
});

const context: RiskContext = {
  toleratesBadLists: true,
  network: 'test',
  coins: listCoins,
  log: createLog('silent'),
  listFiles: [],
  operatorLists: { entries: [] },
  instructionFor: async (subjects) => subjects.map(() => 'high'),
};

test('every provider in the folder is loaded, and the sandbox has no part in live mode', async () => {
  const sandbox = await loadRiskProviders(context);
  expect(sandbox.map((provider) => provider.name)).toEqual(['local', 'sandbox']);
  const live = await loadRiskProviders({ ...context, instructionFor: null });
  expect(live.map((provider) => provider.name)).toEqual(['local']);
});

test('an operator list outweighs a low instruction', async () => {
  const entries = [{ list: 'block', currency: 'BTC', address: 'a', name: 'mine' }] as const;
  const riskProviders = await loadRiskProviders({
    ...context,
    operatorLists: { entries },
    instructionFor: async (subjects) => subjects.map(() => 'low'),
  });
  const [risk] = await assess({ riskProviders }, [from('a')]);
  expect(risk && levelOf(risk.score)).toBe('high');
  expect(risk?.resourceName).toBe('mine');
});
