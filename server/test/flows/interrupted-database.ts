// A process that dies: a Database that stops at a chosen statement, or at a commit before or after it took effect, and
// does not respond from then on. Reads of the simulated node are not counted, as a real node is elsewhere.
import type { Database, SqlTx } from '../../src/db/database.ts';

export class Crash extends Error {
  override readonly name = 'Cut';
}

export interface InterruptedDatabase {
  readonly db: Database;
  /** Whether the cut happened. */
  isDead(): boolean;
  /** Statements and transactions so far. */
  places(): number;
  /** The kinds of changes that were committed so far: what each transaction, or statement of its own, wrote. */
  changes(): ReadonlySet<string>;
}

export interface CrashPlan {
  /** 1 for the first statement or commit; or the first commit of this kind of change. */
  readonly at: number | string;
  /** `after`: it took effect, and its response is lost. */
  readonly when: 'before' | 'after';
}

/** Also in a common table expression; not a lock. */
const WRITES = /\b(?:insert into|delete from|(?<!for |key )update)\b/i;

export function interruptedDatabase(db: Database, plan: CrashPlan): InterruptedDatabase {
  let count = 0;
  let isDead = false;
  const seen = new Set<string>();
  const die = (): never => {
    isDead = true;
    throw new Crash(`cut ${plan.when} statement ${plan.at}`);
  };
  /** Runs one countable operation; dies before or after it when its number is reached. */
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) return die();
    count += 1;
    const isHere = count === plan.at;
    if (isHere && plan.when === 'before') return die();
    const result = await work();
    if (isHere || isDead) return die();
    return result;
  };
  /** Dies before or after a commit of the planned kind. */
  const commit = (change: string, when: CrashPlan['when']): void => {
    if (change === '') return;
    if (when === 'after') seen.add(change);
    if (change === plan.at && when === plan.when) die();
  };
  const isCounted = (statement: string) => !statement.includes('simulation.');
  const single = (statement: string, run: () => Promise<never>): Promise<never> =>
    step(async () => {
      const change = WRITES.test(statement) ? statement : '';
      commit(change, 'before');
      const result = await run();
      commit(change, 'after');
      return result;
    });
  return {
    isDead: () => isDead,
    places: () => count,
    changes: () => seen,
    db: {
      ...db,
      query: (statement, values) =>
        isCounted(statement)
          ? single(statement, () => db.query(statement, values) as Promise<never>)
          : db.query(statement, values),
      write: (statement, values) =>
        single(statement, () => db.write(statement, values) as Promise<never>),
      transaction: (work) => step(() => transaction(work)),
    },
  };

  /** A transaction has its own number, before those of its statements: a cut after it is after the commit. */
  async function transaction<T>(work: (tx: SqlTx) => Promise<T>): Promise<T> {
    let change = '';
    const result = await db.transaction(async (tx) => {
      const writes = new Set<string>();
      const done = await work(noting(tx, writes));
      change = [...writes].sort().join('\n');
      commit(change, 'before');
      return done;
    });
    commit(change, 'after');
    return result;
  }

  function noting(tx: SqlTx, writes: Set<string>): SqlTx {
    return {
      isTx: true,
      query: (statement, values) => {
        if (!isCounted(statement)) return tx.query(statement, values);
        if (WRITES.test(statement)) writes.add(statement);
        return step(() => tx.query(statement, values));
      },
    };
  }
}
