// Selects the instance for an integrator's command: a remote one with a personal token, or the one whose database is on
// this machine, which all other commands use.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../coins/read-config.ts';
import { SECOND, sleep } from '../core/clock.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { apiError } from '../core/errors.ts';
import { readCredentials } from '../sandbox/demo-project.ts';
import type { CallOperation } from './adapter.ts';
import { withOperations } from './add-operation.ts';
import { onceInterrupted } from './interruptible.ts';
import { hearChanges, operationsOf, type Remote } from './remote-instance.ts';
import { note } from './run.ts';

export interface Instance {
  readonly call: CallOperation;
  /** Null: on this machine. */
  readonly remote: Remote | null;
  /** The default project; null: the only one. */
  readonly project: string | null;
  /** Resolves when something may have changed, or after some seconds. */
  change(): Promise<void>;
}

/** Querying the database is cheap. A service that sends change notifications is still polled occasionally. */
const POLL_EVERY = { here: SECOND / 2, remote: 2 * SECOND } as const;

export interface InstanceOptions {
  readonly project?: string;
  readonly baseUrl?: string;
}

export async function withInstance(
  { baseUrl }: InstanceOptions,
  signal: AbortSignal,
  work: (instance: Instance) => Promise<void>,
): Promise<void> {
  const environment = processEnvironment();
  const token = environment['CHAINTILL_PERSONAL_TOKEN'] ?? '';
  const url = baseUrl ?? environment['CHAINTILL_BASE_URL'] ?? '';
  if (token === '' && baseUrl !== undefined) throw apiError('bad_request.no_personal_token');
  if (token !== '' && url !== '')
    return withRemote({ baseUrl: originOf(url), token }, signal, work);
  if (token !== '') throw apiError('bad_request.no_base_url');
  const { dataDir, databaseUrl } = readConfig(environment);
  if (databaseUrl === null && !existsSync(dataDir))
    throw apiError('bad_request.no_instance_here', { folder: resolve(dataDir) });
  const project = readCredentials(dataDir)?.project_id ?? null;
  const change = () => sleep(POLL_EVERY.here, signal);
  await withOperations((call) => work({ call, remote: null, project, change }), { anyClock: true });
}

async function withRemote(
  remote: Remote,
  outer: AbortSignal,
  work: (instance: Instance) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  let wake = new AbortController();
  const hearing = hearChanges(remote, { signal, call: () => wake.abort() });
  const change = async () => {
    await sleep(POLL_EVERY.remote, AbortSignal.any([signal, wake.signal]));
    wake = new AbortController();
  };
  try {
    await work({ call: operationsOf(remote), remote, project: null, change });
  } finally {
    ending.abort();
    await hearing;
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The origin without a path. Warns when a token is sent unencrypted. */
function originOf(url: string): string {
  if (!URL.canParse(url)) throw apiError('bad_request.not_a_url', { url });
  const { protocol, origin, hostname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw apiError('bad_request.not_http', { url });
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    note(`${origin} is not https, so others on the network could read your token`);
  return origin;
}

/** Aborts on Ctrl-C or on a request to stop; a second one ends the command immediately. */
export function untilInterrupted(): AbortSignal {
  const ending = new AbortController();
  onceInterrupted(() => ending.abort());
  return ending.signal;
}
