// Detects that this process may be connected to a different database than before: a connection broke, or a new one
// leads to a different server, timeline or database. That happens with a standby that lacks the last transactions and
// with a restored backup. Listeners drop their caches; high-water-mark.ts then finds out whether the database was
// rolled back.
import pg from 'pg';
import type { Log } from '../core/log.ts';
import type { Sql } from './database.ts';

export interface ServerPlace {
  /** Cluster, timeline and database; changes with a failover or a restore. */
  readonly server: string;
  /** Timeline of the log in eight hexadecimal digits, higher after each promotion; null on a standby. */
  readonly timeline: string | null;
  /** Durable position in bytes since the log began; null on a standby. */
  readonly position: bigint | null;
}

export interface ServerWatch {
  breaks(): number;
  /** Listeners run before any query on a new connection. */
  onBreak(listener: () => void): void;
  noteBreak(): void;
  /** Throws when the connection breaks during the call. */
  follow(client: pg.ClientBase): Promise<void>;
  notePlace(place: ServerPlace): void;
}

/** Any role may read these values. */
const PLACE = `select concat_ws(' ', (select system_identifier from pg_control_system()), timeline,
    (select oid from pg_database where datname = current_database())) as server, timeline,
  case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() - '0/0' end as position
  from (select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end)
    as log (timeline)`;

export function serverWatch(log: Log): ServerWatch {
  const clockWatchers: (() => void)[] = [];
  let breaks = 0;
  let server: string | null = null;
  const noteBreak = () => {
    breaks += 1;
    for (const listener of clockWatchers) listener();
  };
  const notePlace = (place: ServerPlace) => {
    const before = server;
    server = place.server;
    if (before === null || before === server) return;
    log.warn({ before, now: server }, 'database is on another server, timeline or name');
    noteBreak();
  };
  return {
    breaks: () => breaks,
    onBreak: (listener) => void clockWatchers.push(listener),
    noteBreak,
    notePlace,
    async follow(client) {
      // Attached for the connection's lifetime, because only this event reports a break between two statements.
      client.on('error', noteBreak);
      const place = await readPlace({
        query: async (text) => (await client.query(text)).rows,
      });
      if (place !== null) notePlace(place);
    },
  };
}

interface Place extends Omit<ServerPlace, 'position'> {
  readonly position: string | bigint | null;
}

/** Null when the server hides these values, as some managed PostgreSQL services do. */
export async function readPlace(sql: Pick<Sql, 'query'>): Promise<ServerPlace | null> {
  try {
    const [row] = await sql.query<Place>(PLACE);
    if (row === undefined) return null;
    return { ...row, position: row.position === null ? null : BigInt(row.position) };
  } catch (error) {
    if (error instanceof pg.DatabaseError && HIDDEN.has(error.code ?? '')) return null;
    throw error;
  }
}

/** insufficient_privilege, undefined_function, feature_not_supported, object_not_in_prerequisite_state. */
const HIDDEN = new Set(['42501', '42883', '0A000', '55000']);
