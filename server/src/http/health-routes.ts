// Health: `/health/live` says that the process answers, `/health/ready` whether it can do its work, with a
// reason for each part that cannot.
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { describeClock } from '../core/machine-clock.ts';
import { watchTaskName } from '../deposits/watch.ts';
import { quoteNow } from '../rates/rates.ts';

const CHECK_TIMEOUT = 3 * SECOND;
/** A look at a chain takes milliseconds, and a node that hangs is asked for half a minute before that is a failure. */
const LOOK_LIMIT = 10 * SECOND;

interface Check {
  readonly ok: boolean;
  readonly reason?: string;
}

/**
 * `whyNot`: it is not in service, as the server listens before all is done that only a start does, and for a moment
 * after a stop began.
 */
export function addHealthRoutes(
  fastify: FastifyInstance,
  app: App,
  whyNot: () => string | null,
): void {
  fastify.get('/health/live', async (_request, reply) =>
    reply.headers(headers).send({ status: 'live' }),
  );
  fastify.get('/health/ready', async (_request, reply) => {
    const reason = whyNot();
    const service = reason === null ? { ok: true } : { ok: false, reason };
    const checks: Record<string, Check> = { service, ...(await checkHealth(app)) };
    const isReady = Object.values(checks).every((check) => check.ok);
    return reply
      .code(isReady ? 200 : 503)
      .headers(headers)
      .send({ status: isReady ? 'ready' : 'not ready', checks: withoutAddresses(checks) });
  });
}

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Anybody may ask, and an error of a node names where it is: addresses and paths are left out. */
function withoutAddresses(checks: Readonly<Record<string, Check>>): Record<string, Check> {
  const entries = Object.entries(checks).map(([name, check]): [string, Check] =>
    check.reason === undefined ? [name, check] : [name, { ...check, reason: hidden(check.reason) }],
  );
  return Object.fromEntries(entries);
}

/** URLs, hosts with a port, IP addresses and paths of files. */
const ADDRESSES =
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|\[[0-9a-f:.]+\](?::\d+)?|\b[\w.-]+:\d{2,5}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<=^|[\s"'(])\/[^\s"')]+/gi;

function hidden(reason: string): string {
  return reason.replaceAll(ADDRESSES, '<address>');
}

/** Each part with its reason. Also printed by `chaintill doctor`. */
export async function checkHealth(app: App): Promise<Readonly<Record<string, Check>>> {
  const database = await checkDatabase(app);
  if (!database.ok) return { database };
  const chains = await checkChains(app);
  return { database, clock: checkClock(app), ...chains, rates: checkRates(app) };
}

async function checkDatabase(app: App): Promise<Check> {
  const timeout = AbortSignal.timeout(CHECK_TIMEOUT);
  const late = new Promise<Check>((resolve) =>
    timeout.addEventListener('abort', () =>
      resolve({ ok: false, reason: 'the database does not answer' }),
    ),
  );
  const asked = app.db
    .query('select 1')
    .then((): Check => ({ ok: true }))
    .catch((): Check => ({ ok: false, reason: 'the database cannot be reached' }));
  return Promise.race([asked, late]);
}

interface Watched {
  readonly name: string;
  readonly last_error: string | null;
  readonly failures: number;
  readonly due_at: Date;
  readonly leased_until: Date | null;
}

/** From what the watchers noted, in whichever process they run: no node is asked while somebody waits. */
async function checkChains(app: App): Promise<Record<string, Check>> {
  const rows = await app.db.query<Watched>(
    'select name, last_error, failures, due_at, leased_until from schedules order by name limit 1000',
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return Object.fromEntries(
    [...app.chains.keys()].map((coin) => {
      const reason = whyNotWatched(byName.get(watchTaskName(coin)));
      return [`chain_${coin}`, reason === null ? { ok: true } : { ok: false, reason }];
    }),
  );
}

/** A look is due again a second after the last one, so it shows when none ends or begins any more. */
function whyNotWatched(row: Watched | undefined): string | null {
  if (row === undefined) return 'not watched yet';
  if (row.last_error !== null) return `${row.failures} failed looks: ${row.last_error}`;
  const late = wallNow() - Number(row.due_at);
  if (late < LOOK_LIMIT) return null;
  const isAtIt = row.leased_until !== null && Number(row.leased_until) > wallNow();
  const why = isAtIt ? 'the node does not answer' : 'no process with workers looks';
  return `no look has ended for ${Math.floor(late / SECOND)} s: ${why}`;
}

function checkClock({ machineClock }: App): Check {
  if (!machineClock.isWrong) return { ok: true };
  return { ok: false, reason: `${describeClock(machineClock)}: nothing is done` };
}

function checkRates(app: App): Check {
  const missing = [...app.coins.keys()].filter((base) => {
    try {
      quoteNow(app, { base, quote: 'EUR' });
      return false;
    } catch {
      return true;
    }
  });
  return missing.length === 0
    ? { ok: true }
    : { ok: false, reason: `no fresh rate of ${missing.join(', ')}` };
}
