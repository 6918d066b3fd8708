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
}

export interface CrashPlan {
  /** 1 for the first statement or commit. */
  readonly at: number;
  /** `after`: it took effect, and its response is lost. */
  readonly when: 'before' | 'after';
}

export function interruptedDatabase(db: Database, plan: CrashPlan): InterruptedDatabase {
  let count = 0;
  let isDead = false;
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
  const isCounted = (statement: string) => !statement.includes('simulation.');
  return {
    isDead: () => isDead,
    db: {
      ...db,
      query: (statement, values) =>
        isCounted(statement)
          ? step(() => db.query(statement, values))
          : db.query(statement, values),
      write: (statement, values) => step(() => db.write(statement, values)),
      transaction: (work) => step(() => db.transaction((tx) => transact(tx, work))),
    },
  };

  /** A transaction has its own number, before those of its statements: a cut after it is after the commit. */
  function transact<T>(tx: SqlTx, work: (tx: SqlTx) => Promise<T>): Promise<T> {
    return work({
      isTx: true,
      query: (statement, values) => {
        if (!isCounted(statement)) return tx.query(statement, values);
        return step(() => tx.query(statement, values));
      },
    });
  }
}
