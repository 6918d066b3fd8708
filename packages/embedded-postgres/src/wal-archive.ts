// Takes the write-ahead log (WAL) of the running server, file by file as each becomes full. With an earlier copy from
// base-backup.ts, the files allow a restore to any time since. A replication slot makes the server retain files that
// were not taken yet.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type CopiedEntry, entryOf } from './cluster-files.ts';
import type { Connection } from './embedded-postgres.ts';
import { embeddedFailure } from './failure.ts';
import { connectTo } from './keeper.ts';
import { clusterOf, realFolder } from './place.ts';
import {
  historyName,
  type Left,
  parseHistory,
  parseHistoryName,
  parseWalName,
  WAL_FILE_BYTES,
  type WalPosition,
  walName,
} from './wal-names.ts';

export interface WalRequest {
  readonly connection: Connection;
  readonly folder: string;
  /** Lowercase letters, digits and `_`. Must never change. */
  readonly slot: string;
  /** Receives one file after another, and returns when the file is stored. May receive the same file again. */
  take(entry: CopiedEntry): Promise<void>;
}

export interface WalRound {
  /** Everything committed before this time of the server's clock was taken. */
  readonly until: Date;
  /** True when log may be missing before this round. The round then continues only copies that are made from now on. */
  readonly isNew: boolean;
}

/** Takes everything written so far, for which the server ends the current file. */
export async function copyWal(requested: WalRequest): Promise<WalRound> {
  return withClient(requested.connection, async (client) => {
    const isNew = await holdSlot(client, requested.slot);
    const { until } = await one<{ until: Date }>(client, 'select clock_timestamp() as until');
    await client.query('select pg_switch_wal()');
    const { first, current } = await one<Range>(client, RANGE, [requested.slot]);
    const folder = join(clusterOf(realFolder(requested.folder)), 'pg_wal');
    await takeHistories(folder, requested);
    const end = parseWalName(current);
    const start = parseWalName(first);
    if (start === null || end === null) throw embeddedFailure(`${first} is no file of the log`);
    for (let { number } = start; number < end.number; number++)
      await takeOne(folder, walName({ timeline: end.timeline, number }), requested);
    if (start.number < end.number)
      await client.query(ADVANCE, [requested.slot, end.number, WAL_FILE_BYTES]);
    return { until, isNew };
  });
}

/** The server no longer retains log for the slot. */
export function releaseWal({
  connection,
  slot,
}: Pick<WalRequest, 'connection' | 'slot'>): Promise<void> {
  return withClient(connection, async (client) => {
    await client.query(DROP, [slot]);
  });
}

/** Read before anything is stored: the cluster that wrote the log, and its current position. */
export interface WalOrigin extends WalPosition {
  /** Permanent ID of the cluster (pg_control). */
  readonly system: string;
  /** Where the earlier timelines end, oldest first. */
  readonly left: readonly Left[];
}

export function readWalOrigin({
  connection,
  folder,
}: Pick<WalRequest, 'connection' | 'folder'>): Promise<WalOrigin> {
  return withClient(connection, async (client) => {
    const { system, current } = await one<{ system: string; current: string }>(client, ORIGIN);
    const position = parseWalName(current);
    if (position === null) throw embeddedFailure(`${current} is no file of the log`);
    const path = join(clusterOf(realFolder(folder)), 'pg_wal', historyName(position.timeline));
    const text = existsSync(path) ? await readFile(path, 'utf8') : '';
    return { system, ...position, left: parseHistory(text) };
  });
}

const ORIGIN = `
  select system_identifier::text as system, pg_walfile_name(pg_current_wal_flush_lsn() + 1) as current
  from pg_control_system()`;
const DROP = `
  select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active`;
/** A position at the end of a file refers to the next file. */
const RANGE = `
  select pg_walfile_name(restart_lsn + 1) as first, pg_walfile_name(pg_current_wal_flush_lsn() + 1) as current
  from pg_replication_slots where slot_name = $1`;
const ADVANCE = `
  select pg_replication_slot_advance($1, '0/0'::pg_lsn + $2::numeric * $3::numeric)`;

interface Range {
  readonly first: string;
  readonly current: string;
}

/** True when the slot did not exist, or the server dropped its log (`max_slot_wal_keep_size`). */
async function holdSlot(client: pg.Client, slot: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_replication_slots
     where slot_name = $1 and restart_lsn is not null and wal_status <> 'lost'`,
    [slot],
  );
  if (rows.length > 0) return false;
  await client.query(DROP, [slot]);
  await client.query('select pg_create_physical_replication_slot($1, true)', [slot]);
  return true;
}

async function takeHistories(folder: string, { take }: WalRequest): Promise<void> {
  for (const name of (await readdir(folder)).sort()) {
    const entry = parseHistoryName(name) === null ? null : await entryOf(folder, name);
    if (entry !== null) await take(entry);
  }
}

async function takeOne(folder: string, name: string, { take }: WalRequest): Promise<void> {
  const entry = await entryOf(folder, name);
  if (entry === null) throw embeddedFailure(`The log of the database lacks ${name}`);
  await take(entry);
}

async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { user: owner, database } = connection;
  const client = await connectTo(connection, { owner, database, waitsLonger: true });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function one<Row extends object>(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(text, [...values]);
  if (rows[0] === undefined) throw embeddedFailure('The server answered nothing');
  return rows[0];
}
