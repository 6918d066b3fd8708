// Guarantees of command output: whatever merchants enter as references, names and descriptions, it contains no terminal
// control sequences and no forged rows, and JSON output has the exact text.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileTexts, obeyed } from '../support/obeyed.ts';
import type { World } from '../support/world.ts';
import { openReadsWorld, type ReadsWorld, reads } from './reads-world.ts';
import { runCommand } from './run-command.ts';

const HOSTILE = hostileTexts.join('');
const MARK = 'PAID 1.00';

let world: World;
let given: ReadsWorld['given'];
beforeAll(async () => {
  ({ world, given } = await openReadsWorld((plain) => `${plain} ${HOSTILE}`));
});
afterAll(() => world.close());

describe.each(['', '--json'])('every read command, %s', (option) => {
  test.each(reads)('%s prints no terminal control sequence', async (name) => {
    const words = [
      ...name.split('.'),
      ...(given[name]?.() ?? []),
      ...(option === '' ? [] : [option]),
    ];
    const { out, err } = await runCommand(world, ...words);
    expect(out).not.toMatch(obeyed);
    expect(err).not.toMatch(obeyed);
    for (const line of out.split('\n')) expect(line.startsWith(MARK)).toBe(false);
  });
});

test('hostile texts are shown, and JSON has them unchanged', async () => {
  const { out } = await runCommand(world, 'withdrawals', 'list', '--json');
  expect(JSON.parse(out).rows[0].custom_id).toBe(`payout ${HOSTILE}`);
  const shown = await runCommand(world, 'withdrawals', 'list');
  expect(shown.out).toContain('payout \\u001b[1A\\u001b[2K0.0015 BTC');
});

test('a report that is a file keeps its lines', async () => {
  const words = given['payout-batches.report']?.() ?? [];
  const { out } = await runCommand(world, 'payout-batches', 'report', ...words);
  const [head, ...rows] = out.trimEnd().split(/\r?\n/);
  expect(head).toMatch(/^\W*line,/);
  expect(rows.length).toBeGreaterThan(0);
});

test('an error that repeats the input is escaped as well', async () => {
  const { err } = await runCommand(world, 'withdrawals', 'list', `no such ${HOSTILE}`);
  expect(err).not.toBe('');
  expect(err).not.toMatch(obeyed);
  const unknown = await runCommand(world, `no-such-${HOSTILE}`);
  expect(unknown.err).not.toBe('');
  expect(unknown.err).not.toMatch(obeyed);
});
