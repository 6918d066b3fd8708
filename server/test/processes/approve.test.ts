// Guarantees of the approval commands: the approver's code is read from standard input, the exit code tells a script
// the result, and a draft of a policy is replayed without taking effect.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import { addApprover } from '../../src/policy/approvers.ts';
import { publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { ownEnvironment } from '../support/own-environment.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/chaintill.js', import.meta.url));
/** Each command is a process of its own, which is slow on a busy machine. */
const LIMIT = 180_000;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
});
afterAll(() => world.close());

function chaintill(args: readonly string[], input = '', more: Record<string, string> = {}) {
  const env = {
    ...more,
    ...ownEnvironment(),
    DATABASE_URL: world.database.url,
    CHAINTILL_DATA_DIR: world.app.config.dataDir,
  };
  return new Promise<{ code: number | null; out: string; err: string }>((done) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env });
    // The world is the running service next to it, which advances its database mark.
    const pulse = setInterval(
      () => world.app.reactions.databaseDoubted(world.app).catch(() => undefined),
      SECOND / 2,
    );
    let out = '';
    let err = '';
    child.stdout.on('data', (part) => (out += part));
    child.stderr.on('data', (part) => (err += part));
    child.on('close', (code) => {
      clearInterval(pulse);
      done({ code, out, err });
    });
    child.stdin.end(input);
  });
}

test('an approval needs the code from standard input', {
  timeout: LIMIT,
}, async () => {
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '50' },
    do: { hold: 1 },
  });
  const code = await addApprover(world.app, merchant.project.id, { name: 'Ada', apiKey: null });
  const { id } = await requestWithdrawal(merchant, '60');
  const approve = ['withdrawals', 'approve', id, '--as', 'Ada'];
  expect(await chaintill(approve)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('no approver has this name and code'),
  });
  expect(await chaintill(approve, `${code}\n`)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Released ${id}: it is sent`),
  });
  const shown = await chaintill(['withdrawals', 'show', id]);
  expect(shown.out).toMatch(/decided +hold for 1 \(big\), policy 1/);
  expect(shown.out).toMatch(/approved +Ada/);
  expect(shown.out + shown.err).not.toContain(code);
});

test('deciding on a withdrawal with an expired price shows both values', {
  timeout: LIMIT,
}, async () => {
  const late = await world.merchant({ withdrawalPriceHours: 0 });
  await credit(world, late, { EUR: '1000' });
  await publishPolicy(world, late, { name: 'big', when: { amountAbove: '50' }, do: { hold: 1 } });
  const code = await addApprover(world.app, late.project.id, { name: 'Eve', apiKey: null });
  const [{ id: expensive }, { id: same }] = [
    await requestWithdrawal(late, '60'),
    await requestWithdrawal(late, '60'),
  ];
  const both = /charged 6\d\.\d+ EUR at \S+ when it was requested; now 6\d\.\d+ EUR at \S+/;
  expect((await chaintill(['withdrawals', 'show', expensive])).out).toMatch(both);
  // The same rates, and a wider spread.
  const moreExpensive = { CHAINTILL_SPREAD_PERCENT: '5' };
  const approve = (id: string) => ['withdrawals', 'approve', id, '--as', 'Eve'];
  const cancelled = await chaintill(approve(expensive), `${code}\n`, moreExpensive);
  expect(cancelled).toMatchObject({ code: 0, out: expect.stringMatching(both) });
  expect(cancelled.out).toContain('which is more than the request allows');
  expect(cancelled.out).toContain(`Cancelled ${expensive}`);
  const released = await chaintill(approve(same), `${code}\n`);
  expect(released.out).toMatch(both);
  expect(released.out).toMatch(/Charged 6\d\.\d+ EUR at \S+ instead of 6\d\.\d+ at \S+/);
  expect((await chaintill(['withdrawals', 'show', same])).out).toMatch(
    /price +was 6\d\.\d+ EUR at \S+ until/,
  );
});

test('a draft is checked and replayed without taking effect', {
  timeout: LIMIT,
}, async () => {
  await requestWithdrawal(merchant, '20');
  const file = join(world.app.config.dataDir, 'draft.json');
  writeFileSync(file, '{"rules": [{"name": "no", "do": "refuse"}]}');
  expect((await chaintill(['policy', 'check', file])).code).toBe(0);
  const { out } = await chaintill(['policy', 'test', merchant.project.id, file]);
  expect(out).toMatch(/allow \(everything else\) +refuse \(no\)/);
  expect((await requestWithdrawal(merchant, '20')).status).toBe('pending');
  writeFileSync(file, '{"rules": [{"name": "no", "do": "maybe"}]}');
  const wrong = await chaintill(['policy', 'set', merchant.project.id, file]);
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('rules.0.do') });
  const unknown = await chaintill(['policy', 'show', '01a1fe07-59fa-7000-896b-9747c22137cb']);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('not found') });
});

test('missing references in a policy are reported when it is published', {
  timeout: LIMIT,
}, async () => {
  const other = await world.merchant();
  const file = join(world.app.config.dataDir, 'policy.json');
  const rules = [
    { name: 'key', when: { key: ['misspelt', other.key.key] }, do: { hold: 2 } },
    { name: 'rest', do: 'allow' },
  ];
  writeFileSync(file, JSON.stringify({ rules }));
  const { out, err } = await chaintill(['policy', 'set', other.project.id, file]);
  expect(out).toBe('Version 1 is published\n');
  expect(err).toContain('a rule requires 2 approvals, but there are 0 approvers');
  expect(err).toContain('no API key misspelt');
  expect(err).not.toContain(other.key.key);
});
