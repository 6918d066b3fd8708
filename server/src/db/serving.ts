// Tracks which service processes use a database: each holds a shared lock on its listening connection for as long as it
// runs. Migrations wait for these processes to stop (ready-database.ts), because a release cannot work on the schema of
// another.
import type { Sql } from './database.ts';

/** Any fixed number. PostgreSQL shows its two halves in pg_locks. */
const SERVING_LOCK = 7205759403792796n;
const HALF = 32n;

export const HOLD_SERVING = `select pg_advisory_lock_shared(${SERVING_LOCK})`;

/** The PostgreSQL process ids of the service processes connected to this database. */
export async function servingSessions(sql: Sql): Promise<number[]> {
  const rows = await sql.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())
       and classid = ${SERVING_LOCK >> HALF} and objid = ${BigInt.asUintN(32, SERVING_LOCK)} order by pid`,
  );
  return rows.map(({ pid }) => pid);
}
