// Separates an unavailable, full or slow database from all other failures, because the caller can retry later. The
// statement may still have run. Error codes: PostgreSQL appendix A.
import pg from 'pg';

export class DatabaseUnavailable extends Error {
  /** The caller stopped waiting, but the work continues. */
  readonly goesOn: boolean;

  constructor(cause: unknown, goesOn = false) {
    super(`${whatIsWrong(cause)}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'DatabaseUnavailable';
    this.goesOn = goesOn;
  }
}

export function notDoneInTime(): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error('the request is not done in time'), true);
}

/** admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections; a standby being promoted. */
const CODES = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
/**
 * insufficient_resources, disk_full, out_of_memory, io_error. Statements that need none of these still succeed, so a
 * connection check would not detect the outage.
 */
const FULL_CODES = new Set(['53000', '53100', '53200', '58030']);
/** query_canceled (statement_timeout), lock_not_available, and the limits on idle and long transactions. */
const SLOW_CODES = new Set(['57014', '55P03', '25P03', '25P04']);
/** Node's socket errors (POSIX errno), and errors of a temporary DNS failure. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver has no codes for these (pg, lib/client.js). */
const MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
/** The driver's timeouts (pg, lib/client.js; pg-pool, index.js): query, connect, acquire. */
const SLOW_MESSAGES =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect)/;

/** Converts driver errors that mean an unavailable database; returns all others unchanged. */
export function namedFailure(error: unknown): unknown {
  return isAway(error) || isFull(error) || isSlow(error) ? new DatabaseUnavailable(error) : error;
}

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CODES.has(error.code ?? '');
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return false;
  const { code } = error as { code?: unknown };
  // For a host with several addresses, the error contains the errors of all of them.
  if (error instanceof AggregateError && code === undefined) return error.errors.every(isAway);
  return SOCKET_CODES.has(String(code)) || MESSAGES.test(error.message);
}

function whatIsWrong(cause: unknown): string {
  if (isFull(cause)) return 'the database has no room';
  return isSlow(cause) ? 'the database took too long' : 'the database is away';
}

function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && FULL_CODES.has(error.code ?? '');
}

function isSlow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return SLOW_CODES.has(error.code ?? '');
  return error instanceof Error && SLOW_MESSAGES.test(error.message);
}

// A transaction's first failed statement is the cause of the failure: statements issued together settle in any order,
// and the server rejects all later ones.

export interface Transaction {
  isOver: boolean;
  /** Null while no statement has failed. */
  cause: unknown;
}

/** in_failed_sql_transaction (PostgreSQL appendix A). */
const FAILED_BEFORE = '25P02';

export function causeOf(error: unknown, { cause }: Transaction): unknown {
  const failure = error instanceof DatabaseUnavailable ? error.cause : error;
  return cause !== null && sqlState(failure) === FAILED_BEFORE ? cause : error;
}

export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}
