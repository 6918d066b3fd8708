// Reads what the transactions of the simulated network pay and use up, in primary key order.
import type { CarriedToken } from '../../coins/coin.ts';
import { groupBy } from '../../core/group.ts';
import { columnsOf } from '../../db/columns.ts';
import {
  type BlockMade,
  type IncomingPayment,
  maturityOf,
  type Spend,
  type TokenTransfer,
} from '../chain.ts';
import {
  operate,
  rulesOf,
  type Simulation,
  simulatedHash,
  simulatedNetwork,
  takeNumbers,
} from './simulation.ts';
import { byKey, insertForeignSpends, insertTransactions, OUTPUTS_MAX } from './store-chain.ts';

export type PaymentColumns = {
  [Name in Exclude<keyof IncomingPayment, 'maturity' | 'token'>]: IncomingPayment[Name] | null;
} & { readonly madeBy: BlockMade | null; readonly token: CarriedToken | null };

/** The delivered amount of a payment, not the stated one. */
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

function readInOrder<Row>(
  { db }: Simulation,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return db.transaction((tx) => tx.query<Row>(text, values));
}

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

/** Includes failed transactions. */
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

// Anyone can deploy a token contract, and its events can claim transfers to any address.

type ClaimedTransfer = Omit<TokenTransfer, 'txid'>;

/** Broadcasts one transaction with these claims, to canonical addresses, and returns its txid. */
export async function claimTransfers(
  simulation: Simulation,
  transfers: readonly ClaimedTransfer[],
): Promise<string> {
  const { coin, clock } = simulation;
  return operate(simulation, async (tx, { seed }) => {
    const number = await takeNumbers(tx, coin.code, 1);
    const txid = simulatedHash(coin.code, seed, number);
    const origin = `payer of ${txid}`;
    const { normalFee: fee, firstSequence } = rulesOf(coin.code);
    await insertTransactions(tx, coin.code, [
      {
        txid,
        number,
        fee,
        firstSeenAt: clock.now(),
        sources: [origin],
        raw: null,
        isStuck: false,
        hasFailed: false,
      },
    ]);
    await tx.query(
      `insert into simulation.token_transfers (coin, txid, index, contract, address, amount)
       select $1, $2, n.place - 1, n.contract, n.address, n.amount
       from unnest($3::text[], $4::text[], $5::numeric[]) with ordinality
         as n (contract, address, amount, place)`,
      [coin.code, txid, ...columnsOf(transfers, 'contract', 'address', 'amount')],
    );
    await insertForeignSpends(tx, coin.code, [{ txid, origin, number: firstSequence }]);
    return txid;
  });
}

/** In order, one per contract, transaction and address. */
export async function readTokenTransfers(
  { db, coin }: Simulation,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly TokenTransfer[]>> {
  if (coin.nodes.family !== 'evm' || coin.token !== null) return new Map();
  const rows = await db.query<TokenTransfer & { readonly hash: string }>(
    `select t.block_hash "hash", t.txid, c.contract, c.address, sum(c.amount) "amount"
     from simulation.token_transfers c join simulation.transactions t using (coin, txid)
     where t.coin = $1 and t.block_hash = any($2::text[]) and not t.has_failed
     group by t.block_hash, t.number, t.txid, c.contract, c.address
     order by t.number, min(c.index)`,
    [coin.code, hashes],
  );
  return groupBy(rows, ({ hash }) => hash);
}
