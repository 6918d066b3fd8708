// Retries by the client: the first answer under an Idempotency-Key is stored for 24 hours and replayed
// (wire.md 1.2). The row also fixes the id of the object that the request creates, so that a request cut
// off by a crash and repeated finds the object it already made instead of making a second one.
import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { DAY, MINUTE, wallNow } from '../core/clock.ts';
import { AppError, badRequest, conflict } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { ApiVersion } from './versions.ts';

export type Claim =
  | { readonly kind: 'none'; readonly objectId: string }
  | { readonly kind: 'mine'; readonly objectId: string; readonly key: string }
  | {
      readonly kind: 'replay';
      readonly status: number;
      readonly answer: string;
      readonly apiVersion: ApiVersion;
    };

const KEY_LENGTH_MAX = 255;
const IDEMPOTENCY_LIFETIME = DAY;
/** After this a request that never answered counts as cut off, and may be taken over. */
const ABANDONED_AFTER = MINUTE;

interface Row {
  readonly request_hash: string;
  readonly object_id: string;
  readonly status: number | null;
  readonly answer: string | null;
  readonly api_version: ApiVersion | null;
  readonly is_fresh: boolean;
}

/** Claims the key for this request, or finds its stored answer. Without a key there is nothing to claim. */
export async function claim(
  app: App,
  request: {
    projectId: string;
    key: string | string[] | undefined;
    method: string;
    target: string;
    body: Buffer;
  },
): Promise<Claim> {
  const objectId = newId(app.clock, app.random);
  if (request.key === undefined) return { kind: 'none', objectId };
  const key = checkedKey(request.key);
  const hash = createHash('sha256')
    .update(`${request.method}\n${request.target}\n`)
    .update(request.body)
    .digest('base64');
  const row = await upsert(app, { projectId: request.projectId, key, hash, objectId });
  if (row.is_fresh) return { kind: 'mine', objectId: row.object_id, key };
  if (row.request_hash !== hash)
    throw new AppError({ code: 'idempotency_key_reused', status: 422 });
  if (row.status !== null && row.answer !== null && row.api_version !== null) {
    return {
      kind: 'replay',
      status: row.status,
      answer: row.answer,
      apiVersion: row.api_version,
    };
  }
  throw conflict('idempotency_key_in_use');
}

/** Stores the answer of a claimed request, or gives the claim up when the answer was a fault of ours. */
export async function settle(
  app: App,
  facts: {
    projectId: string;
    key: string;
    status: number;
    answer: string;
    apiVersion: ApiVersion;
  },
): Promise<void> {
  if (facts.status >= 500) return giveUp(app, facts);
  await app.db.query(
    `update idempotency_keys set status = $3, answer = $4, api_version = $5
     where project_id = $1 and key = $2`,
    [facts.projectId, facts.key, facts.status, facts.answer, facts.apiVersion],
  );
}

/** Frees the key at once for a retry of the same request; the object id stays, so nothing is made twice. */
export async function giveUp(app: App, facts: { projectId: string; key: string }): Promise<void> {
  await app.db.query(
    `update idempotency_keys set locked_until = $3 where project_id = $1 and key = $2`,
    [facts.projectId, facts.key, new Date(wallNow())],
  );
}

async function upsert(
  app: App,
  facts: { projectId: string; key: string; hash: string; objectId: string },
): Promise<Row> {
  const now = wallNow();
  const values = [
    facts.projectId,
    facts.key,
    facts.hash,
    facts.objectId,
    new Date(now),
    new Date(now + ABANDONED_AFTER),
    new Date(now - IDEMPOTENCY_LIFETIME),
  ];
  // An expired row starts over with a new object; an abandoned one is taken over with its object id.
  const rows = await app.db.query<Row>(
    `insert into idempotency_keys as k (project_id, key, request_hash, object_id, locked_until, created_at)
     values ($1, $2, $3, $4, $6, $5)
     on conflict (project_id, key) do update set
       request_hash = excluded.request_hash, locked_until = excluded.locked_until,
       status = null, answer = null, api_version = null,
       object_id = case when k.created_at <= $7 then excluded.object_id else k.object_id end,
       created_at = case when k.created_at <= $7 then excluded.created_at else k.created_at end
     where k.created_at <= $7
       or (k.status is null and k.locked_until <= $5 and k.request_hash = excluded.request_hash)
     returning request_hash, object_id, status, answer, api_version, true as is_fresh`,
    values,
  );
  if (rows[0] !== undefined) return rows[0];
  const found = await app.db.query<Row>(
    `select request_hash, object_id, status, answer, api_version, false as is_fresh
     from idempotency_keys where project_id = $1 and key = $2`,
    [facts.projectId, facts.key],
  );
  if (found[0] === undefined) throw conflict('idempotency_key_in_use');
  return found[0];
}

function checkedKey(header: string | string[]): string {
  const key = Array.isArray(header) ? '' : header;
  if (key.length < 1 || key.length > KEY_LENGTH_MAX) {
    throw badRequest(`Idempotency-Key must have 1 to ${KEY_LENGTH_MAX} characters`);
  }
  return key;
}
