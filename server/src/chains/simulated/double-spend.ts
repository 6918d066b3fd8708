// A double-spend attempt against an unconfirmed payment on simulated BCH: its nodes keep the first transaction, and
// prove that there is a second.
import { createHash } from 'node:crypto';
import { rulesOf } from './rules.ts';
import { operate, refused, type Simulation } from './simulation.ts';

/** The id of the proof. Throws AppError on networks without proofs, and when there is nothing to prove. */
export async function doubleSpend(simulation: Simulation, txid: string): Promise<string> {
  const { coin } = simulation;
  if (rulesOf(coin.code).hasDoubleSpendProofs !== true)
    throw refused('no_proofs', `nodes of ${coin.code} give no double-spend proofs`);
  const proof = createHash('sha256').update(`proof ${txid}`).digest('hex');
  const noted = await operate(simulation, (tx) =>
    tx.query(
      `update simulation.transactions set double_spend_proof = $3
       where coin = $1 and txid = $2 and mempool_number is not null returning 1`,
      [coin.code, txid, proof],
    ),
  );
  if (noted.length === 0) throw refused('not_in_mempool', `not in the mempool: ${txid}`);
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
