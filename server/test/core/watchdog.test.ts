// Guarantees of the watchdog: a process with a blocked event loop is ended, a working one is not, and systemd gets
// notifications while it works.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../tidy/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'chaintill-watchdog-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WATCHDOG = join(root, 'server/src/core/watchdog.ts');

/** A process with a watchdog of 100 ms and 2 seconds that then runs `code`. */
async function run(code: string, environment: Record<string, string> = {}) {
  const program = join(folder, 'program.ts');
  writeFileSync(
    program,
    `import { startWatchdog } from ${JSON.stringify(WATCHDOG)};
     startWatchdog(process.env, { interval: 100, limit: 2000 });
     setTimeout(() => { ${code} }, 500);`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [status, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...ended) => resolve(ended)),
  );
  return { status, signal, errors };
}

test('a process that computes endlessly is ended, and says why', async () => {
  const { signal, errors } = await run('for (;;) {}');
  expect(signal).toBe('SIGKILL');
  expect(JSON.parse(errors.trim().split('\n').at(-1) ?? '')).toMatchObject({
    level: 60,
    msg: 'the event loop did not run for 2 seconds: the process ends',
  });
});

test('an endless regular expression does not escape it', async () => {
  const { signal } = await run(`/^(a+)+$/.test('a'.repeat(64) + '!')`);
  expect(signal).toBe('SIGKILL');
});

test('a working process continues, notifies systemd, and ends on its own', async () => {
  const notify = join(folder, 'systemd-notify');
  const reported = join(folder, 'told');
  writeFileSync(notify, `#!/bin/sh\necho "$@" >> ${reported}\n`);
  chmodSync(notify, 0o755);
  const { status, errors } = await run('setTimeout(() => process.exit(3), 4000);', {
    PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    WATCHDOG_USEC: '1000000',
    NOTIFY_SOCKET: '/run/systemd/notify',
  });
  expect({ status, errors }).toEqual({ status: 3, errors: '' });
  const lines = readFileSync(reported, 'utf8').trim().split('\n');
  expect(new Set(lines)).toEqual(new Set(['WATCHDOG=1']));
  expect(lines.length).toBeGreaterThan(1);
});
