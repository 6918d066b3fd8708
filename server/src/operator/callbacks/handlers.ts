// Callbacks: the operator's setup and delivery log.
import { invalid, notFound, rule } from '../../core/errors.ts';
import { isUuid } from '../../core/ids.ts';
import {
  createEndpoint,
  finishRotation,
  listEndpoints,
  rotateSecret,
  setEndpoint,
} from '../../events/endpoints.ts';
import { eventsAfter, newestPlace, type Place } from '../../events/feed.ts';
import {
  type DeliveryRow,
  pageOfDeliveries,
  resendDelivery,
  resendFailed,
  sendTestCallback,
  showDelivery,
} from '../../events/resend.ts';
import { shownHeaders, standardWebhooksSecret } from '../../events/sign-callback.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import { requestedPage, requestedSpan, shownPage } from '../present.ts';
import type { callbacksOperations } from './contract.ts';

const EVENTS_AT_ONCE = 50;

export const callbacksHandlers: HandlersOf<typeof callbacksOperations> = {
  'callbacks.set': async (app, { project, url, add }) => ({
    project_id: project,
    ...(await set(app, project, { url, isAdded: add === true })),
  }),
  async 'callbacks.list'(app, { project }) {
    return (await listEndpoints(app, project)).map(shown);
  },
  async 'callbacks.enable'(app, { project, endpoint_id: id }) {
    return shown(await setEndpoint(app, project, { id, isEnabled: true }));
  },
  async 'callbacks.disable'(app, { project, endpoint_id: id }) {
    return shown(await setEndpoint(app, project, { id, isEnabled: false }));
  },
  async 'callbacks.rotate'(app, { project, endpoint_id, finish }) {
    if (finish !== true)
      return { endpoint_id, secret: inBothForms(await rotateSecret(app, project, endpoint_id)) };
    await finishRotation(app, project, endpoint_id);
    return { endpoint_id, secret: null };
  },
  async 'callbacks.test'(app, { project }) {
    const endpoints = await listEndpoints(app, project);
    if (endpoints.length === 0) throw notFound();
    const deliveries = [];
    for (const { id, url } of endpoints)
      deliveries.push({ id: await sendTestCallback(app, project, id), url });
    return { project_id: project, deliveries };
  },
  async 'callbacks.deliveries'(app, { project, ...input }) {
    const isOldest = input.order === 'oldest';
    // Delivered ones are compacted, and compacted ones are read from the newest on.
    if (isOldest && input.status !== 'failed' && input.status !== 'pending')
      throw invalid(rule.oneOf('status', ['failed', 'pending']));
    const page = await pageOfDeliveries(app, project, {
      status: input.status ?? null,
      order: { by: null, isRising: isOldest },
      endpointId: input.endpoint_id ?? null,
      objectId: input.object_id ?? null,
      type: input.type ?? null,
      event: input.event ?? null,
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, shownDelivery);
  },
  async 'callbacks.events'(app, { project, after, limit = EVENTS_AT_ONCE }) {
    const from = after === undefined ? null : placeOf(after);
    const found =
      from === null
        ? { events: [], place: await newestPlace(app.db, project), isMore: false }
        : await eventsAfter(app.db, project, { place: from, limit });
    return {
      project_id: project,
      rows: found.events.map((row) => ({ ...row, event: `${row.type}.${row.event}` })),
      next: `${found.place.seq},${found.place.id}`,
      more: found.isMore,
    };
  },
  async 'callbacks.show'(app, { project, delivery_id }) {
    const row = await showDelivery(app, project, delivery_id);
    return {
      ...shownDelivery(row),
      payload: row.payload,
      headers: shownHeaders(row.event_id),
      attempts: row.attempts_made,
    };
  },
  async 'callbacks.retry'(app, { project, delivery_id: id }) {
    await resendDelivery(app, project, id);
    return { id };
  },
  async 'callbacks.retry-failed'(app, { project, endpoint_id, from }) {
    const selection = {
      endpointId: endpoint_id ?? null,
      from: from === undefined ? null : new Date(from),
    };
    return { project_id: project, ...(await resendFailed(app, project, selection)) };
  },
};

/** Errors: 422 for an invalid cursor. */
function placeOf([seq = '', id = '']: readonly string[]): Place {
  if (!/^\d{1,15}$/.test(seq) || !isUuid(id)) throw invalid(rule.form('after', 'place'));
  return { seq: Number(seq), id: id.toLowerCase() };
}

async function set(
  app: OperatorApp,
  project: string,
  requested: { url: string; isAdded: boolean },
) {
  const { url, isAdded } = requested;
  const [first] = await listEndpoints(app, project);
  if (first === undefined || isAdded) {
    const made = await createEndpoint(app, project, url);
    return { endpoint_id: made.id, url: made.url, secret: inBothForms(made.secret) };
  }
  await setEndpoint(app, project, { id: first.id, url, isEnabled: true });
  return { endpoint_id: first.id, url, secret: null };
}

function shownDelivery(row: DeliveryRow) {
  return { ...row, event: `${row.type}.${row.event}` };
}

function shown(endpoint: { id: string; url: string; is_enabled: boolean }) {
  return { id: endpoint.id, url: endpoint.url, enabled: endpoint.is_enabled };
}

function inBothForms(secret: string) {
  return { callback_secret: secret, standard_webhooks_secret: standardWebhooksSecret(secret) };
}
