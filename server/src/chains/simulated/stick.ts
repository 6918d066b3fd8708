// Holds an unconfirmed transaction back, as a fee that is too low does, until it is released. Nothing
// that spends its outputs, and no later transaction of its sender, is mined meanwhile either.
import { operate, refused, type Simulation } from './simulation.ts';

/** No block takes the transaction until it is released. Throws AppError unless it waits in the mempool. */
export function stick(simulation: Simulation, txid: string): Promise<void> {
  return setStuck(simulation, txid, true);
}

/** The next block takes the transaction again. Throws AppError unless it waits in the mempool. */
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
