// Two instances of one database share a folder for backups: their histories are never mixed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { playTwoHistories } from './play-two-histories.ts';

describe('a folder that two instances of one database store in', () => {
  let address = '';
  beforeAll(() => {
    address = mkdtempSync(join(tmpdir(), 'chaintill-histories-'));
  });
  afterAll(() => rmSync(address, { recursive: true, force: true }));
  playTwoHistories(() => ({ address, environment: {} }));
});
