// The log of a running server, taken file by file: with a copy it allows a restore to any time since, also across
// earlier restores.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BaseBackup, type CopiedEntry, copyCluster } from '../src/base-backup.ts';
import { sleep } from '../src/clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';
import { recoverCluster } from '../src/recovery.ts';
import { copyWal, releaseWal } from '../src/wal-archive.ts';
import { walAfter } from '../src/wal-names.ts';
import { CONTENTS, silent as log, runSql } from './support.ts';

const SLOT = 'kept';
const folders: string[] = [];
const stored = new Map<string, Buffer>();
let folder = '';
let copy = '';
let server: EmbeddedPostgres;
let copied: BaseBackup;

beforeAll(async () => {
  folder = newFolder();
  server = await startEmbeddedPostgres({ ...CONTENTS, folder, log, durable: false });
  await runSql(server.connection, 'create table notes (text text)');
  expect(await round()).toMatchObject({ isNew: true });
  copy = newFolder();
  copied = await copyCluster({
    connection: server.connection,
    folder,
    label: 'test',
    take: async (entry) => {
      const path = join(copy, 'cluster', entry.path);
      mkdirSync(entry.isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
      if (!entry.isFolder) writeFileSync(path, await contentOf(entry), { mode: 0o600 });
    },
  });
});
afterAll(async () => {
  await server.stop();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

test('everything written since a copy is recovered up to any time, and no further', async () => {
  await note('first');
  expect(await round()).toMatchObject({ isNew: false });
  const [moment] = await runSql(server.connection, 'select clock_timestamp()::text as at');
  await sleep(5);
  const before = await runSql(
    server.connection,
    `insert into notes values ('second') returning clock_timestamp() as at`,
  );
  const { until } = await round();
  expect(Number(until)).toBeGreaterThan(Number(before[0]?.['at']));
  const early = await recover(new Date(`${moment?.['at']}`));
  expect(await early.notes()).toEqual(['first']);
  await early.close();
  const late = await recover(null);
  expect(await late.notes()).toEqual(['first', 'second']);
  expect(Math.abs(Number(late.lastCommitAt) - Number(before[0]?.['at']))).toBeLessThan(1000);
  await late.close();
});

test('archived log is not retained by the server, and a released slot retains nothing', async () => {
  const [slot] = await runSql(
    server.connection,
    `select pg_current_wal_lsn() - restart_lsn < 16777216 as "isNear" from pg_replication_slots where slot_name = 'kept'`,
  );
  expect(slot).toEqual({ isNear: true });
  await releaseWal({ connection: server.connection, slot: SLOT });
  expect(await runSql(server.connection, 'select 1 from pg_replication_slots')).toEqual([]);
  expect(await round()).toMatchObject({ isNew: true });
});

test('the log of a restored server continues from there, and the abandoned end is not followed', async () => {
  const [moment] = await runSql(server.connection, 'select clock_timestamp()::text as at');
  await sleep(5);
  await note('abandoned');
  await round();
  await server.stop();
  const restored = await recover(new Date(`${moment?.['at']}`));
  ({ server, folder } = restored);
  await note('after the restore');
  expect(await round()).toMatchObject({ isNew: true });
  const again = await recover(null);
  expect(await again.notes()).toEqual(['first', 'second', 'after the restore']);
  await again.close();
});

test('a missing file is reported, and recovery ends before it', () => {
  const path = walAfter(copied, { names: [...stored.keys()], histories: histories() });
  expect(path.missing).toBe(null);
  const [first = '', second = '', ...rest] = path.names;
  const cut = { names: [first, ...rest], histories: histories() };
  expect(walAfter(copied, cut)).toMatchObject({ names: [first], missing: second });
});

function histories(): Map<number, string> {
  const found = [...stored].filter(([name]) => name.endsWith('.history'));
  return new Map(found.map(([name, text]) => [Number.parseInt(name, 16), text.toString()]));
}

function note(text: string) {
  return runSql(server.connection, `insert into notes values ('${text}')`);
}

function round() {
  return copyWal({
    connection: server.connection,
    folder,
    slot: SLOT,
    take: async (entry) => {
      const content = await contentOf(entry);
      expect((stored.get(entry.path) ?? content).equals(content), entry.path).toBe(true);
      stored.set(entry.path, content);
    },
  });
}

async function contentOf(entry: CopiedEntry): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of entry.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function recover(until: Date | null) {
  const target = newFolder();
  cpSync(copy, target, { recursive: true });
  const path = walAfter(copied, { names: [...stored.keys()], histories: histories() });
  for (const name of [...stored.keys()]
    .filter((each) => each.endsWith('.history'))
    .concat(path.names))
    writeFileSync(join(target, 'cluster/pg_wal', name), stored.get(name) ?? '', { mode: 0o600 });
  const options = { ...CONTENTS, folder: target, log, durable: false };
  const { lastCommitAt } = await recoverCluster({ ...options, until, timeline: path.timeline });
  const restored = await startEmbeddedPostgres(options);
  expect(readdirSync(join(target, 'cluster'))).not.toContain('recovery.signal');
  const rows = () => runSql(restored.connection, 'select text from notes');
  return {
    lastCommitAt,
    server: restored,
    folder: target,
    notes: async () => (await rows()).map(({ text }) => text),
    close: () => restored.stop(),
  };
}

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), `embedded-postgres-test-${process.pid}-`));
  folders.push(made);
  return made;
}
