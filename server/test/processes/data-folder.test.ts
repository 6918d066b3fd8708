// The data folder of an instance: an interrupted start leaves no PostgreSQL behind, and a missing or damaged file is
// reported with instructions and not overwritten.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { findEmbeddedPostgres } from '../../src/db/embedded.ts';
import { createService, type Service, until } from '../support/service.ts';

const LIMIT = 4 * MINUTE;

let service: Service;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service?.close());

const file = (name: string) => join(service.folder, 'data', name);
const text = (name: string) => readFileSync(file(name), 'utf8');

/** Whether this text is printed from now on. */
function printsFromNow(said: string): () => Promise<boolean> {
  const before = service.output().length;
  return async () => service.output().slice(before).includes(said);
}

async function interrupt(said: string): Promise<void> {
  const isThere = printsFromNow(said);
  void service.startInVain();
  await until(said, isThere);
  const { code } = await service.kill('SIGTERM');
  expect(code).toBe(0);
  expect(await findEmbeddedPostgres(file('postgres'))).toBeNull();
  expect(existsSync(file('postgres/cluster/postmaster.pid'))).toBe(false);
}

/** A start that fails. Returns its message. */
async function refusal(): Promise<string> {
  const before = service.output().length;
  const { code } = await service.startInVain();
  expect(code).toBe(1);
  const said = service.output().slice(before);
  expect(said).not.toMatch(/^\s+at /m);
  return said;
}

test.each([
  ['embedded PostgreSQL started', 'its first start, before it has migrated'],
  ['database migrated', 'its first start, after it has migrated'],
  ['embedded PostgreSQL started', 'a later start'],
])('SIGTERM at "%s" ends the process and its PostgreSQL: %s', interrupt, LIMIT);

test(
  'a command that is interrupted leaves no PostgreSQL behind',
  async () => {
    await service.start();
    await service.kill('SIGTERM');
    const command = service.background('audit');
    await until('its PostgreSQL runs', () => findEmbeddedPostgres(file('postgres')));
    command.kill('SIGTERM');
    await command.finished;
    expect(await findEmbeddedPostgres(file('postgres'))).toBeNull();
  },
  LIMIT,
);

test(
  'empty credentials of the sandbox are reported by commands, and created again by a start',
  async () => {
    const before = text('sandbox-credentials.json');
    writeFileSync(file('sandbox-credentials.json'), '');
    const reported = await service.commandHere('request', 'GET', '/api/accounts');
    expect(reported.stderr).toContain(`${file('sandbox-credentials.json')} is damaged`);
    await service.start();
    expect(text('sandbox-credentials.json')).toBe(before);
    await service.kill('SIGTERM');
  },
  LIMIT,
);

test(
  'a missing master key next to a database is an error, and no new one is created',
  async () => {
    renameSync(file('master.key'), file('kept-elsewhere'));
    expect(await refusal()).toContain(`there is no ${file('master.key')}`);
    const reported = await service.commandHere('seed', 'show-mnemonic');
    expect(reported).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('master key is missing'),
    });
    expect(existsSync(file('master.key'))).toBe(false);
    renameSync(file('kept-elsewhere'), file('master.key'));
  },
  LIMIT,
);

test(
  'an empty master key is reported',
  async () => {
    const before = text('master.key');
    writeFileSync(file('master.key'), '');
    expect(await refusal()).toContain(`${file('master.key')} does not hold 32 bytes`);
    expect(text('master.key')).toBe('');
    writeFileSync(file('master.key'), before);
  },
  LIMIT,
);

test(
  'damaged address numbers are reported and unchanged; a line truncated by a crash is accepted',
  async () => {
    const before = text('address-numbers');
    const damaged = `${before}\nBTC \0\0\0\0`;
    writeFileSync(file('address-numbers'), damaged);
    expect(await refusal()).toContain(`${file('address-numbers')} is damaged`);
    expect(text('address-numbers')).toBe(damaged);
    writeFileSync(file('address-numbers'), `${before}\nBTC 12`);
    await service.start();
  },
  LIMIT,
);
