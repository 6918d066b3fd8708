// `chaintill trigger`: runs the sandbox until a callback is sent, and prints the objects it created for that.
import type { Command } from 'commander';
import { type CallbackType, callbackEvents } from '../contract/callback-events.ts';
import { SECOND, sleep, wallNow } from '../core/clock.ts';
import { apiError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { systemRandom } from '../core/random.ts';
import { type Instance, type InstanceOptions, untilInterrupted, withInstance } from './instance.ts';
import { eventNames } from './listen.ts';
import type { Play, PlayStage } from './play-steps.ts';
import { plays } from './plays.ts';
import { type Remote, requestRemote } from './remote-instance.ts';
import { findCredentials, signedFetch } from './request.ts';
import { action, example, print } from './run.ts';
import { callSandbox, SandboxRefusal } from './sandbox.ts';

const catalogue: Readonly<Record<string, CallbackType>> = callbackEvents;

export function addTriggerCommand(program: Command): void {
  program
    .command('trigger <event...>')
    .description('Simulate activity in the running sandbox until these callbacks are queued')
    .option('--project <id>', 'ID or name of the project; optional if there is only one')
    .option('--base-url <url>', 'URL of a remote sandbox (with CHAINTILL_PERSONAL_TOKEN)')
    .addHelpText('after', `\nEvents:\n${eventsText()}`)
    .addHelpText(...example('trigger Invoice.refunded'))
    .action(action(trigger));
}

function eventsText(): string {
  const width = Math.max(...eventNames.map((name) => name.length));
  const lines = Object.entries(catalogue).flatMap(([type, { events }]) =>
    Object.entries(events).map(([event, when]) => `  ${`${type}.${event}`.padEnd(width)}  ${when}`),
  );
  return lines.join('\n');
}

async function trigger(events: readonly string[], options: InstanceOptions): Promise<void> {
  const unknown = events.filter((event) => !eventNames.includes(event));
  if (unknown.length > 0)
    throw apiError('bad_request.unknown_events', { unknown, known: eventsText() });
  await withInstance(options, untilInterrupted(), async (instance) => {
    const project = options.project ?? instance.project ?? undefined;
    const { id } = await instance.call('projects.show', { project });
    const transports =
      instance.remote === null ? ownTransports(id) : remoteTransports(instance.remote, id);
    await insistOnSandbox(transports.baseUrl);
    for (const event of events) await playOne(instance, { event, project: id, transports });
  });
}

interface Transports extends Pick<PlayStage, 'merchant'> {
  readonly baseUrl: string;
}

/** These routes do not exist in live mode. */
async function insistOnSandbox(baseUrl: string): Promise<void> {
  try {
    await callSandbox(baseUrl, 'settings', {});
  } catch (error) {
    const isLive = error instanceof SandboxRefusal && error.status === NOT_FOUND;
    throw isLive ? apiError('bad_request.live_instance', { baseUrl }) : error;
  }
}

const NOT_FOUND = 404;
const LIMIT = 180 * SECOND;

async function playOne(
  instance: Instance,
  { event, project, transports }: { event: string; project: string; transports: Transports },
): Promise<void> {
  const [type = '', name = ''] = event.split('.');
  const play = (plays as Readonly<Record<string, Readonly<Record<string, Play>>>>)[type]?.[name];
  if (play === undefined) throw apiError('bad_request.event_not_triggerable', { event });
  const made = new Set<string>();
  print(event);
  await withSetting(instance, { project, setting: play.setting }, async () => {
    let { next } = await instance.call('callbacks.events', { project });
    await play.run({
      project,
      call: instance.call,
      merchant: transports.merchant,
      sandbox: <T>(route: string, body: object) =>
        callSandbox(transports.baseUrl, route, body) as Promise<T>,
      choose: (page, coin) => submit(transports.baseUrl, page, { pay_currency: coin }),
      submit: (page, form) => submit(transports.baseUrl, page, form),
      made(what, id) {
        made.add(id);
        print(`  ${what} ${id}`);
      },
    });
    for (const giveUpAt = wallNow() + LIMIT; wallNow() < giveUpAt; ) {
      const found = await instance.call('callbacks.events', { project, after: next });
      const reported = found.rows.find((row) => row.event === event && made.has(row.object_id));
      if (reported !== undefined) return print(`  callback ${reported.id}`);
      next = found.next;
      if (!found.more) await sleep(POLL_EVERY);
    }
    throw apiError('delivery_timeout', { event, seconds: LIMIT / SECOND });
  });
}

const POLL_EVERY = 300;

/** Enables the setting for the duration of the play if it is off. */
async function withSetting(
  { call }: Instance,
  { project, setting }: { project: string; setting: Play['setting'] },
  work: () => Promise<void>,
): Promise<void> {
  if (setting === undefined) return work();
  const { [setting]: before } = await call('projects.show', { project });
  if (before === true) return work();
  print(`  changed setting ${setting} for this`);
  await call('projects.update', { project, [setting]: true });
  try {
    await work();
  } finally {
    const back = before === null ? { unset: [setting] } : { [setting]: false };
    await call('projects.update', { project, ...back });
  }
}

/** Uses the key from the sandbox's credentials or the environment. */
function ownTransports(project: string): Transports {
  const credentials = findCredentials({});
  return {
    baseUrl: credentials.baseUrl,
    async merchant<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
      const answer = await signedFetch(credentials, {
        method,
        target: `/api/${path}`,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { 'api-version': '2', 'idempotency-key': newKey() },
      });
      if (answer.status < REFUSED_FROM) return (JSON.parse(answer.text) as { data: T }).data;
      throw apiError(
        'refused',
        { method, path, project, status: answer.status, text: answer.text },
        { status: answer.status },
      );
    },
  };
}

const REFUSED_FROM = 400;

/** Uses only the token, with its user's permissions. */
function remoteTransports(remote: Remote, project: string): Transports {
  return {
    baseUrl: remote.baseUrl,
    merchant: <T>(method: 'GET' | 'POST', path: string, body?: object) =>
      requestRemote<T>(remote, {
        method,
        path: `/admin/api/projects/${project}/${path}`,
        headers: { 'idempotency-key': newKey() },
        ...(body !== undefined && { body }),
      }),
  };
}

function newKey(): string {
  return newId({ now: wallNow }, systemRandom);
}

async function submit(
  baseUrl: string,
  page: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await fetch(`${baseUrl}/${page}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const target = answer.headers.get('location');
  if (target !== null) return target;
  throw new SandboxRefusal(page, answer.status, await answer.text());
}
