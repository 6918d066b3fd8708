// `chaintill serve` and `chaintill migrate`.
import type { Command } from 'commander';
import { readConfig } from '../coins/read-config.ts';
import { SECOND, sleep } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { createLog, type Log } from '../core/log.ts';
import { startWatchdog } from '../core/watchdog.ts';
import { describeStatus } from '../db/describe-status.ts';
import { type RunningService, startService } from '../serve.ts';
import { action, note, print, withGround } from './run.ts';
import { upgradedFirst } from './upgraded-first.ts';

export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('Run the service: the API, the hosted pages and all that happens by itself')
    .addHelpText('after', '\nExample:\n  PORT=9000 chaintill serve')
    .action(action(serve));
  program
    .command('migrate')
    .description(
      'Bring the database up to date and stop, while no service runs (serve does it by itself)',
    )
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=postgres://chaintill_service@localhost/chaintill \\\n' +
        '    DATABASE_OWNER_URL=postgres://chaintill@localhost/chaintill chaintill migrate\n' +
        'Or DATABASE_URL alone, of the role that owns the tables and is the service as well.',
    )
    .action(action(migrate));
}

async function migrate(): Promise<void> {
  const config = readConfig(processEnvironment());
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, process.stderr);
  await upgradedFirst(config, log, () =>
    withGround(
      async ({ db, standing }) => {
        const { text, hint } = await describeStatus(db, standing);
        print('The database is up to date.');
        print(`${text}${hint === null ? '' : `\n  -> ${hint}`}`);
      },
      { migrates: 'after_copy' },
    ),
  );
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** As long as a stop of the running service may take. */
const INTERRUPTION_LIMIT = 9 * SECOND;

async function serve(): Promise<void> {
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

/** When told to stop before it is ready, the process ends here, together with its PostgreSQL. */
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
    welcome === null ? '' : `\n  dashboard     ${welcome}   (signs in once, within 15 minutes)\n`;
  if (demo === null) return `\nChaintill is ready at ${url}\n${dashboard}`;
  return `
Chaintill is ready at ${url} (sandbox: simulated networks, no real money)

  credentials   ${demo.file} (version 1 of the API; the key under "v2" speaks version 2)
  API           ${url}/docs
${dashboard}
A first request, in a second terminal:

  ./chaintill request POST /api/invoices '{"price_amount":"10","price_currency":"EUR","pay_currency":"BTC"}'

The whole main job, step by step:

  ./chaintill demo
`;
}
