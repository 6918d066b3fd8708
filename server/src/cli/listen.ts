// `chaintill listen`: streams the callbacks of a project to a program that the service cannot reach. It reads stored
// events (`callbacks.events`), independently of the endpoints and their queue.
import type { Command } from 'commander';
import { callbackEvents } from '../contract/callback-events.ts';
import { wallNow } from '../core/clock.ts';
import { processEnvironment } from '../core/config/environment.ts';
import { badRequest } from '../core/errors.ts';
import { systemRandom } from '../core/random.ts';
import { isAcknowledged, type PostResult } from '../events/guarded-post.ts';
import { standardWebhooksSecret } from '../events/sign-callback.ts';
import { withRetries } from './away.ts';
import {
  clockText,
  forward,
  type HeardEvent,
  inOrder,
  resultText,
  type Target,
  targetUrl,
} from './forward.ts';
import { type Instance, type InstanceOptions, untilInterrupted, withInstance } from './instance.ts';
import { action, note, printLine } from './run.ts';

interface Options extends InstanceOptions {
  readonly forwardTo?: string;
  readonly project?: string;
  readonly events?: string;
  readonly printJson?: boolean;
}

export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('Hear the callbacks of a project as they happen, and send each to a program')
    .option('--forward-to <url>', 'the program, wherever this machine reaches it: http or https')
    .option('--project <id>', 'id or name of the project; not needed when there is only one')
    .option('--events <list>', 'only these: Invoice.status_changed,Subscription')
    .option('--print-json', 'print each as one line of JSON, with the callback')
    .option('--base-url <url>', 'a till that is somewhere else (with CHAINTILL_PERSONAL_TOKEN)')
    .addHelpText('after', '\nExample:\n  chaintill listen --forward-to localhost:3000/callbacks')
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
        ? `${counts.heard} heard`
        : `${counts.heard} heard, ${counts.acknowledged} of them answered 200`,
    );
  });
}

interface Following {
  readonly project: string | undefined;
  readonly signal: AbortSignal;
  /** Called when no further event can be missed. */
  ready(): void;
}

/** Runs until the signal. Only this process keeps the cursor: the instance stores nothing about listeners. */
export async function follow(
  { ask, change }: Instance,
  { project, signal, ready }: Following,
  hear: (events: readonly HeardEvent[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  const look = () =>
    ask('callbacks.events', {
      ...(project !== undefined && { project }),
      ...(after !== undefined && { after }),
    });
  const back = () => 'The till is back; nothing is missed, and nothing comes twice';
  while (!signal.aborted) {
    const found = await withRetries(look, { signal, back });
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
    throw badRequest(`CHAINTILL_LISTEN_SECRET has less than ${SECRET_LENGTH_MIN} characters`);
  return { url, secret: kept === '' ? systemRandom.bytes(32).toString('base64url') : kept };
}

const SECRET_LENGTH_MIN = 16;

function reportReady(target: Target | null): void {
  if (target !== null) {
    note(`Callbacks go to ${target.url}, signed with a secret of this command alone:`);
    note(`  Callback secret   ${target.secret}`);
    note(`  Standard Webhooks ${standardWebhooksSecret(target.secret)}`);
  }
  note('Ready (Ctrl-C ends it)');
}

function lineOf(event: HeardEvent, outcome: PostResult | null): string {
  const said = outcome === null ? '' : `  ${resultText(outcome)}`;
  return `${clockText(wallNow())}  ${event.event.padEnd(NAME_WIDTH)}  ${event.object_id}${said}`;
}

function jsonOf(event: HeardEvent, outcome: PostResult | null): string {
  const { id, event: name, object_id, created_at, payload } = event;
  return JSON.stringify({
    ...{ id, event: name, object_id, created_at },
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
  const names = (list ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : name.trim()));
  const wrong = names.filter(
    (name) => name !== TEST && !eventNames.includes(name) && !(name in callbackEvents),
  );
  if (wrong.length > 0)
    throw badRequest(`no events: ${wrong.join(', ')}. These are:\n  ${eventNames.join('\n  ')}`);
  return (event) =>
    names.length === 0 || names.includes(event) || names.includes(event.split('.')[0] ?? '');
}
