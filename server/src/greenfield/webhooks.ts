// Webhooks that shops register: read, stored with a sealed secret, shown without it.
import type { App } from '../app.ts';
import { isPlainObject } from '../contract/fields.ts';
import { newId } from '../core/ids.ts';
import { isCallbackUrl } from '../events/endpoints.ts';
import type { Project } from '../projects/project.ts';
import { secretContext } from '../shops/deliver.ts';
import { shortId } from '../shops/ids.ts';
import {
  findWebhook,
  insertWebhook,
  listWebhooks,
  removeWebhook,
  type ShopWebhook,
  updateWebhook,
  WEBHOOKS_MAX,
} from '../shops/webhooks.ts';
import { coded, fieldErrors, missing } from './errors.ts';

type Members = Readonly<Record<string, unknown>>;

const SECRET_BYTES = 20;
const SECRET_LENGTH_MAX = 255;
const EVENTS_MAX = 50;

export function presentWebhook(row: ShopWebhook): object {
  return {
    id: shortId(row.id),
    enabled: row.is_enabled,
    automaticRedelivery: row.repeats,
    url: row.url,
    authorizedEvents: { everything: row.events === null, specificEvents: row.events ?? [] },
  };
}

export async function showWebhooks(app: App, project: Project): Promise<object[]> {
  return (await listWebhooks(app.db, project.id)).map(presentWebhook);
}

/** Errors: 404. */
export async function loadWebhook(
  app: App,
  project: Project,
  id: string | null,
): Promise<ShopWebhook> {
  const row = id === null ? null : await findWebhook(app.db, project.id, id);
  if (row === null) throw missing('webhook');
  return row;
}

/** The only answer with the secret. */
export async function createWebhook(app: App, project: Project, body: Members): Promise<object> {
  if ((await listWebhooks(app.db, project.id)).length >= WEBHOOKS_MAX)
    throw coded(400, 'generic-error', `A store has at most ${WEBHOOKS_MAX} webhooks: delete one`);
  const id = newId(app.clock, app.random);
  const secret = secretIn(body) ?? app.random.bytes(SECRET_BYTES).toString('hex');
  const row = {
    ...readWebhook(app, body),
    project_id: project.id,
    id,
    secret_sealed: sealed(app, id, secret),
  };
  await insertWebhook(app.db, row, new Date(app.clock.now()));
  return { ...presentWebhook(row), secret };
}

/** The whole webhook. Without a secret, the secret stays. */
export async function changeWebhook(
  app: App,
  project: Project,
  { id, body }: { id: string | null; body: Members },
): Promise<object> {
  const before = await loadWebhook(app, project, id);
  const secret = secretIn(body);
  const row = {
    ...before,
    ...readWebhook(app, body),
    secret_sealed: secret === null ? before.secret_sealed : sealed(app, before.id, secret),
  };
  await updateWebhook(app.db, row);
  return presentWebhook(row);
}

export async function deleteWebhook(app: App, project: Project, id: string | null): Promise<void> {
  const { id: found } = await loadWebhook(app, project, id);
  await app.db.transaction((tx) => removeWebhook(tx, project.id, found));
}

function readWebhook(
  app: App,
  body: Members,
): Pick<ShopWebhook, 'url' | 'is_enabled' | 'repeats' | 'events'> {
  const { url, enabled, automaticRedelivery } = body;
  if (typeof url !== 'string' || !isCallbackUrl(url, app.config))
    throw fieldErrors([
      {
        path: 'Url',
        message: 'The address must be a public https address that this service may call',
      },
    ]);
  return {
    url,
    is_enabled: enabled !== false,
    repeats: automaticRedelivery !== false,
    events: eventsIn(body),
  };
}

/** Null: all. Names that we do not send are kept, because shops compare the list. */
function eventsIn({ authorizedEvents }: Members): readonly string[] | null {
  if (!isPlainObject(authorizedEvents) || authorizedEvents.everything === true) return null;
  const { specificEvents } = authorizedEvents;
  if (!Array.isArray(specificEvents)) return null;
  const names = specificEvents.filter(
    (name): name is string => typeof name === 'string' && /^\w{1,60}$/.test(name),
  );
  return names.slice(0, EVENTS_MAX);
}

function secretIn({ secret }: Members): string | null {
  const isSecret =
    typeof secret === 'string' && secret !== '' && secret.length <= SECRET_LENGTH_MAX;
  return isSecret ? secret : null;
}

const sealed = (app: App, id: string, secret: string) =>
  app.secrets.seal(secret, secretContext(id));
