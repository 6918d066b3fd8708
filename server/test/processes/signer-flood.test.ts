// A local program that may connect to the signer and is not the service floods it with requests and reads no responses.
// The signer's memory stays constant, and the service gets responses meanwhile.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { intentKeyOf } from '../../src/keys/intent.ts';
import { createMnemonic } from '../../src/keys/seed.ts';
import { initSignerFolder } from '../../src/keys/signer-folder.ts';
import { socketSigner } from '../../src/keys/socket-signer.ts';
import { rememberedHeads } from '../support/signer.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/chaintill.js', import.meta.url));
const FLOOD_MILLISECONDS = 8_000;
const GROWTH_MAX = 120_000_000;

let root: string;
let socket: string;
let signer: ChildProcess;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'chaintill-flood-'));
  const folder = join(root, 'signer');
  socket = join(root, 'signer.sock');
  const mnemonic = createMnemonic(new Uint8Array(32).fill(9));
  await initSignerFolder({
    folder,
    socket,
    mnemonic,
    mode: 'sandbox',
    network: 'test',
    group: null,
  });
  signer = spawn(process.execPath, [PROGRAM, 'signer', 'run', '--folder', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(defined(signer.stderr, 'its words'), 'data');
});
afterAll(async () => {
  signer.kill('SIGKILL');
  await once(signer, 'close');
  rmSync(root, { recursive: true, force: true });
});

/** Resident set size in bytes (proc(5)). */
function memoryOf(process: ChildProcess): number {
  const text = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]);
}

/** Fills one connection with complete or endless requests; opens another when it is closed. */
function flood(question: string): { stop(): void } {
  let current: Socket | null = null;
  let isOver = false;
  const open = () => {
    if (isOver) return;
    const made = createConnection({ path: socket });
    current = made;
    const pour = () => {
      while (!made.destroyed && made.write(question));
    };
    made.on('connect', pour);
    made.on('drain', pour);
    made.on('error', () => undefined);
    made.on('close', () => setTimeout(open, 5));
  };
  open();
  return {
    stop() {
      isOver = true;
      current?.destroy();
    },
  };
}

test('a flood of requests does not grow the signer, and the service gets responses meanwhile', async () => {
  const intentKey = intentKeyOf(new Uint8Array(32).fill(1));
  const service = socketSigner({ path: socket, intentKey, heads: rememberedHeads() });
  await service.hello();
  const before = memoryOf(signer);
  const whole = `${JSON.stringify({ kind: 'examine', intents: [], pad: 'x'.repeat(200_000) })}\n`;
  const floods = Array.from({ length: 20 }, (_, n) =>
    flood(n % 2 === 0 ? whole : 'y'.repeat(65_536)),
  );
  let most = before;
  let answers = 0;
  const end = Date.now() + FLOOD_MILLISECONDS;
  while (Date.now() < end) {
    await service.hello();
    answers += 1;
    most = Math.max(most, memoryOf(signer));
    await sleep(100);
  }
  for (const one of floods) one.stop();
  process.stdout.write(`signer: ${before} bytes before, ${most} at most, ${answers} answers\n`);
  expect(answers).toBeGreaterThan(5);
  expect(most - before).toBeLessThan(GROWTH_MAX);
}, 60_000);
