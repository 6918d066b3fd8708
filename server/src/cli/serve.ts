// `chaintill serve` and `chaintill migrate`.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../coins/read-config.ts';
import { SECOND, sleep } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { createLog, type Log } from '../core/log.ts';
import { startWatchdog } from '../core/watchdog.ts';
import { MigrationPending } from '../db/ready-database.ts';
import { describeRoleStatus } from '../db/service-role.ts';
import type { RunningService } from '../serve.ts';
import { startService } from '../start-service.ts';
import { withCrash } from './interruption.ts';
import { action, note, print, surroundings, withGround } from './run.ts';

export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('Run the service: the API, the hosted pages and all jobs')
    .addHelpText('after', '\nExample:\n  PORT=9000 chaintill serve')
    .action(action(serve));
  program
    .command('migrate')
    .description(
      'Migrate the database and exit, while no service runs (serve does this automatically)',
    )
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgres://chaintill_service@localhost/chaintill \\\n' +
        '    DATABASE_OWNER_URL=postgres://chaintill@localhost/chaintill chaintill migrate\n' +
        'Or set only DATABASE_URL, with the role that owns the tables and runs the service.',
    )
    .action(action(migrate));
}

async function migrate(): Promise<void> {
  const { config, log } = surroundings();
  await upgradedFirst(config, log, () =>
    withGround(
      async ({ db, roleStatus }) => {
        const { text, hint } = await describeRoleStatus(db, roleStatus);
        print('The database is up to date.');
        print(`${text}${hint === null ? '' : `\n  -> ${hint}`}`);
      },
      { migrates: 'after_copy' },
    ),
  );
}

/**
 * Upgrades an embedded database of an older release first, as `chaintill upgrade --without-backup` does. `open` throws
 * MigrationPending if an upgrade is needed, and is called again afterwards.
 */
async function upgradedFirst<T>(config: Config, log: Log, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof MigrationPending)) throw error;
  }
  await upgrade({ ...config, dataDir: resolve(config.dataDir) }, log);
  return open();
}

async function upgrade(config: Config, log: Log): Promise<void> {
  const { upgradeDatabase } = await import('./upgrade-database.ts');
  const say = (progress: string) => log.info({ progress }, 'upgrading the database');
  const done = await withCrash((abort) =>
    upgradeDatabase({ config, programs: null, place: null, log, abort, say }),
  );
  const applied = done?.applied.length ?? 0;
  log.info(
    { applied },
    'database upgraded; the state before is kept: `chaintill upgrade --rollback` rolls back to it, --delete-previous deletes it',
  );
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** The time that a stop of the running service may take. */
const INTERRUPTION_LIMIT = 9 * SECOND;

export async function serve(): Promise<void> {
  startWatchdog(processEnvironment());
  const config = readConfig(processEnvironment());
  const log = createLog(config.logLevel);
  const service = await upgradedFirst(config, log, () => startInterruptibly(config, log));
  note(startText(service));
  const stop = () => {
    service
      .stop()
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      });
  };
  for (const signal of SIGNALS) process.once(signal, stop);
}

/** If it is stopped before it is ready, the process ends here, together with its PostgreSQL. */
async function startInterruptibly(config: Config, log: Log): Promise<RunningService> {
  const interruption = new AbortController();
  const interrupt = () => {
    log.info('stopping before the start is complete');
    void sleep(INTERRUPTION_LIMIT).then(() => process.exit(1));
    interruption.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await startService(config, log, interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    log.info('stopped');
    return process.exit(0);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
  }
}

function startText(service: RunningService): string {
  const { url, demo, welcome } = service;
  const dashboard =
    welcome === null
      ? ''
      : `\n  dashboard     ${welcome}   (this link works once, within 15 minutes)\n`;
  if (demo === null) return `\nChaintill is ready at ${url}\n${dashboard}`;
  return `
Chaintill is ready at ${url} (sandbox: simulated networks, no real money)

  credentials   ${demo.file} (API version 1; the key under "v2" uses version 2)
  API           ${url}/docs
${dashboard}
Send a first request, in a second terminal:

  ./chaintill request POST /api/invoices '{"price_amount":"10","price_currency":"EUR","pay_currency":"BTC"}'

Run all main features, step by step:

  ./chaintill demo
`;
}
