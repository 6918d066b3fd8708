// Sends messages. A message is claimed for a limited time and marked once accepted: after a crash in between, it is
// sent again with the same ID. An unreachable destination does not delay others.
import type { App } from '../app.ts';
import { MINUTE, SECOND, sleep, steadyNow, wallNow } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { guardedPost } from '../events/guarded-post.ts';
import { smtpMailer } from '../mails/mailer.ts';
import { NOT_LEASED } from '../workers/due-work.ts';
import type { Worker } from '../workers/worker.ts';
import {
  type DestinationRow,
  type OpenedDestination,
  openDestinations,
  openSettings,
} from './destinations.ts';
import { destinationKinds, type Result, type Transports } from './kinds/kinds.ts';
import { noteDestination, noteMessage } from './note-message.ts';
import { ALERT_DELIVERY_WORKER, type DueMessage, render } from './render.ts';

/** Longer than all timeouts of an SMTP session together. */
const LEASE = 3 * MINUTE;
const AT_ONCE_MAX = 20;
const REST = SECOND;
const INTERNAL_ERROR: Result = { isTaken: false, reply: { code: 'internal_error' } };

export function alertPostWorker(openTransports: (app: App) => Transports = transportsOf): Worker {
  const inFlight = new Set<Promise<void>>();
  return {
    name: ALERT_DELIVERY_WORKER,
    pollMilliseconds: REST,
    due: () => `exists (select 1 from alert_messages m join alert_destinations d on d.id = m.destination_id
      where m.status = 'pending' and m.due_at <= $1 and d.is_enabled and ${NOT_LEASED})`,
    async run(app) {
      const due = await claim(app, AT_ONCE_MAX - inFlight.size);
      for (const message of due) {
        const sent = attempt(app, message, openTransports(app)).finally(() =>
          inFlight.delete(sent),
        );
        inFlight.add(sent);
      }
      if (inFlight.size === 0) return 0;
      await Promise.race([...inFlight, sleep(REST)]);
      return 1;
    },
    async finish() {
      await Promise.all(inFlight);
    },
  };
}

function claim(app: App, most: number): Promise<DueMessage[]> {
  const wall = wallNow();
  return app.db.query<DueMessage>(
    `update alert_messages m set leased_until = $3, attempts = m.attempts + 1
     from (select m.id, d.kind, d.settings_sealed, d.language, d.repeat_minutes
       from alert_messages m join alert_destinations d on d.id = m.destination_id
       where m.status = 'pending' and m.due_at <= $1 and d.is_enabled
         and (m.leased_until is null or m.leased_until <= $2
             or m.leased_until > $3::timestamptz + interval '1 minute')
       order by m.due_at limit $4 for update of m skip locked) due
     where m.id = due.id
     returning m.id, m.destination_id, m.content, m.attempts, due.kind, due.settings_sealed, due.language,
       due.repeat_minutes`,
    [new Date(app.clock.now()), new Date(wall), new Date(wall + LEASE), most],
  );
}

/** A destination with an internal error must not look healthy. After a crash, the claim expires. */
async function attempt(app: App, message: DueMessage, transports: Transports): Promise<void> {
  try {
    const outcome = await send(app, message, transports);
    const { id, destination_id, kind, attempts } = message;
    const facts = { message_id: id, destination_id, kind, attempt: attempts };
    if (outcome.isTaken) app.log.info(facts, 'alerts sent');
    else app.log.warn({ ...facts, reply: outcome.reply }, 'alerts not sent');
    await noteMessage(app, message, outcome);
  } catch (error) {
    app.log.error({ err: error, message_id: message.id }, 'alert message not sent');
    await noteMessage(app, message, INTERNAL_ERROR).catch((failure: unknown) =>
      app.log.error({ err: failure, message_id: message.id }, 'could not record that failure'),
    );
  }
}

function send(app: App, message: DueMessage, transports: Transports): Promise<Result> {
  const { id, content, language } = message;
  const { publicUrl } = app.config;
  const settings = openSettings(app, message.destination_id, message.settings_sealed);
  const rendered = render({ content, language, publicUrl });
  return destinationKinds[message.kind].send(
    { id, content, publicUrl, ...rendered },
    settings,
    transports,
  );
}

interface TestResult extends Result {
  readonly row: DestinationRow;
  readonly milliseconds: number;
}

/** All enabled destinations, or the one with this name or ID. Errors: 404. */
export async function testDestinations(
  app: App,
  requested: string | null,
): Promise<readonly TestResult[]> {
  const opened = await openDestinations(app, requested);
  return Promise.all(opened.map((destination) => testOne(app, destination)));
}

/** Stores the result: a destination that works again is no longer reported as failing. */
async function testOne(app: App, { row, settings }: OpenedDestination): Promise<TestResult> {
  const began = steadyNow();
  const { publicUrl } = app.config;
  const rendered = render({ content: null, language: row.language, publicUrl });
  const message = { id: newId(app.clock, app.random), content: null, publicUrl, ...rendered };
  const outcome = await destinationKinds[row.kind].send(message, settings, transportsOf(app));
  const milliseconds = Math.round(steadyNow() - began);
  await app.db.transaction((tx) => noteDestination(tx, row.id, outcome));
  return { row, milliseconds, ...outcome };
}

function transportsOf({ config }: Pick<App, 'config'>): Transports {
  const { rules, callbackAllow, smtpUrl, mailFrom } = config;
  const options = {
    allowLoopback: rules.plainCallbacks,
    allowHttp: rules.plainCallbacks,
    allowRanges: callbackAllow,
  };
  const hasMail = smtpUrl !== null && mailFrom !== null;
  return {
    post: (post) => guardedPost(post, options),
    mailer: hasMail ? smtpMailer({ url: smtpUrl, from: mailFrom }) : null,
  };
}
