// A copy of the cluster taken during writes, and its recovery: complete, up to a time, or rejected.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BaseBackup, type CopiedEntry, copyCluster } from '../src/base-backup.ts';
import { sleep } from '../src/clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';
import { recoverCluster } from '../src/recovery.ts';
import { CONTENTS, silent as log, runSql } from './support.ts';

const folders: string[] = [];
let folder = '';
let server: EmbeddedPostgres;
let copy = '';
let copied: BaseBackup;
/** Writes acknowledged before the copy ended. */
let acknowledged = 0;

beforeAll(async () => {
  folder = newFolder();
  server = await startEmbeddedPostgres({ ...CONTENTS, folder, log, durable: false });
  await runSql(server.connection, 'create table notes (id bigint primary key, text text)');
  const end = { isReached: false };
  const writing = writeNotes(end);
  while (acknowledged < 20) await sleep(1);
  copy = newFolder();
  let atEnd = 0;
  copied = await copyCluster({
    connection: server.connection,
    folder,
    label: 'test',
    async take(entry) {
      // The label, and the log that the copy needs, are taken after its end.
      if (!/^(backup_label|tablespace_map|pg_wal)/.test(entry.path)) atEnd = acknowledged;
      await store(copy, entry);
    },
  });
  end.isReached = true;
  await writing;
  acknowledged = atEnd;
});

afterAll(async () => {
  await server.stop();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

test('it contains everything that was acknowledged while it was created', async () => {
  const restored = await recover(null);
  const [row] = await restored.query('select count(*) as n, max(id) as last from notes');
  expect(Number(row?.['n'])).toBeGreaterThanOrEqual(acknowledged);
  expect(row?.['n']).toBe(row?.['last']);
  const [place] = await restored.query('select timeline_id as n from pg_control_checkpoint()');
  expect(Number(place?.['n'])).toBe(copied.timeline + 1);
  await restored.close();
});

test('it contains no lock file, no unneeded log and no socket of the running server', () => {
  const cluster = join(copy, 'cluster');
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
  const segments = readdirSync(join(cluster, 'pg_wal'));
  expect(segments[0]).toBe(copied.firstLog);
  expect(segments.at(-1)).toBe(copied.lastLog);
  expect(readdirSync(join(cluster, 'pg_replslot'))).toEqual([]);
});

test('with the later log, it recovers to any time in it and no further', async () => {
  await runSql(server.connection, `insert into notes values (-1, 'kept')`);
  await sleep(5);
  const [moment] = await runSql(server.connection, 'select clock_timestamp()::text as at');
  await sleep(5);
  await runSql(server.connection, `insert into notes values (-2, 'too late')`);
  await runSql(server.connection, 'select pg_switch_wal()');
  const restored = await recover(new Date(`${moment?.['at']}`), (cluster) => {
    const source = join(folder, 'cluster/pg_wal');
    for (const name of readdirSync(source).filter((each) => /^[0-9A-F]{24}$/.test(each)))
      cpSync(join(source, name), join(cluster, 'pg_wal', name));
  });
  const rows = await restored.query('select text from notes where id < 0');
  expect(rows).toEqual([{ text: 'kept' }]);
  await restored.close();
});

test('a time after the end of the log is rejected', async () => {
  const late = new Date(copied.endedAt.getTime() + 24 * 3_600_000);
  await expect(recover(late)).rejects.toMatchObject({ kind: 'early' });
});

test('a copy without the end of its log is rejected', async () => {
  const cut = (cluster: string) => rmSync(join(cluster, 'pg_wal', copied.lastLog));
  await expect(recover(null, cut)).rejects.toThrow(/PostgreSQL does not start/);
});

test('a folder that is not a copy of a running server is rejected', async () => {
  const plain = newFolder();
  mkdirSync(join(plain, 'cluster'));
  await expect(recoverCluster({ ...CONTENTS, folder: plain, log, until: null })).rejects.toThrow(
    'is no copy of a running server',
  );
});

async function writeNotes(end: { isReached: boolean }): Promise<void> {
  for (let id = 1; !end.isReached; id++) {
    await runSql(server.connection, `insert into notes values (${id}, repeat('x', 2000))`);
    acknowledged = id;
  }
}

async function store(target: string, entry: CopiedEntry): Promise<void> {
  const path = join(target, 'cluster', entry.path);
  mkdirSync(entry.isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
  if (entry.isFolder) return;
  const chunks = [];
  for await (const chunk of entry.read()) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  expect(content.length).toBe(entry.bytes);
  writeFileSync(path, content, { mode: 0o600 });
}

async function recover(until: Date | null, change: (cluster: string) => void = () => undefined) {
  const target = newFolder();
  cpSync(copy, target, { recursive: true });
  change(join(target, 'cluster'));
  const options = { ...CONTENTS, folder: target, log, durable: false };
  await recoverCluster({ ...options, until });
  expect(existsSync(join(target, 'cluster/recovery.signal'))).toBe(false);
  expect(readFileSync(join(target, 'cluster/PG_VERSION'), 'utf8').trim()).toBe('18');
  const restored = await startEmbeddedPostgres(options);
  return {
    query: (text: string) => runSql(restored.connection, text),
    close: () => restored.stop(),
  };
}

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), `embedded-postgres-test-${process.pid}-`));
  folders.push(made);
  return made;
}
