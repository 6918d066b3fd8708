// The master key is configured or created once, and the same for every process.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sleep } from '../../src/core/clock.ts';
import { loadMasterKey, MasterKeyError } from '../../src/keys/master-key.ts';

const run = promisify(execFile);
const bytes = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 8));
let folder = '';
const file = () => join(folder, 'data', 'master.key');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['hex', bytes.toString('hex')],
  ['upper case hex', bytes.toString('hex').toUpperCase()],
  ['base64', bytes.toString('base64')],
  ['base64 without padding', bytes.toString('base64').replace('=', '')],
  ['base64url', bytes.toString('base64url')],
])('a key set as %s is used, and no file is created', async (_form, text) => {
  expect(Buffer.from(await loadMasterKey({ file: file(), text, creates: true }))).toEqual(bytes);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  '',
  'secret',
  '00'.repeat(31),
  '00'.repeat(33),
  'A'.repeat(42),
  'A'.repeat(45),
  `${'0'.repeat(63)}g`,
])('a key set to %j is rejected by the name of its variable, without being shown', async (text) => {
  const error = await loadMasterKey({ file: file(), text, creates: true }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MasterKeyError);
  expect(String(error)).toContain('CHAINTILL_MASTER_KEY');
  if (text !== '') expect(String(error)).not.toContain(text);
});

test('the file is created on first use, for the owner only, and always contains the same key', async () => {
  const first = await loadMasterKey({ file: file(), text: null, creates: true });
  expect(first).toHaveLength(32);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await loadMasterKey({ file: file(), text: null, creates: true })).toEqual(first);
  expect(readdirSync(join(folder, 'data'))).toEqual(['master.key']);
});

test('two folders get two keys', async () => {
  const one = await loadMasterKey({ file: join(folder, 'one'), text: null, creates: true });
  const two = await loadMasterKey({ file: join(folder, 'two'), text: null, creates: true });
  expect(one).not.toEqual(two);
});

test('a damaged file is rejected and left unchanged', async () => {
  writeFileSync(join(folder, 'key'), 'half a k');
  const loading = loadMasterKey({ file: join(folder, 'key'), text: null, creates: true });
  await expect(loading).rejects.toThrow(MasterKeyError);
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('half a k');
});

test('a folder that cannot be written is reported with a remedy', async () => {
  writeFileSync(join(folder, 'plain'), '');
  const loading = loadMasterKey({ file: join(folder, 'plain', 'key'), text: null, creates: true });
  await expect(loading).rejects.toThrow(MasterKeyError);
});

test('callers of one process that race end with one key', async () => {
  for (let round = 0; round < 20; round += 1) {
    const shared = join(folder, String(round), 'key');
    const callers = Array.from({ length: 12 }, async (_, n) => {
      // Spread over the time that creating a key takes, so that some start while it is half done.
      await sleep(n % 6);
      return Buffer.from(await loadMasterKey({ file: shared, text: null, creates: true })).toString(
        'hex',
      );
    });
    expect(new Set(await Promise.all(callers)).size).toBe(1);
    expect(readdirSync(join(folder, String(round)))).toEqual(['key']);
  }
});

test('processes that race end with one key', async () => {
  const script = `
    import { loadMasterKey } from ${JSON.stringify(new URL('../../src/keys/master-key.ts', import.meta.url).href)};
    console.log(Buffer.from(await loadMasterKey({ file: ${JSON.stringify(file())}, text: null, creates: true })).toString('hex'));`;
  const program = join(folder, 'load.mts');
  writeFileSync(program, script);
  const tsx = fileURLToPath(import.meta.resolve('tsx'));
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () => run(process.execPath, ['--import', tsx, program])),
  );
  expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
  expect(outputs[0]?.stdout).toMatch(/^[0-9a-f]{64}\n$/);
});
