// The simulated networks of all coins and their controls, in sandbox mode.
import type { App } from '../app.ts';
import type { Chain, Finality } from '../chains/chain.ts';
import { foundChain } from '../chains/simulated/found-chain.ts';
import { mineDue, nextBlocks } from '../chains/simulated/mine.ts';
import { simulatedChain } from '../chains/simulated/simulated-chain.ts';
import { simulatedFamily } from '../chains/simulated/simulated-transfers.ts';
import { changeSettings, MINING_WORKER, type Simulation } from '../chains/simulated/simulation.ts';
import type { SendingFamily } from '../chains/transfers.ts';
import type { Coin } from '../coins/coin.ts';
import { type Clock, type MovableClock, SECOND } from '../core/clock.ts';
import { invalid, rule } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import type { InstructionLookup } from '../risk/provider.ts';
import { REST_MAX, type Worker } from '../workers/worker.ts';

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
const MINING_POLL = SECOND / 2;

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
  const coins = [...simulations.keys()];
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    name: MINING_WORKER,
    pollMilliseconds: MINING_POLL,
    // Payments, blocks and settings wake it, and so does a change of the clock.
    restFor: ({ clock }) => Math.min(Math.max(nextAt - clock.now(), 0), REST_MAX),
    async run({ clock }) {
      nextAt = clock.now() + REST_MAX;
      const [one] = simulations.values();
      if (one === undefined) return 0;
      const waiting = await one.db.query<{ coin: string }>(WAITING_FOR_BLOCKS);
      const next = nextBlocks(
        one.db,
        coins,
        waiting.map(({ coin }) => coin),
      );
      for (const { coin, dueAt } of await next) {
        const isDue = dueAt <= clock.now();
        if (isDue) await mineDue(simulationOf(simulations, coin));
        // After a block, the next one follows soon, or a run finds that nothing waits for it.
        nextAt = Math.min(nextAt, isDue ? clock.now() + MINING_POLL : dueAt);
      }
      return 0;
    },
  };
}

/**
 * The watcher has not read the chain to its tip, a payment is not confirmed or not mature, or something sent is not
 * final.
 */
const WAITING_FOR_BLOCKS = `select c.coin from simulation.chains c
  where not exists (select 1 from chain_cursors k where k.coin = c.coin and k.height >= c.height)
  or exists (select 1 from deposits d where d.coin = c.coin and d.status = 'pending')
  or exists (select 1 from deposits d where d.coin = c.coin and d.status = 'reversed')
  or exists (select 1 from deposits d
    where d.coin = c.coin and d.block_height is null and d.status in ('pending', 'confirmed'))
  or exists (select 1 from deposits d where d.coin = c.coin and not d.is_in_wallet and d.block_height is not null
    and (d.booked_at is not null or d.owner_type = 'treasury') and d.block_height + d.maturity - 1 > c.height)
  or exists (select 1 from payouts p where p.coin = c.coin and p.status = 'waiting')
  or exists (select 1 from transfers t where t.coin = c.coin and t.due_at is not null)
  or exists (select 1 from quarantines q where q.coin = c.coin) order by c.coin`;

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
