// The figures of the doctor's findings are told as values beside their sentence, for who says them in words of his own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type World } from '../support/world.ts';
import { operatorReader } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'BCH'] });
  await fillWallet(world, 'BTC', ['1', '0.5']);
});
afterAll(() => world.close());

test('each finding that has figures has a code for them, and the values that its sentence says', async () => {
  await credit(world, await world.merchant(), { BTC: '0.25' });
  const findings = await operatorReader(world)('doctor');
  const detailOf = (check: string) => findings.find((each) => each.check === check)?.detail;
  expect(detailOf('BTC solvency')).toMatchObject({ code: 'owned', beside_tokens: null });
  expect(detailOf('BTC cover')).toMatchObject({ code: 'covered' });
  expect(detailOf('BTC small payments')).toMatchObject({ code: 'small', dear: 0 });
  expect(detailOf('solvency')).toMatchObject({ code: 'rest' });
  for (const check of ['BCH tokens', 'contested payments', 'withdrawals on hold'])
    expect(detailOf(check)).toEqual({ code: 'none' });
  expect(detailOf('payouts of fresh money')).toEqual({ code: 'none' });
  expect(findings.filter(({ code, node }) => (code === 'node') !== (node !== null))).toEqual([]);
  expect(detailOf('signer')).toEqual({ code: 'signer_here' });
  expect(detailOf('books')).toEqual({ code: 'ledger_ok', proven_at: null, unproven: 0 });
  expect(detailOf('alarms are told')).toEqual({ code: 'no_alert_channel' });
  for (const { text, detail } of findings) {
    const { code, ...values } = detail;
    if (code === 'ledger_ok') continue;
    const said = Object.values(values).filter((value) => value !== null);
    expect(said.filter((value) => !text.includes(String(value)))).toEqual([]);
  }
});
