// Replaces an unconfirmed payment with one that spends the same funds (BIP-125, double-spend or same nonce).
import { createHash } from 'node:crypto';
import { apiError } from '../../core/errors.ts';
import type { SqlTx } from '../../db/database.ts';
import { broadcastPayments, foreignAddress, type PaidOutput, paymentChecker } from './pay.ts';
import { operate, rulesOf, type Simulation, takeNumbers } from './simulation.ts';
import { copySpends, evict } from './store-chain.ts';

export type Replacement =
  | { readonly txid: string; readonly outputs: readonly PaidOutput[] }
  /** The amount of the first output. 0: its money goes to a foreign address. */
  | { readonly txid: string; readonly amount: bigint };

/** Returns the new txid. Throws AppError when the payment cannot be replaced. */
export async function replace(simulation: Simulation, replacement: Replacement): Promise<string> {
  const { coin } = simulation;
  if (!rulesOf(coin.code).isReplaceable) {
    throw apiError('not_replaceable', { coin: coin.code });
  }
  const txid = await operate(simulation, (tx, { seed }) =>
    replaceIn(tx, { simulation, seed, replacement }),
  );
  simulation.log.debug(
    { coin: coin.code, replaced: replacement.txid, txid },
    'simulated replacement',
  );
  return txid;
}

interface Replacing {
  readonly simulation: Simulation;
  readonly seed: string;
  readonly replacement: Replacement;
}

async function replaceIn(tx: SqlTx, replacing: Replacing): Promise<string> {
  const { simulation, seed, replacement } = replacing;
  const coin = simulation.coin.code;
  const old = await readPayment(tx, coin, replacement.txid);
  const outputs =
    'outputs' in replacement
      ? replacement.outputs
      : await withAmount(tx, replacing, replacement.amount);
  const payment = paymentChecker(simulation)({ outputs, sources: old.sources });
  // Clearly above every network's minimum increase (BIP-125 rule 4; 10% in geth's transaction pool).
  const fee = old.fee * 2n;
  const [txid = ''] = await broadcastPayments(tx, { simulation, seed, payments: [payment], fee });
  await copySpends(tx, coin, { from: replacement.txid, to: txid });
  await evict(tx, coin, { txids: [replacement.txid], replacedBy: txid });
  return txid;
}

async function readPayment(
  tx: SqlTx,
  coin: string,
  txid: string,
): Promise<{ fee: bigint; sources: string[] }> {
  const [row] = await tx.query<{ fee: bigint; sources: string[]; isOurs: boolean }>(
    `select fee, sources, raw is not null as "isOurs" from simulation.transactions
     where coin = $1 and txid = $2 and mempool_number is not null`,
    [coin, txid],
  );
  if (row === undefined) throw apiError('not_in_mempool', { txid });
  if (row.isOurs) throw apiError('not_foreign');
  return row;
}

/** The old outputs with another amount in the first one, or with a foreign address in the first one. */
async function withAmount(tx: SqlTx, replacing: Replacing, amount: bigint): Promise<PaidOutput[]> {
  const { simulation, seed, replacement } = replacing;
  const coin = simulation.coin.code;
  const [first, ...others] = await tx.query<PaidOutput>(
    `select address, tag, amount from simulation.outputs
     where coin = $1 and txid = $2 order by index`,
    [coin, replacement.txid],
  );
  if (first === undefined) throw apiError('no_outputs', { txid: replacement.txid });
  if (amount !== 0n) return [{ ...first, amount }, ...others];
  const number = await takeNumbers(tx, coin, 1);
  const address = foreignAddress(simulation.coin, seed, number);
  return [{ address, amount: first.amount }, ...others];
}

// Holds back a transaction, those that spend its outputs, and later ones of its sender until it is released.

/** Throws AppError unless the transaction is in the mempool. */
export function stick(simulation: Simulation, txid: string): Promise<void> {
  return setStuck(simulation, txid, true);
}

/** Throws AppError unless the transaction is in the mempool. */
export function release(simulation: Simulation, txid: string): Promise<void> {
  return setStuck(simulation, txid, false);
}

function setStuck(simulation: Simulation, txid: string, isStuck: boolean): Promise<void> {
  return operate(simulation, async (tx) => {
    const changed = await tx.query(
      `update simulation.transactions set is_stuck = $3
       where coin = $1 and txid = $2 and mempool_number is not null returning txid`,
      [simulation.coin.code, txid, isStuck],
    );
    if (changed.length === 0) throw apiError('not_in_mempool', { txid });
  });
}

// A double-spend attempt on simulated BCH: nodes keep the first transaction and prove that a second exists.

/** Returns the id of the proof. Throws AppError on networks without proofs, and when there is nothing to prove. */
export async function doubleSpend(simulation: Simulation, txid: string): Promise<string> {
  const { coin } = simulation;
  if (rulesOf(coin.code).hasDoubleSpendProofs !== true)
    throw apiError('no_proofs', { coin: coin.code });
  const proof = createHash('sha256').update(`proof ${txid}`).digest('hex');
  const noted = await operate(simulation, (tx) =>
    tx.query(
      `update simulation.transactions set double_spend_proof = $3
       where coin = $1 and txid = $2 and mempool_number is not null returning 1`,
      [coin.code, txid, proof],
    ),
  );
  if (noted.length === 0) throw apiError('not_in_mempool', { txid });
  return proof;
}

/** Covers only the mempool. */
export async function readProofs(
  simulation: Simulation,
  txids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await simulation.db.query<{ txid: string; proof: string }>(
    `select txid, double_spend_proof as proof from simulation.transactions
     where coin = $1 and txid = any($2::text[]) and mempool_number is not null
       and double_spend_proof is not null`,
    [simulation.coin.code, txids],
  );
  return new Map(rows.map(({ txid, proof }) => [txid, proof]));
}
