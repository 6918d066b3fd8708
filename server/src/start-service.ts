// Opens the database and runs the service on it. The service's code is loaded while PostgreSQL starts: each takes
// about as long as the other.
import { openGround } from './bootstrap.ts';
import type { Config } from './core/config/config.ts';
import type { Log } from './core/log.ts';
import type { RunningService } from './serve.ts';

/** `signal` aborts the start: everything that was opened is closed, and the embedded PostgreSQL is stopped. */
export async function startService(
  config: Config,
  log: Log,
  signal?: AbortSignal,
): Promise<RunningService> {
  const opening = openGround(config, log, {
    creates: true,
    migrates: 'after_copy',
    ...(signal && { signal }),
  });
  // A failure while the code is loading is reported below.
  opening.catch(() => undefined);
  const { prepareService, runService } = await import('./serve.ts');
  prepareService(config);
  return runService(await opening, signal);
}
