// How long anything may take that goes on between this process and PostgreSQL, on both sides of the connection. No
// process may hold up the others for long, whether it was stopped, lost its power or was cut off; and no request
// may wait for long for a database that says nothing. The order matters: whoever holds a lock and does nothing is
// ended before those who wait for it give up, and the server gives up before the client does, which then knows why.
import { HOUR, MINUTE, SECOND } from '../core/clock.ts';

export interface Limits {
  /** Until a connection stands, the login included. */
  readonly connect: number;
  /** Until a connection of the pool is free. */
  readonly acquire: number;
  /** Of one statement, waiting for locks included. */
  readonly statement: number;
  /** Of waiting for one lock, advisory ones too. */
  readonly lock: number;
  /** Between two statements of a transaction: they follow each other at once, unless the process does not run. */
  readonly idleInTransaction: number;
  /** Of a transaction as a whole. PostgreSQL 17 and newer. */
  readonly transaction: number;
}

/** Requests and workers: bounded sets found by keys, which take milliseconds. */
export const PROMPT: Limits = {
  connect: 4 * SECOND,
  acquire: 5 * SECOND,
  statement: 30 * SECOND,
  lock: 6 * SECOND,
  idleInTransaction: 4 * SECOND,
  transaction: MINUTE,
};

/** What looks at whole tables, as the audit, and what changes them, as a migration. */
export const UNHURRIED: Limits = {
  ...PROMPT,
  acquire: 5 * MINUTE,
  statement: HOUR,
  lock: 5 * MINUTE,
  transaction: 2 * HOUR,
};

/** So much later than the server the client gives up, when there is no answer at all. */
const CLIENT_LATER = 3 * SECOND;

/** What the client waits for the answer to one statement. */
export function answerLimit({ statement }: Limits): number {
  return statement + CLIENT_LATER;
}

/**
 * What a server of one's own may have set otherwise, and what statements here are made for. They are short: compiling
 * them (`jit`, on in PostgreSQL's packages) or starting others for them costs more than it saves, with the planner's
 * figures of our transactions (db/database.ts) all the more: the tests of the audit took seven times as long.
 */
const WAY_OF_WORK: Readonly<Record<string, string>> = {
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  default_transaction_isolation: 'read committed',
  TimeZone: 'UTC',
  // As the driver reads times and bytes.
  DateStyle: 'ISO, YMD',
  bytea_output: 'hex',
};

/**
 * The server's side, for one session; an ordinary user may set them. A peer that is gone is noticed after 5 + 3 * 2
 * seconds of silence, or when it has not taken what it was sent for 10; while a statement runs, every 2 seconds
 * (not on Windows, which cannot look). Settings that this server does not know are left out.
 */
export function sessionSettings(limits: Limits): string {
  const settings: Readonly<Record<string, number | string>> = {
    ...WAY_OF_WORK,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    transaction_timeout: limits.transaction,
    client_connection_check_interval: 2 * SECOND,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 10 * SECOND,
  };
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `select set_config(name, value, false) from (values ${values.join(', ')}) as requested(name, value)
    where name in (select name from pg_settings)
      and not (name = 'client_connection_check_interval' and version() ~* 'mingw|visual c|msvc')`;
}
