// Sends due callbacks concurrently and records each attempt. Requests stay in flight while the next callbacks are
// claimed, so that a dead endpoint or object does not block others.
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import type { Worker } from '../workers/worker.ts';
import { CALLBACKS_DUE, claimDeliveries, type DueDelivery, releaseDeliveries } from './claim.ts';
import { createCallbackDispatcher, type Sent } from './dispatcher.ts';
import { CALLBACKS_WORKER } from './emit.ts';
import { secretsOf } from './endpoints.ts';
import {
  CALLBACK_TIMEOUT_MILLISECONDS,
  guardedPost,
  isAcknowledged,
  type PostResult,
} from './guarded-post.ts';
import { noteAttempt } from './note-attempts.ts';
import type { Connections } from './post-once.ts';
import { type CallbackSecrets, callbackHeaders } from './sign-callback.ts';

/** Sandbox only: makes callbacks fail on purpose. One call per claimed batch; its result is called per callback. */
export type DeliveryFault = () => Promise<() => DeliveryEffect>;
type DeliveryEffect = 'none' | 'duplicate' | 'drop';

interface Sending {
  readonly effect: () => DeliveryEffect;
  /** By endpoint, decrypted once per batch. */
  readonly secrets: Map<string, CallbackSecrets>;
  readonly timeoutMilliseconds: number;
  readonly connections: Connections;
}

export function callbackWorker(
  fault: DeliveryFault | null,
  timeoutMilliseconds = CALLBACK_TIMEOUT_MILLISECONDS,
): Worker {
  let instance: App | null = null;
  const callbackDispatcher = createCallbackDispatcher(() => (instance?.burst.batches() ?? 0) > 0);
  return {
    name: CALLBACKS_WORKER,
    pollMilliseconds: 1000,
    due: () => CALLBACKS_DUE,
    async run(app) {
      instance = app;
      // A send that finished during a claim may have unblocked the next callback of its object, so one more claim
      // follows.
      const wasAtRest = callbackDispatcher.isEmpty();
      await releaseDeliveries(app, callbackDispatcher.stalled());
      const effect = fault === null ? () => 'none' as const : await fault();
      const due = await claimDeliveries(app, callbackDispatcher.held());
      const secrets = new Map<string, CallbackSecrets>();
      app.traces?.about(due.map(({ object_id: id }) => id));
      callbackDispatcher.add(due, (delivery, connections) =>
        attemptDelivery(app, delivery, { effect, secrets, timeoutMilliseconds, connections }),
      );
      if (wasAtRest && due.length === 0) return 0;
      if (!callbackDispatcher.isEmpty()) await callbackDispatcher.rest();
      return 1;
    },
    async finish() {
      const unsent = await callbackDispatcher.end();
      if (instance !== null) await releaseDeliveries(instance, unsent);
    },
  };
}

/** After an internal error, the claim is left to expire; the callback is then sent again. */
async function attemptDelivery(app: App, delivery: DueDelivery, sending: Sending): Promise<Sent> {
  try {
    const outcome = await deliver(app, delivery, sending);
    const acknowledgedAfter = isAcknowledged(outcome) ? outcome.milliseconds : null;
    return { acknowledgedAfter, note: () => note(app, delivery, outcome) };
  } catch (error) {
    app.log.error({ err: error, delivery_id: delivery.id }, 'callback not sent');
    return { acknowledgedAfter: null, note: async () => undefined };
  }
}

async function deliver(app: App, delivery: DueDelivery, sending: Sending): Promise<PostResult> {
  const effect = sending.effect();
  if (effect === 'drop') {
    const message = 'dropped by the sandbox settings';
    return { ok: false, reason: 'connect', message, milliseconds: 0 };
  }
  const outcome = await send(app, delivery, sending);
  if (effect === 'duplicate') await send(app, delivery, sending);
  return outcome;
}

async function note(app: App, delivery: DueDelivery, outcome: PostResult): Promise<void> {
  const { id, event_id, project_id } = delivery;
  try {
    await noteAttempt(app, { delivery, outcome, at: app.clock.now() });
  } catch (error) {
    app.log.error({ err: error, delivery_id: id }, 'callback attempt not recorded');
    return;
  }
  const status = outcome.ok ? outcome.status : outcome.reason;
  const reported = outcome.ok ? `${Math.floor(outcome.status / 100)}xx` : outcome.reason;
  app.measures.calledBack({ outcome: reported, milliseconds: outcome.milliseconds });
  app.log.info(
    { delivery_id: id, event_id, project_id, status, attempt: delivery.attempts + 1 },
    'callback sent',
  );
}

function openedSecrets(app: App, delivery: DueDelivery, { secrets }: Sending): CallbackSecrets {
  const opened = secrets.get(delivery.endpoint_id) ?? secretsOf(app, delivery);
  secrets.set(delivery.endpoint_id, opened);
  return opened;
}

function send(app: App, delivery: DueDelivery, sending: Sending): Promise<PostResult> {
  if (app.traces === null) return post(app, delivery, { sending });
  return app.traces.callback(followedFacts(delivery), (traced) =>
    post(app, delivery, { sending, traced }),
  );
}

/** Never includes the URL's path, in which receivers put secrets. */
function followedFacts({ object_id: objectId, event_id, attempts, ...sent }: DueDelivery) {
  const { hostname, port, protocol } = new URL(sent.url);
  const facts = {
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'http.request.resend_count': attempts,
    'chaintill.event_id': event_id,
    'chaintill.project_id': sent.project_id,
  };
  return { objectId, facts };
}

function post(
  app: App,
  delivery: DueDelivery,
  { sending, traced }: { sending: Sending; traced?: Readonly<Record<string, string>> },
): Promise<PostResult> {
  const { rules, callbackAllow } = app.config;
  const callback = { id: delivery.event_id, sentAt: wallNow(), body: delivery.payload };
  const signed = callbackHeaders(callback, openedSecrets(app, delivery, sending));
  const headers = traced === undefined ? signed : { ...signed, ...traced };
  return guardedPost(
    { url: delivery.url, headers, body: delivery.payload },
    {
      allowLoopback: rules.plainCallbacks,
      allowHttp: rules.plainCallbacks,
      timeoutMilliseconds: sending.timeoutMilliseconds,
      connections: sending.connections,
      allowRanges: callbackAllow,
    },
  );
}
