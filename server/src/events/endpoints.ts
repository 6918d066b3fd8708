// Each callback endpoint of a project has its own secret. After a rotation, both secrets are valid for a while, so
// that receivers can switch without missing a callback.
import { isIP } from 'node:net';
import type { App } from '../app.ts';
import { HOUR } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { isInIpRanges } from '../core/ip-ranges.ts';
import type { CallbackSecrets } from './sign-callback.ts';

const URL_LENGTH_MAX = 2048;

const SECRET_BYTES = 32;
/** Unless the operator finishes the rotation earlier. */
const ROTATION_OVERLAP = 24 * HOUR;

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly is_enabled: boolean;
  readonly created_at: Date;
}

/** 422 `invalid` for a URL that is not allowed. */
export async function createEndpoint(
  app: App,
  projectId: string,
  url: string,
): Promise<Endpoint & { readonly secret: string }> {
  if (!isCallbackUrl(url, app.config)) throw invalid(rule.url('url'));
  const id = newId(app.clock, app.random);
  const secret = app.random.bytes(SECRET_BYTES).toString('base64url');
  const rows = await app.db.query<Endpoint>(
    `insert into callback_endpoints (project_id, id, url, secret_sealed, created_at)
     values ($1, $2, $3, $4, $5) returning id, url, is_enabled, created_at`,
    [projectId, id, url, app.secrets.seal(secret, secretContext(id)), new Date(app.clock.now())],
  );
  if (rows[0] === undefined) throw notFound();
  return { ...rows[0], secret };
}

const LIST_MAX = 100;

export function listEndpoints(app: App, projectId: string): Promise<Endpoint[]> {
  return app.db.query<Endpoint>(
    `select id, url, is_enabled, created_at from callback_endpoints where project_id = $1
     order by id limit ${LIST_MAX}`,
    [projectId],
  );
}

export async function setEndpoint(
  app: App,
  projectId: string,
  change: { id: string; url?: string; isEnabled?: boolean },
): Promise<Endpoint> {
  if (change.url !== undefined && !isCallbackUrl(change.url, app.config))
    throw invalid(rule.url('url'));
  const rows = await app.db.query<Endpoint>(
    `update callback_endpoints set url = coalesce($3, url), is_enabled = coalesce($4, is_enabled)
     where project_id = $1 and id = $2 returning id, url, is_enabled, created_at`,
    [projectId, change.id, change.url ?? null, change.isEnabled ?? null],
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

export async function rotateSecret(app: App, projectId: string, id: string): Promise<string> {
  const secret = app.random.bytes(SECRET_BYTES).toString('base64url');
  const rows = await app.db.query(
    `update callback_endpoints set previous_secret_sealed = secret_sealed, previous_secret_until = $3,
       secret_sealed = $4 where project_id = $1 and id = $2 returning 1`,
    [
      projectId,
      id,
      new Date(app.clock.now() + ROTATION_OVERLAP),
      app.secrets.seal(secret, secretContext(id)),
    ],
  );
  if (rows.length === 0) throw notFound();
  return secret;
}

export async function finishRotation(app: App, projectId: string, id: string): Promise<void> {
  const rows = await app.db.query(
    `update callback_endpoints set previous_secret_sealed = null, previous_secret_until = null
     where project_id = $1 and id = $2 returning 1`,
    [projectId, id],
  );
  if (rows.length === 0) throw notFound();
}

export function secretsOf(
  app: App,
  row: {
    endpoint_id: string;
    secret_sealed: string;
    previous_secret_sealed: string | null;
    previous_secret_until: Date | null;
  },
): CallbackSecrets {
  const until = row.previous_secret_until?.getTime() ?? 0;
  const isOverlapping = row.previous_secret_sealed !== null && until > app.clock.now();
  return {
    current: app.secrets.open(row.secret_sealed, secretContext(row.endpoint_id)),
    previous: isOverlapping
      ? app.secrets.open(row.previous_secret_sealed ?? '', secretContext(row.endpoint_id))
      : null,
  };
}

function secretContext(endpointId: string): string {
  return `callback_endpoint:${endpointId}`;
}

/** Never with credentials. guarded-post.ts checks the resolved address at every connect. */
export function isCallbackUrl(
  text: string,
  config: Pick<Config, 'rules' | 'callbackAllow'>,
): boolean {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol !== 'http:') return false;
  return config.rules.plainCallbacks || mayBeOwnNetwork(url, config.callbackAllow);
}

/** Host names may resolve into the allowed ranges, which guarded-post.ts checks on each call. */
function mayBeOwnNetwork(url: URL, ranges: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? ranges.length > 0 : isInIpRanges(host, ranges);
}
