// API keys: created with a secret that is shown once and stored encrypted, and pinned to an API version.
import type { App } from '../app.ts';
import type { Permission } from '../contract/operation.ts';
import { MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { later } from '../core/later.ts';
import { newKeyOf } from '../core/slots.ts';
import type { Sql } from '../db/database.ts';
import { notifyWorker } from '../workers/worker.ts';
import type { Project, ProjectSettings } from './project.ts';

interface KeyUses {
  note(key: string): void;
  finish(): Promise<void>;
}

const STORED_AFTER = SECOND;
const KEYS_MAX = 10_000;

export function keyUses(app: App): KeyUses {
  const noted = new Map<string, number>();
  const waiting = new Map<string, number>();
  const storing = later(STORED_AFTER, async () => {
    const uses = [...waiting];
    waiting.clear();
    await storeUses(app.db, uses).catch((error: unknown) =>
      app.log.warn({ err: error }, 'last use of keys not stored'),
    );
  });
  return {
    note(key) {
      const now = wallNow();
      if (Math.abs(now - (noted.get(key) ?? 0)) < MINUTE) return;
      if (noted.size >= KEYS_MAX) noted.clear();
      noted.set(key, now);
      waiting.set(key, now);
      storing.soon();
    },
    finish: storing.finish,
  };
}

/** Locks rows in a fixed order, so that processes that record the same keys do not deadlock. */
async function storeUses(sql: Sql, uses: readonly (readonly [string, number])[]): Promise<void> {
  await sql.query(
    `update api_keys k set used_at = used.at from (
       select a.project_id, a.id, t.at from unnest($1::text[], $2::timestamptz[]) as t(key, at)
       join api_keys a on a.key = t.key
       where a.used_at is null or a.used_at <= t.at - interval '1 minute'
       order by a.key for no key update of a) used
     where k.project_id = used.project_id and k.id = used.id`,
    [uses.map(([key]) => key), uses.map(([, at]) => new Date(at))],
  );
}

export const permissions: readonly Permission[] = ['read', 'write', 'payout'];
/** Sent when keys change, so that every process clears its cache. */
export const KEYS_CHANGED = 'api-keys';

/** As published (wire.md (a)): url-safe base64, like the key. */
const SECRET_BYTES = 32;

export interface NewApiKey {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

export async function createApiKey(
  app: App,
  projectId: string,
  requested: {
    name: string;
    apiVersion: 1 | 2;
    permissions: readonly Permission[];
    ipAllowList: readonly string[];
    /** The user who created the key. They cannot approve withdrawals requested with the key. */
    madeBy?: string;
  },
): Promise<NewApiKey> {
  if (requested.permissions.length === 0) throw invalid(rule.filled('permissions'));
  const key = newKeyOf(projectId, app.random);
  const secret = app.random.bytes(SECRET_BYTES).toString('base64url');
  const id = newId(app.clock, app.random);
  await app.db.query(
    `insert into api_keys (project_id, id, key, secret_sealed, name, api_version, permissions, ip_allow_list, created_at,
       made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      projectId,
      id,
      key,
      app.secrets.seal(secret, keyContext(key)),
      requested.name,
      requested.apiVersion,
      requested.permissions,
      requested.ipAllowList,
      new Date(app.clock.now()),
      requested.madeBy ?? null,
    ],
  );
  await notifyWorker(app.db, KEYS_CHANGED);
  return { id, key, secret };
}

export interface ApiKeyRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly api_version: 1 | 2;
  readonly permissions: readonly Permission[];
  readonly ip_allow_list: readonly string[];
  readonly created_at: Date;
  /** The user's display name. */
  readonly made_by: string | null;
  /** The system user on the command line, as in the audit log. Null for older keys, too. */
  readonly system_user: string | null;
  /** Accurate to the minute. */
  readonly used_at: Date | null;
  readonly revoked_at: Date | null;
}

const LIST_MAX = 1000;

export async function listApiKeys(app: App, projectId: string): Promise<ApiKeyRow[]> {
  return app.db.query<ApiKeyRow>(
    `select id, key, name, api_version, permissions, ip_allow_list, created_at, used_at, revoked_at,
       (select u.name from users u where u.id = made_by) as made_by,
       (select j.actor from journal_results o join journal j on j.id = o.journal_id
        where o.object_id = k.key and j.operation = 'keys.create' and j.actor_kind = 'system_user' limit 1)
         as system_user
     from api_keys k where project_id = $1 order by id limit ${LIST_MAX}`,
    [projectId],
  );
}

export async function revokeApiKey(app: App, projectId: string, key: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const rows = await tx.query(
      `update api_keys set revoked_at = coalesce(revoked_at, $3) where project_id = $1 and key = $2 returning 1`,
      [projectId, key, tx.now],
    );
    if (rows.length === 0) throw notFound();
    await notifyWorker(tx, KEYS_CHANGED);
  });
}

/** Whether it is a key of the project that is in use and has the permission `payout`. */
export async function mayKeyPayOut(sql: Sql, projectId: string, key: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from api_keys
     where project_id = $1 and key = $2 and revoked_at is null and 'payout' = any(permissions)`,
    [projectId, key],
  );
  return rows.length > 0;
}

export interface KnownKey {
  readonly id: string;
  /** The public part of the key. */
  readonly key: string;
  readonly project: Project;
  readonly secret: string;
  readonly apiVersion: 1 | 2;
  readonly permissions: ReadonlySet<Permission>;
  readonly ipAllowList: readonly string[];
}

/** Null when the key is unknown or revoked. */
export async function findApiKey(app: App, key: string): Promise<KnownKey | null> {
  const rows = await app.db.query<{
    id: string;
    secret_sealed: string;
    api_version: 1 | 2;
    permissions: Permission[];
    ip_allow_list: string[];
    project_id: string;
    project_name: string;
    settings: ProjectSettings;
  }>(
    `select k.id, k.secret_sealed, k.api_version, k.permissions, k.ip_allow_list,
       p.id as project_id, p.name as project_name, p.settings
     from api_keys k join projects p on p.id = k.project_id
     where k.key = $1 and k.revoked_at is null`,
    [key],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    key,
    project: { id: row.project_id, name: row.project_name, settings: row.settings },
    secret: app.secrets.open(row.secret_sealed, keyContext(key)),
    apiVersion: row.api_version,
    permissions: new Set(row.permissions),
    ipAllowList: row.ip_allow_list,
  };
}

function keyContext(key: string): string {
  return `api_key:${key}`;
}
