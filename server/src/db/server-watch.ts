// Notices that this process may stand on another database than before: a connection broke, or a new one leads to
// another server, timeline or database. A standby that lost its tail and a restored backup both come after that.
// Whoever remembers what it read forgets it then; whether the database really went back high-water-mark.ts finds out.
import pg from 'pg';
import type { Log } from '../core/log.ts';
import type { Sql } from './database.ts';

/** Where a connection leads. */
export interface ServerPlace {
  /** Cluster, timeline and database: another one after a failover or a restore. */
  readonly server: string;
  /** Of the log there, in eight hexadecimal digits: higher after each promotion; null on a standby. */
  readonly timeline: string | null;
  /** What is durable there, in bytes since the log began; null on a standby. */
  readonly position: bigint | null;
}

export interface ServerWatch {
  /** How often a connection broke, or led elsewhere. */
  breaks(): number;
  /** `watch` is called at once, before anything is asked over a new connection. */
  onBreak(heed: () => void): void;
  noteBreak(): void;
  /** Follows a fresh connection: where it leads, and when it breaks. Throws when it breaks here. */
  follow(client: pg.ClientBase): Promise<void>;
  /** Compares with where the last one led. */
  notePlace(place: ServerPlace): void;
}

/** Any role may ask for all of it. A standby has no timeline to write on. */
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
    for (const heed of clockWatchers) heed();
  };
  const notePlace = (place: ServerPlace) => {
    const before = server;
    server = place.server;
    if (before === null || before === server) return;
    log.warn({ before, now: server }, 'the database is on another server, timeline or name');
    noteBreak();
  };
  return {
    breaks: () => breaks,
    onBreak: (heed) => void clockWatchers.push(heed),
    noteBreak,
    notePlace,
    async follow(client) {
      // For as long as it lives: one that breaks between two statements tells its listeners alone.
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

/** Null where the server is one that hides this, as some services that run PostgreSQL for others do. */
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
