// Finds the first failed statement of a transaction, which is the reason the transaction failed. Statements issued
// together may settle in any order, and the server rejects all later ones: those rejections do not show whether to
// retry, or whether the database is unavailable.
import pg from 'pg';
import { DatabaseUnavailable } from './unavailable.ts';

export interface Transaction {
  isOver: boolean;
  /** The error of the first failed statement; null while none has failed. */
  cause: unknown;
}

/** in_failed_sql_transaction (PostgreSQL appendix A). */
const FAILED_BEFORE = '25P02';

export function causeOf(error: unknown, { cause }: Transaction): unknown {
  const failure = error instanceof DatabaseUnavailable ? error.cause : error;
  return cause !== null && sqlState(failure) === FAILED_BEFORE ? cause : error;
}

/** The PostgreSQL error code of a failure, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}
