// An instance of the real program whose clocks a test moves, scraped once per simulated minute, as by Prometheus. Its
// jobs run on their own schedule.
import { vi } from 'vitest';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND, wallNow } from '../../src/core/clock.ts';
import type { ModeRules } from '../../src/core/config/mode-rules.ts';
import { openMetrics, scraped } from '../../src/metrics/count.ts';
import { fundWallets } from '../../src/sandbox/demo-project.ts';
import { auditWorker } from '../../src/workers/audit-books.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { createWorld, type Merchant, type World, type WorldOptions } from '../support/world.ts';
import { type Recording, startRecording } from './recording.ts';

const BLOCK_SECONDS = 600;

export interface Instance {
  readonly world: World;
  readonly merchant: Merchant;
  readonly recording: Recording;
  /** Lets minutes pass, each with the due work of `works` and a scrape. */
  pass(minutes: number, options?: PassOptions): Promise<void>;
  /** Lets time pass without scrapes. */
  skip(milliseconds: number): void;
  close(): Promise<void>;
}

interface PassOptions {
  /** Runs before the work of each minute. */
  readonly each?: (minute: number) => Promise<void>;
  /** False: no process runs workers. */
  readonly works?: boolean;
  /** Minutes between two scrapes. */
  readonly step?: number;
}

/**
 * Fakes this process's clocks until it is closed; timers stay real. `rules`: the live mode rules that its metrics
 * follow.
 */
export async function startInstance(
  options: WorldOptions = {},
  rules: Partial<ModeRules> = {},
): Promise<Instance> {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const metrics = openMetrics();
  const world = await createWorld(
    {},
    { ...options, audits: 'at-rest', measures: metrics.measures },
  );
  const { app, assembled, clock } = world;
  const simulations = defined(assembled.simulations, 'a sandbox');
  for (const simulation of simulations.values())
    await changeSettings(simulation, { mineEverySeconds: BLOCK_SECONDS });
  await fundWallets(app, simulations);
  const { coinWallets, nodes, workers } = assembled;
  if (!workers.includes(auditWorker)) throw new Error('the books of this instance are not audited');
  const config = { ...app.config, rules: { ...app.config.rules, ...rules } };
  const scrape = scraped(metrics, { ...app, config, coinWallets, nodes });
  const recording = startRecording(wallNow() / SECOND);
  const merchant = await world.merchant();
  const advance = (milliseconds: number) => {
    clock.advance(milliseconds);
    vi.advanceTimersByTime(milliseconds);
  };
  return {
    world,
    merchant,
    recording,
    async pass(minutes, { each, works = true, step = 1 } = {}) {
      for (let minute = 0; minute < minutes; minute += step) {
        advance(step * MINUTE);
        await each?.(minute);
        if (works) await runDueWork(app, workers);
        recording.add(await scrape());
      }
    },
    skip(milliseconds) {
      advance(milliseconds);
      recording.skip(milliseconds / SECOND);
    },
    async close() {
      await world.close();
      vi.useRealTimers();
    },
  };
}
