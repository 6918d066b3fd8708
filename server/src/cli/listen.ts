// `chaintill listen`: streams the callbacks of a project to a program that the service cannot reach. It reads stored
// events (`callbacks.events`), independently of the endpoints and their queue.
import type { Command } from 'commander';
import { callbackEvents } from '../contract/callback-events.ts';
import { wallNow } from '../core/clock.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { apiError } from '../core/errors.ts';
import { systemRandom } from '../core/random.ts';
import { guardedPost, isAcknowledged, type PostResult } from '../events/guarded-post.ts';
import { callbackHeaders, standardWebhooksSecret } from '../events/sign-callback.ts';
import { itemsOf } from './add-operation.ts';
import { type Instance, type InstanceOptions, untilInterrupted, withInstance } from './instance.ts';
import { action, example, note, printLine, withRetries } from './run.ts';

interface Target {
  readonly url: string;
  readonly secret: string;
}

interface HeardEvent {
  readonly id: string;
  readonly event: string;
  readonly object_id: string;
  readonly created_at: string;
  readonly payload: string;
}

const ANY_ADDRESS = {
  allowHttp: true,
  allowLoopback: true,
  allowRanges: ['0.0.0.0/0', '::/0'],
} as const;

/** Text without a scheme becomes http, for a program on this machine: `localhost:3000/callbacks`. */
function targetUrl(text: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw apiError('bad_request.forward_to_not_http', { url: text });
  return url;
}

function forward({ id, payload }: HeardEvent, target: Target): Promise<PostResult> {
  const callback = { id, sentAt: wallNow(), body: payload };
  const headers = callbackHeaders(callback, { current: target.secret, previous: null });
  return guardedPost({ url: target.url, headers, body: payload }, ANY_ADDRESS);
}

function resultText(outcome: PostResult): string {
  const took = `${outcome.milliseconds} ms`;
  if (!outcome.ok) return `failed  ${took}  ${outcome.message}`;
  return `${outcome.status}  ${took}${isAcknowledged(outcome) ? '' : '  only 200 acknowledges'}`;
}

/** Eight at once, as the service sends to an endpoint; callbacks of one object one after another. */
async function inOrder<T extends { readonly object_id: string }>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const ofObject = new Map<string, T[]>();
  for (const item of items)
    ofObject.set(item.object_id, [...(ofObject.get(item.object_id) ?? []), item]);
  const objects = [...ofObject.values()];
  const one = async () => {
    for (let next = objects.shift(); next !== undefined; next = objects.shift())
      for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

const AT_ONCE = 8;

const TIME_LENGTH = 8;

/** The time of day in the reader's time zone. */
export function clockText(time: number): string {
  return new Date(time).toTimeString().slice(0, TIME_LENGTH);
}

interface Options extends InstanceOptions {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly printJson?: boolean;
}

export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('Show callbacks of a project as they happen, and forward each to a program')
    .option('--forward-to <url>', 'http or https URL of the program, reachable from this machine')
    .option('--project <id>', 'ID or name of the project; optional if there is only one')
    .option('--events <list>', 'only these events: Invoice.status_changed,Subscription')
    .option('--print-json', 'print each delivery as one line of JSON that includes the callback')
    .option('--base-url <url>', 'URL of a remote instance (with CHAINTILL_PERSONAL_TOKEN)')
    .addHelpText(...example('listen --forward-to localhost:3000/callbacks'))
    .action(action(listen));
}

async function listen(options: Options): Promise<void> {
  const wanted = wantedEvents(options.events);
  const target = options.forwardTo === undefined ? null : targetOf(options.forwardTo);
  const signal = untilInterrupted();
  await withInstance(options, signal, async (instance) => {
    const project = options.project ?? instance.project ?? undefined;
    const counts = { heard: 0, acknowledged: 0 };
    await follow(instance, { project, signal, ready: () => reportReady(target) }, (events) =>
      inOrder(
        events.filter(({ event }) => wanted(event)),
        async (event) => {
          const outcome = target === null ? null : await forward(event, target);
          counts.heard += 1;
          if (outcome !== null && isAcknowledged(outcome)) counts.acknowledged += 1;
          printLine(options.printJson === true ? jsonOf(event, outcome) : lineOf(event, outcome));
        },
      ),
    );
    note(
      target === null
        ? `${counts.heard} received`
        : `${counts.heard} received, ${counts.acknowledged} of them acknowledged with 200`,
    );
  });
}

interface Following {
  readonly project: string | undefined;
  readonly signal: AbortSignal;
  /** Called when no event can be missed any more. */
  ready(): void;
}

/** Runs until the signal. Only this process keeps the cursor: the instance stores nothing about listeners. */
export async function follow(
  { call, change }: Instance,
  { project, signal, ready }: Following,
  hear: (events: readonly HeardEvent[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  const poll = () => call('callbacks.events', { project, after });
  const back = () => 'Reconnected. Nothing was lost or repeated';
  while (!signal.aborted) {
    const found = await withRetries(poll, { signal, back });
    if (found === null) return;
    if (after === undefined) ready();
    after = found.next;
    await hear(found.rows);
    if (!found.more) await change();
  }
}

function targetOf(text: string): Target {
  const url = targetUrl(text);
  const kept = processEnvironment()['CHAINTILL_LISTEN_SECRET'] ?? '';
  if (kept !== '' && kept.length < SECRET_LENGTH_MIN)
    throw apiError('bad_request.listen_secret_short', { least: SECRET_LENGTH_MIN });
  return { url, secret: kept === '' ? systemRandom.bytes(32).toString('base64url') : kept };
}

const SECRET_LENGTH_MIN = 16;

function reportReady(target: Target | null): void {
  if (target !== null) {
    note(`Callbacks go to ${target.url}, signed with a secret for this command only:`);
    note(`  Callback secret   ${target.secret}`);
    note(`  Standard Webhooks ${standardWebhooksSecret(target.secret)}`);
  }
  note('Ready (Ctrl-C to stop)');
}

function lineOf(event: HeardEvent, outcome: PostResult | null): string {
  const message = outcome === null ? '' : `  ${resultText(outcome)}`;
  return `${clockText(wallNow())}  ${event.event.padEnd(NAME_WIDTH)}  ${event.object_id}${message}`;
}

function jsonOf(event: HeardEvent, outcome: PostResult | null): string {
  const { id, event: name, object_id, created_at, payload } = event;
  return JSON.stringify({
    id,
    event: name,
    object_id,
    created_at,
    status: outcome?.ok === true ? outcome.status : null,
    failure: outcome?.ok === false ? outcome.reason : null,
    milliseconds: outcome?.milliseconds ?? null,
    callback: JSON.parse(payload) as unknown,
  });
}

/** All callback events, by the names that users type. */
export const eventNames = Object.entries(callbackEvents).flatMap(([type, { events }]) =>
  Object.keys(events).map((event) => `${type}.${event}`),
);

const NAME_WIDTH = Math.max(...eventNames.map((name) => name.length));
const TEST = 'Invoice.test';

/** Matches one event, or all events of a type. */
function wantedEvents(list: string | undefined): (event: string) => boolean {
  const names = itemsOf(list);
  const wrong = names.filter(
    (name) => name !== TEST && !eventNames.includes(name) && !(name in callbackEvents),
  );
  if (wrong.length > 0)
    throw apiError('bad_request.unknown_events', {
      unknown: wrong,
      known: eventNames.map((name) => `  ${name}`).join('\n'),
    });
  return (event) =>
    names.length === 0 || names.includes(event) || names.includes(event.split('.')[0] ?? '');
}
