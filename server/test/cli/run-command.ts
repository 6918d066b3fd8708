// Runs a command of the command line in this process, on the database of a world.
import { commandHere } from '../support/command-here.ts';
import type { World } from '../support/world.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const PULSE = 200;

export async function runCommand(world: World, ...words: string[]): Promise<CommandResult> {
  const environment = {
    DATABASE_URL: world.database.url,
    CHAINTILL_DATA_DIR: world.app.config.dataDir,
    CHAINTILL_CORRECTION_LIMIT_EUR: String(world.app.config.correctionLimitEur),
  };
  // The world is the service next to it, which advances its database mark. Two concurrent checks would mistake each
  // other for a database rollback, so they run one after the other, as in the service.
  const pulse = setInterval(
    () => world.app.reactions.databaseDoubted(world.app).catch(() => undefined),
    PULSE,
  );
  try {
    const { code, stdout, stderr } = await commandHere(environment, words);
    return { code, out: stdout, err: stderr };
  } finally {
    clearInterval(pulse);
  }
}
