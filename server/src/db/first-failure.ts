// The failure of a transaction is that of its first statement that failed. Statements that run together may end in any
// order for their caller, and the server refuses all later ones: their refusal does not say whether to try again, or
// whether the database is away.
import pg from 'pg';
import { DatabaseUnavailable } from './unavailable.ts';

export interface Transaction {
  isOver: boolean;
  /** Of the first statement that failed; null while none has. */
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
