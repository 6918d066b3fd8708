// The settings of a simulated chain: whether its node answers, the fee level, and how often it mines automatically.
// Stored in the database, so that every process sees them immediately.
import type { Sql } from '../../db/database.ts';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import { refused, type Simulation } from './simulation.ts';

export interface SimulationSettings {
  /** Every method of the Chain port throws ChainUnavailable; the network itself continues. */
  readonly nodeIsDown: boolean;
  /** The current fee level, in percent of the baseline. */
  readonly feePercent: number;
  /** The node keeps the first of two conflicting transactions, whatever the second pays. */
  readonly refusesReplacements: boolean;
  /** Null: blocks are mined only on demand. */
  readonly mineEverySeconds: number | null;
}

/** The settings of a coin's chain. Throws AppError `unknown_chain` when the chain was not created. */
export async function readSettings(sql: Sql, coin: string): Promise<SimulationSettings> {
  const [row] = await sql.query<SimulationSettings>(
    `select node_is_down "nodeIsDown", fee_percent "feePercent",
       refuses_replacements "refusesReplacements", mine_every_seconds "mineEverySeconds"
     from simulation.settings where coin = $1`,
    [coin],
  );
  if (row === undefined) throw refused('unknown_chain', `no simulated ${coin} chain was founded`);
  return row;
}

/** Changes the given settings, keeps the others, and returns the result. */
export async function changeSettings(
  simulation: Simulation,
  changes: Partial<SimulationSettings>,
): Promise<SimulationSettings> {
  assertOutsideTransaction();
  const coin = simulation.coin.code;
  await simulation.db.query(
    `update simulation.settings
     set node_is_down = coalesce($2, node_is_down), fee_percent = coalesce($3, fee_percent),
         refuses_replacements = coalesce($6, refuses_replacements),
         mine_every_seconds = case when $4 then $5 else mine_every_seconds end
     where coin = $1`,
    [
      coin,
      changes.nodeIsDown ?? null,
      changes.feePercent ?? null,
      changes.mineEverySeconds !== undefined,
      changes.mineEverySeconds ?? null,
      changes.refusesReplacements ?? null,
    ],
  );
  simulation.log.info({ coin, ...changes }, 'simulated network settings changed');
  return readSettings(simulation.db, coin);
}
