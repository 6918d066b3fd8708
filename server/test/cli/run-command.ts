// Runs a command of the command line in this process, on the database of a world.
import { vi } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { detectRollback } from '../../src/payouts/recover/detect-rollback.ts';
import type { World } from '../support/world.ts';

export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const PULSE = 200;

/** One at a time, as what is printed is caught. */
export async function runCommand(world: World, ...words: string[]): Promise<CommandOutcome> {
  const texts = { out: '', err: '' };
  const caught = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    texts[name] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(caught('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(caught('err')),
  ];
  vi.stubEnv('DATABASE_URL', world.database.url);
  vi.stubEnv('CHAINTILL_DATA_DIR', world.app.config.dataDir);
  // The world is the service that runs beside it, whose mark rises.
  const pulse = setInterval(() => detectRollback(world.app).catch(() => undefined), PULSE);
  process.exitCode = 0;
  try {
    await program.parseAsync(words, { from: 'user' });
    return { code: Number(process.exitCode), ...texts };
  } finally {
    clearInterval(pulse);
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
