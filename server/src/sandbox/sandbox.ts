// The simulated networks of all coins and their controls, in sandbox mode.
import type { App } from '../app.ts';
import type { Chain, Finality } from '../chains/chain.ts';
import { foundChain } from '../chains/simulated/found-chain.ts';
import { dueChains, mineDue } from '../chains/simulated/mine.ts';
import { simulatedChain } from '../chains/simulated/simulated-chain.ts';
import { simulatedFamily } from '../chains/simulated/simulated-transfers.ts';
import { changeSettings, type Simulation } from '../chains/simulated/simulation.ts';
import type { SendingFamily } from '../chains/transfers.ts';
import type { Coin } from '../coins/coin.ts';
import type { Clock, MovableClock } from '../core/clock.ts';
import { invalid, rule } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import type { InstructionLookup } from '../risk/provider.ts';
import type { Worker } from '../workers/worker.ts';

export type Simulations = ReadonlyMap<string, Simulation>;

export interface Sandbox {
  readonly simulations: Simulations;
  readonly clock: MovableClock;
}

/** For the parts of the application that a sandbox has and a live instance lacks. */
export function openSandbox(
  simulations: Simulations | null,
  clock: MovableClock,
): { readonly sandbox?: Sandbox } {
  return simulations === null ? {} : { sandbox: { simulations, clock } };
}

const MINE_EVERY_SECONDS = 3;

/** Creates missing chains. `minesByItself` is off in tests. */
export async function openSimulations({
  coins,
  db,
  clock,
  log,
  seed,
  minesByItself,
}: {
  coins: ReadonlyMap<string, Coin>;
  db: Database;
  clock: Clock;
  log: Log;
  seed: string;
  minesByItself: boolean;
}): Promise<Simulations> {
  const simulations = new Map<string, Simulation>();
  for (const coin of coins.values()) {
    const simulation = { coin, db, clock, log };
    const isNew = await foundChain(simulation, seed);
    if (isNew && minesByItself) {
      await changeSettings(simulation, { mineEverySeconds: MINE_EVERY_SECONDS });
    }
    simulations.set(coin.code, simulation);
  }
  return simulations;
}

export function simulatedChains(
  simulations: Simulations,
  finality: ReadonlyMap<string, Finality>,
): ReadonlyMap<string, Chain> {
  return new Map(
    [...simulations].map(([code, simulation]) => [
      code,
      simulatedChain(simulation, finality.get(simulation.coin.feeCoin)),
    ]),
  );
}

export function simulatedFamilies(simulations: Simulations): ReadonlyMap<string, SendingFamily> {
  return new Map([...simulations].map(([code, simulation]) => [code, simulatedFamily(simulation)]));
}

/** Errors: 422 `must_be_included_in`. */
export function simulationOf(simulations: Simulations, coin: string): Simulation {
  const simulation = simulations.get(coin);
  if (simulation === undefined) throw invalid(rule.oneOf('currency', [...simulations.keys()]));
  return simulation;
}

export function miningWorker(simulations: Simulations): Worker {
  return {
    name: 'sandbox-mining',
    pollMilliseconds: 500,
    async run() {
      const [one] = simulations.values();
      const due = one === undefined ? [] : await dueChains(one.db, one.clock);
      for (const [coin, simulation] of simulations)
        if (due.includes(coin)) await mineDue(simulation);
      return 0;
    },
  };
}

/** The requested risk of simulated payments, by transaction. */
export function riskInstructions(db: Database): InstructionLookup {
  return async (subjects) => {
    const txids = subjects.flatMap((subject) => subject.txid ?? []);
    if (txids.length === 0) return subjects.map(() => null);
    const rows = await db.query<{ txid: string; coin: string; level: 'low' | 'medium' | 'high' }>(
      `select coin, txid, level from sandbox_risk_instructions where txid = any($1::text[]) order by txid`,
      [txids],
    );
    const levels = new Map(rows.map((row) => [`${row.coin}:${row.txid}`, row.level]));
    return subjects.map((subject) => levels.get(`${subject.currency}:${subject.txid}`) ?? null);
  };
}

export async function instructRisk(
  app: App,
  instruction: { coin: string; txid: string; level: 'low' | 'medium' | 'high' },
): Promise<void> {
  await app.db.query(
    `insert into sandbox_risk_instructions (coin, txid, level) values ($1, $2, $3)
     on conflict (coin, txid) do update set level = excluded.level`,
    [instruction.coin, instruction.txid, instruction.level],
  );
}
