// Holds back an unconfirmed transaction, like too low a fee, until it is released. Transactions that spend its outputs,
// and later ones of its sender, are not mined meanwhile either.
import { operate, refused, type Simulation } from './simulation.ts';

/** No block includes the transaction until it is released. Throws AppError unless it is in the mempool. */
export function stick(simulation: Simulation, txid: string): Promise<void> {
  return setStuck(simulation, txid, true);
}

/** The next block can include the transaction again. Throws AppError unless it is in the mempool. */
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
    if (changed.length === 0) throw refused('not_in_mempool', `not in the mempool: ${txid}`);
  });
}
