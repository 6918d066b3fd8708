// A real S3-compatible store: Debian's OpenStack Swift with its S3 middleware, which checks signatures, checksums and
// conditions (object-store.py). It is in memory and ends with the test.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import type { ObjectStoreSettings } from '../../src/core/config/read-backups.ts';
import { until } from './service.ts';

/** Debian's own: another Python on the path lacks its packages. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('object-store.py', import.meta.url));
const HINT = 'Swift is not installed: apt-get install python3-swift';
/** In Swift's form, account and user. */
const ACCESS_KEY = 'shop:till';
const SECRET = 'a-secret-that-nobody-is-told';
/** It is slow to start, and the machine may be busy. */
const START_LIMIT = 280 * SECOND;
const REGION = 'us-east-1';

export interface ObjectStore {
  readonly settings: ObjectStoreSettings & {
    readonly endpoint: string;
    readonly secretKey: string;
  };
  /** The environment variables with these settings. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A suite that needs a store. Without it, the suite is skipped with a one-line notice; on a build server it fails. */
export function describeWithStore(name: string, body: () => void): void {
  if (spawnSync(PYTHON, ['-c', 'import swift, eventlet']).status === 0) {
    describe(name, body);
    return;
  }
  process.stderr.write(`${HINT} (skipped: ${name})\n`);
  if (process.env['CI'] === undefined) {
    describe.skip(name, body);
    return;
  }
  describe(name, () => {
    it('has an object store for backups', () => expect.fail(HINT));
  });
}

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-swift-'));
  const child = spawn(PYTHON, [SCRIPT, folder, ACCESS_KEY, SECRET, REGION], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  await until('Swift answers', async () => /^\d+\n/.test(output), START_LIMIT);
  const endpoint = `http://127.0.0.1:${output.trim()}`;
  const settings = {
    endpoint,
    region: REGION,
    accessKey: ACCESS_KEY,
    secretKey: SECRET,
    secretKeyFile: null,
  };
  return {
    settings,
    environment: {
      CHAINTILL_S3_ENDPOINT: endpoint,
      CHAINTILL_S3_ACCESS_KEY: ACCESS_KEY,
      CHAINTILL_S3_SECRET_KEY: SECRET,
    },
    async close() {
      process.off('exit', kill);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
