// Each finding of `doctor` has a code and values, and a text for them in every language of the dashboard.
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALERT_KINDS } from '../../src/contract/alert-kinds.ts';
import { DOCTOR_CODES } from '../../src/contract/doctor-codes.ts';
import { FindingDetail } from '../../src/contract/finding-details.ts';
import { NODE_CHECKS, NODE_PROBLEMS } from '../../src/contract/node-details.ts';
import { defined } from '../../src/core/assert.ts';
import {
  type CodedFinding,
  type FindingStyle,
  findingAdvice,
  findingReport,
} from '../../src/core/texts/finding-text.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type World } from '../support/world.ts';
import { operatorReader } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'BCH'] });
  await fillWallet(world, 'BTC', ['1', '0.5']);
});
afterAll(() => world.close());

test('each finding with figures has a code for them, and the values of its text', async () => {
  await credit(world, await world.merchant(), { BTC: '0.25' });
  const findings = await operatorReader(world)('doctor');
  const detailOf = (code: string, about: string | null = null) =>
    findings.find((each) => each.code === code && each.about === about)?.detail;
  expect(detailOf('solvency', 'BTC')).toMatchObject({ code: 'owned', beside_tokens: null });
  expect(detailOf('cover', 'BTC')).toMatchObject({ code: 'covered' });
  expect(detailOf('small_payments', 'BTC')).toMatchObject({ code: 'small', dear: 0 });
  expect(detailOf('solvency')).toMatchObject({ code: 'rest' });
  expect(detailOf('tokens', 'BCH')).toEqual({ code: 'none' });
  for (const code of ['contested_payments', 'withdrawals_on_hold', 'fresh_payouts'])
    expect(detailOf(code)).toEqual({ code: 'none' });
  expect(findings.filter(({ code, node }) => (code === 'node') !== (node !== null))).toEqual([]);
  expect(detailOf('signer')).toEqual({ code: 'signer_here' });
  expect(detailOf('books')).toEqual({ code: 'ledger_ok', proven_at: null, unproven: 0 });
  expect(detailOf('alert_destinations')).toEqual({ code: 'no_alert_channel' });
  expect(findings.filter(({ ok, hint }) => !ok && hint === null)).toEqual([]);
  expect(findings.find(({ code, about }) => code === 'cover' && about === 'BTC')).toMatchObject({
    check: 'Wallet coverage (BTC)',
    text: expect.stringMatching(/^The wallet holds [\d.]+ BTC\. The ledger says [\d.]+ BTC\.$/),
  });
});

/** Values for the schema of each detail: with all nullable ones, and with none of them. */
const schemas = FindingDetail.anyOf as readonly { properties: Readonly<Record<string, Schema>> }[];
const details = schemas.flatMap(({ properties: { code, ...values } }) => {
  const filled = Object.entries(values).map(([name, value]) => [name, sampleOf(value)]);
  const empty = Object.keys(values)
    .filter((name) => Value.Check(defined(values[name], name), null))
    .map((name) => [name, null]);
  return (code?.enum ?? []).flatMap((each): CodedFinding['detail'][] => [
    { code: each, ...Object.fromEntries(filled) },
    { code: each, ...Object.fromEntries([...filled, ...empty]) },
  ]);
});

type Schema = TSchema & { readonly enum?: readonly string[] };

function sampleOf(schema: Schema): unknown {
  const rules = [{ invariant: 'balance_mismatch', project_id: null, facts: {} }];
  const samples = [7, 'alert', true, ['alert'], [ALERT_KINDS[0]], rules];
  return samples.find((sample) => Value.Check(schema, sample)) ?? '2026-11-28T10:00:00.000Z';
}

test.each(['en', 'de', 'fr', 'es'] as const)('in %s every finding has a text', (language) => {
  const style: FindingStyle = {
    texts: textsOf('doctor', language),
    locale: language,
    time: (at) => at,
    amount: (text) => text,
    alert: (kind) => kind,
    rule: ({ invariant }) => invariant,
    away: (cause) => cause,
  };
  expect(details.length).toBeGreaterThan(DOCTOR_CODES.length);
  for (const detail of details) {
    const finding = { code: 'node', about: null, detail };
    for (const text of [findingReport(finding, style), findingAdvice(finding, style) ?? ''])
      expect(text, detail.code).not.toMatch(/[{}]|\bundefined\b|\bnull\b|NaN/);
    expect(findingReport(finding, style)).not.toBe(detail.code);
    expect(findingAdvice(finding, style) !== null || !isProblem(detail.code), detail.code).toBe(
      true,
    );
  }
  const { titles, details: reports, advice, nodeChecks } = style.texts;
  const codes = [...new Set(details.map(({ code }) => code))];
  expect(Object.keys(titles).sort()).toEqual([...DOCTOR_CODES].sort());
  expect(Object.keys(nodeChecks).sort()).toEqual([...NODE_CHECKS].sort());
  expect(Object.keys(reports).sort()).toEqual(codes.sort());
  const known: readonly string[] = [...DOCTOR_CODES, ...codes];
  expect(Object.keys(advice).filter((code) => !known.includes(code))).toEqual([]);
});

const isProblem = (code: string) => (NODE_PROBLEMS as ReadonlySet<string>).has(code);
