// Reads what the transactions of the simulated network pay and use up, in primary key order. Used by
// simulated-chain.ts.
import type { CarriedToken } from '../../coins/coin.ts';
import { groupBy } from '../../core/group.ts';
import type { IncomingPayment, Spend } from '../chain.ts';
import { type BlockMade, maturityOf } from '../maturity.ts';
import { type Simulation, simulatedNetwork } from './simulation.ts';

export type PaymentColumns = {
  [Name in Exclude<keyof IncomingPayment, 'maturity' | 'token'>]: IncomingPayment[Name] | null;
} & { readonly madeBy: BlockMade | null; readonly token: CarriedToken | null };

/** The columns of `o` and `t` that make an incoming payment: the delivered amount, not the stated one. */
export const paymentColumns =
  'o.txid, o.index, o.address, o.tag, o.delivered "amount", o.token, t.made_by "madeBy"';

export function toPayment({ coin }: Simulation, row: PaymentColumns): IncomingPayment | null {
  const { txid, index, address, tag, amount, token, madeBy } = row;
  if (txid === null || index === null || address === null || amount === null) return null;
  const payment = { txid, index, address, tag, amount, ...(token !== null && { token }) };
  return madeBy === null
    ? payment
    : { ...payment, maturity: maturityOf(coin.code, madeBy, simulatedNetwork) };
}

/** More than any transaction has. */
export const OUTPUTS_MAX = 100_000;

/**
 * The rows of transaction `t`, in primary key order. A join planned while the tables are empty would read a whole coin
 * for each transaction of a block of thousands. In a transaction, no plan reads a whole table (db/database.ts), and
 * only the primary key index provides this order, as long as the planner does not know that there is a single txid.
 */
export const byKey = (table: 'outputs' | 'spends') =>
  `select * from simulation.${table} where coin = t.coin and txid >= t.txid and txid <= t.txid`;

function readInOrder<Row>(
  { db }: Simulation,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return db.transaction((tx) => tx.query<Row>(text, values));
}

/** The payments of each block, in order. */
export async function readPayments(
  simulation: Simulation,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, IncomingPayment[]>> {
  const rows = await readInOrder<PaymentColumns & { hash: string }>(
    simulation,
    `select t.block_hash "hash", ${paymentColumns}
     from simulation.transactions t
     cross join lateral (${byKey('outputs')} order by coin, txid, index limit ${OUTPUTS_MAX}) o
     where t.coin = $1 and t.block_hash = any($2::text[]) and not t.has_failed
     order by t.number, o.index`,
    [simulation.coin.code, hashes],
  );
  const found = groupBy(rows, (row) => row.hash);
  const paid = (list: PaymentColumns[]) => list.flatMap((row) => toPayment(simulation, row) ?? []);
  return new Map([...found].map(([hash, list]) => [hash, paid(list)]));
}

/** What the transactions of each block use up, including failed ones. */
export async function readSpends(
  simulation: Simulation,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Spend[]>> {
  const rows = await readInOrder<Spend & { hash: string }>(
    simulation,
    `select t.block_hash "hash", s.txid, s.origin, s.number
     from simulation.transactions t
     cross join lateral (${byKey('spends')} order by coin, txid, origin, number limit ${OUTPUTS_MAX}) s
     where t.coin = $1 and t.block_hash = any($2::text[])
     order by t.number, s.origin, s.number`,
    [simulation.coin.code, hashes],
  );
  const found = groupBy(rows, (row) => row.hash);
  return new Map([...found].map(([hash, list]) => [hash, list.map(toSpend)]));
}

function toSpend({ txid, origin, number }: Spend): Spend {
  return { txid, origin, number };
}

export async function readUnconfirmedSpends(
  simulation: Simulation,
  { from, to }: { from: number; to: number },
): Promise<Spend[]> {
  return readInOrder<Spend>(
    simulation,
    `select s.txid, s.origin, s.number
     from simulation.transactions t
     cross join lateral (${byKey('spends')} order by coin, txid, origin, number limit ${OUTPUTS_MAX}) s
     where t.coin = $1 and t.mempool_number > $2 and t.mempool_number <= $3
     order by t.mempool_number, s.origin, s.number`,
    [simulation.coin.code, from, to],
  );
}
