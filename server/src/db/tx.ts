// Code in a transaction has SQL, one timestamp, new ids, the instance's settings and a log that is written after the
// commit. It has no access to the network or to a second transaction.
import type { Instance } from '../app.ts';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Random } from '../core/random.ts';
import type { Database, SqlTx } from './database.ts';

export interface Tx extends SqlTx {
  /** Taken on first use: code that waits for a lock must not use the time before the wait. */
  readonly now: Date;
  newId(): string;
  /** Written after the commit; dropped when the transaction is rolled back or repeated. */
  readonly log: TxLog;
  readonly instance: Instance;
}

type Line = (fields: object, message: string) => void;

export type TxLog = Readonly<Record<'info' | 'warn' | 'error', Line>>;

export interface InstanceDatabase extends Omit<Database, 'transaction' | 'unhurried'> {
  /** Repeated on serialization failures and deadlocks, each time with a new timestamp. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly unhurried: Pick<InstanceDatabase, 'query' | 'transaction' | 'snapshot'>;
}

export interface Carried {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A function because the database exists before the rest of the application. */
  instance(): Instance;
}

export function carrying(db: Database, carried: Carried): InstanceDatabase {
  const transactionOf =
    (on: Pick<Database, 'transaction'>): InstanceDatabase['transaction'] =>
    async (work) => {
      let lines: (() => void)[] = [];
      const result = await on.transaction((sql) => {
        lines = [];
        return work(loaded(sql, carried, lines));
      });
      for (const write of lines) write();
      return result;
    };
  const { unhurried } = db;
  return {
    ...db,
    transaction: transactionOf(db),
    unhurried: { ...unhurried, transaction: transactionOf(unhurried) },
  };
}

function loaded(sql: SqlTx, carried: Carried, lines: (() => void)[]): Tx {
  let moment: number | null = null;
  const later =
    (level: keyof TxLog): Line =>
    (fields, message) =>
      lines.push(() => carried.log[level](fields, message));
  return {
    isTx: true,
    query: sql.query,
    get now() {
      moment ??= carried.clock.now();
      // A new object each time: a Date is mutable.
      return new Date(moment);
    },
    newId: () => newId(carried.clock, carried.random),
    log: { info: later('info'), warn: later('warn'), error: later('error') },
    get instance() {
      return carried.instance();
    },
  };
}
