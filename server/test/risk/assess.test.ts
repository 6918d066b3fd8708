// Assessment over all providers: the highest score decides, and a failing provider blocks the assessment.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../../src/core/money.ts';
import { assess, levelOf, RiskUnavailable } from '../../src/risk/assess.ts';
import { presentRisk, riskFromJson, riskToJson } from '../../src/risk/present-risk.ts';
import type { RiskFinding, RiskProvider, RiskSubject } from '../../src/risk/provider.ts';

const subject: RiskSubject = {
  currency: 'BTC',
  type: 'source_of_funds',
  addresses: ['a'],
  txid: null,
  receivedAt: null,
};

function finding(score: string, resourceName = 'exchange'): RiskFinding {
  return { score: decimal(score), resourceName, resourceCategory: 'market' };
}

function says(...findings: readonly (RiskFinding | null)[]): RiskProvider {
  return { name: 'says', assess: async () => findings };
}

test('levels begin at 4 and at 8', () => {
  const levels = ['0', '3.99', '4', '4.00', '7.99', '8', '10'].map((text) =>
    levelOf(decimal(text)),
  );
  expect(levels).toEqual(['low', 'low', 'medium', 'medium', 'medium', 'high', 'high']);
});

test('an unknown address is low, by default', async () => {
  const expected = {
    score: decimal('0'),
    level: 'low',
    resourceName: 'default',
    resourceCategory: 'unknown',
  };
  expect(await assess({ riskProviders: [] }, [subject])).toEqual([expected]);
  expect(await assess({ riskProviders: [says(null), says(null)] }, [subject])).toEqual([expected]);
});

test('the highest score of several providers wins, whatever their order', async () => {
  const providers = [says(finding('2')), says(finding('8.5', 'mixer')), says(null)];
  for (const riskProviders of [providers, [...providers].reverse()]) {
    const [risk] = await assess({ riskProviders }, [subject]);
    expect(risk).toMatchObject({ level: 'high', resourceName: 'mixer' });
  }
});

test('each subject gets its own risk, in order', async () => {
  const riskProviders = [says(finding('1'), finding('9')), says(finding('5'), null)];
  const risks = await assess({ riskProviders }, [subject, subject]);
  expect(risks.map((risk) => risk.level)).toEqual(['medium', 'high']);
});

test('nothing is assessed if one provider fails, even if another one responded', async () => {
  const failing: RiskProvider = {
    name: 'failing',
    assess: () => {
      throw new Error('down');
    },
  };
  const assessment = assess({ riskProviders: [says(finding('1')), failing] }, [subject]);
  await expect(assessment).rejects.toThrow(RiskUnavailable);
  await expect(assessment).rejects.toThrow('failing');
});

test('an unresponsive provider is aborted', async () => {
  let isAborted = false;
  const silent: RiskProvider = {
    name: 'silent',
    assess: (_, signal) =>
      new Promise(() => {
        signal?.addEventListener('abort', () => {
          isAborted = true;
        });
      }),
  };
  const assessment = assess({ riskProviders: [silent] }, [subject], { timeoutMilliseconds: 5 });
  await expect(assessment).rejects.toThrow(RiskUnavailable);
  expect(isAborted).toBe(true);
});

test.each([
  ['too few findings', []],
  ['too many findings', [null, null]],
  ['a negative score', [finding('-0.01')]],
  ['a score above 10', [finding('10.01')]],
  ['a score with three decimals', [finding('7.999')]],
  ['a nameless resource', [finding('1', '')]],
])('%s is not a valid response', async (_, findings) => {
  const assessment = assess({ riskProviders: [says(...findings)] }, [subject]);
  await expect(assessment).rejects.toThrow(RiskUnavailable);
});

test('a score is a JSON number with at most two decimals', async () => {
  const [risk] = await assess({ riskProviders: [says(finding('3.05'))] }, [subject]);
  expect(risk && JSON.stringify(presentRisk(risk))).toBe(
    '{"score":3.05,"level":"low","resource_name":"exchange","resource_category":"market"}',
  );
});

test('every score from 0 to 10 is shown exactly', () => {
  for (let hundredths = 0; hundredths <= 1000; hundredths++) {
    const score = { digits: BigInt(hundredths), scale: 2 };
    const risk = { score, level: levelOf(score), resourceName: 'r', resourceCategory: 'c' };
    expect(presentRisk(risk).score.toFixed(2)).toBe((hundredths / 100).toFixed(2));
  }
});

test('a shown score never looks like the next level', () => {
  const risk = { level: 'medium' as const, resourceName: 'r', resourceCategory: 'c' };
  expect(presentRisk({ ...risk, score: decimal('7.999') }).score).toBe(7.99);
});

test('a stored risk is read back unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 1000n), fc.string(), fc.string(), (digits, name, category) => {
      const score = { digits, scale: 2 };
      const risk = { score, level: levelOf(score), resourceName: name, resourceCategory: category };
      const stored = JSON.parse(JSON.stringify(riskToJson(risk)));
      const back = riskFromJson(stored);
      expect(back && riskToJson(back)).toEqual(riskToJson(risk));
      expect(back && presentRisk(back)).toEqual(presentRisk(risk));
    }),
  );
  expect(riskFromJson(null)).toBeNull();
});

test.each([[{}], ['text'], [{ score: 1, level: 'low' }], [{ score: '1', level: 'none' }]])(
  'an invalid stored risk is not read: %j',
  (stored) => {
    expect(() => riskFromJson(stored)).toThrow();
  },
);
