// A physical online copy of the running server's cluster (PostgreSQL: a base backup with the low-level API). The
// server keeps writing during the copy. Its log from the start to the end of the copy makes the copy consistent, so
// that log is part of the copy and comes last. recovery.ts restores the copy.
import { join } from 'node:path';
import type pg from 'pg';
import { type CopiedEntry, listCluster, listLog, textEntry } from './cluster-files.ts';
import type { Connection } from './embedded-postgres.ts';
import { embeddedFailure } from './failure.ts';
import { connectTo } from './keeper.ts';
import { clusterOf, realFolder } from './place.ts';

export type { CopiedEntry } from './cluster-files.ts';

export interface BaseBackup {
  /** The copy contains everything that was committed before this time of the server's clock. */
  readonly endedAt: Date;
  readonly beganAt: Date;
  /** Permanent ID of the cluster (pg_control). */
  readonly system: string;
  readonly timeline: number;
  /** Names of the first and the last required log file. */
  readonly firstLog: string;
  readonly lastLog: string;
  /** For example `18.4`. */
  readonly serverVersion: string;
}

export interface CopyRequest {
  readonly connection: Connection;
  readonly folder: string;
  /** The server shows the label while the backup runs. */
  readonly label: string;
  /** Receives the entries one after another. Must read an entry before it returns. */
  take(entry: CopiedEntry): Promise<void>;
  /** Aborts the copy, even while `take` runs. The server then no longer retains log for it. */
  readonly signal?: AbortSignal;
}

/**
 * Copies the cluster while it is in use. When the connection breaks, throws: the entries taken until then are not a
 * backup.
 */
export async function copyCluster(requested: CopyRequest): Promise<BaseBackup> {
  const { connection, label, take } = requested;
  const cluster = clusterOf(realFolder(requested.folder));
  const client = await connectTo(connection, {
    owner: connection.user,
    database: connection.database,
    waitsLonger: true,
  });
  try {
    return await Promise.race([copy(client, { cluster, label, take }), aborted(requested.signal)]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function copy(
  client: pg.Client,
  { cluster, label, take }: Pick<CopyRequest, 'label' | 'take'> & { readonly cluster: string },
): Promise<BaseBackup> {
  await assertPlain(client);
  await keepLog(client);
  const began = await one<Began>(client, BEGIN, [label]);
  for await (const entry of listCluster(cluster)) await take(entry);
  const ended = await one<Ended>(client, END);
  await take(textEntry('backup_label', ended.label));
  const names = await one<Names>(client, NAMES, [began.position, ended.position]);
  for await (const entry of listLog(join(cluster, 'pg_wal'), names)) await take(entry);
  return { ...(await one<Facts>(client, FACTS)), ...names, ...timesOf(began, ended) };
}

/** The replication slot is temporary: it ends with the connection. */
async function keepLog(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_create_physical_replication_slot('base_backup_' || pg_backend_pid(), true, true)`,
  );
}

interface Began {
  readonly position: string;
  readonly at: Date;
}

interface Ended extends Began {
  readonly label: string;
}

interface Names {
  readonly firstLog: string;
  readonly lastLog: string;
}

type Facts = Pick<BaseBackup, 'system' | 'timeline' | 'serverVersion'>;

/** `true`: the server makes the initial checkpoint immediately. */
const BEGIN = 'select clock_timestamp() as at, pg_backup_start($1, true)::text as position';
/** The time is read before the end is written, so everything committed before that time is in the backup. */
const END = `
  with told as materialized (select clock_timestamp() as at)
  select told.at, s.lsn::text as position, s.labelfile as label from told, lateral pg_backup_stop(told.at is null) s`;
/** The end is the first byte that is not needed. */
const NAMES = `
  select pg_walfile_name($1::pg_lsn) as "firstLog", pg_walfile_name($2::pg_lsn - 1) as "lastLog"`;
const FACTS = `
  select s.system_identifier::text as system, c.timeline_id as timeline,
    current_setting('server_version') as "serverVersion"
  from pg_control_system() s, pg_control_checkpoint() c`;

async function one<Row extends object>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(text, [...values]);
  if (rows[0] === undefined) throw new Error('the server answered nothing');
  return rows[0];
}

function timesOf(began: Began, ended: Began): Pick<BaseBackup, 'beganAt' | 'endedAt'> {
  return { beganAt: began.at, endedAt: ended.at };
}

/** The copy would lack files outside of the folder. */
async function assertPlain(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select spcname from pg_tablespace where spcname not in ('pg_default', 'pg_global')`,
  );
  if (rows.length > 0)
    throw embeddedFailure('The database has tablespaces, which a copy of its folder lacks');
}
