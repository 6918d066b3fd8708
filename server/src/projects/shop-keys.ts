// Keys of shops: bearer tokens of the Greenfield API. Stored as a hash, bound to one project and to named permissions.
// None of these permissions allows a withdrawal.
import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { MINUTE, wallNow } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Project, ProjectSettings } from './project.ts';

/** Forty lower-case hexadecimal digits, like the keys that plugins know: some remove other characters silently. */
const KEY_BYTES = 20;
const SHOP_KEY = /^[0-9a-f]{40}$/;

export interface ShopKeyRow {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly created_at: Date;
  readonly made_by: string | null;
  /** Accurate to the minute. */
  readonly used_at: Date | null;
  readonly revoked_at: Date | null;
}

export interface KnownShopKey {
  readonly id: string;
  readonly name: string;
  readonly project: Project;
  readonly permissions: readonly string[];
}

export async function createShopKey(
  app: App,
  projectId: string,
  requested: { name: string; permissions: readonly string[]; madeBy: string | null },
): Promise<{ readonly id: string; readonly key: string }> {
  const key = app.random.bytes(KEY_BYTES).toString('hex');
  const id = newId(app.clock, app.random);
  await app.db.query(
    `insert into shop_keys (project_id, id, key_hash, name, permissions, made_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      projectId,
      id,
      hashOf(key),
      requested.name,
      [...new Set(requested.permissions)],
      requested.madeBy,
      new Date(app.clock.now()),
    ],
  );
  return { id, key };
}

/** Null when it is unknown or revoked. */
export async function findShopKey(app: App, key: string): Promise<KnownShopKey | null> {
  if (!SHOP_KEY.test(key)) return null;
  const [row] = await app.db.query<{
    id: string;
    name: string;
    permissions: string[];
    used_at: Date | null;
    project_id: string;
    project_name: string;
    settings: ProjectSettings;
  }>(
    `select k.id, k.name, k.permissions, k.used_at, p.id as project_id, p.name as project_name, p.settings
     from shop_keys k join projects p on p.id = k.project_id
     where k.key_hash = $1 and k.revoked_at is null`,
    [hashOf(key)],
  );
  if (row === undefined) return null;
  const project = { id: row.project_id, name: row.project_name, settings: row.settings };
  await noteUse(app, { projectId: project.id, id: row.id, usedAt: row.used_at });
  return { id: row.id, name: row.name, permissions: row.permissions, project };
}

async function noteUse(
  app: App,
  { projectId, id, usedAt }: { projectId: string; id: string; usedAt: Date | null },
): Promise<void> {
  const now = wallNow();
  if (usedAt !== null && Math.abs(now - usedAt.getTime()) < MINUTE) return;
  await app.db.query('update shop_keys set used_at = $3 where project_id = $1 and id = $2', [
    projectId,
    id,
    new Date(now),
  ]);
}

const LIST_MAX = 1000;

/** Newest first, including revoked ones. */
export function listShopKeys(app: App, projectId: string): Promise<ShopKeyRow[]> {
  return app.db.query<ShopKeyRow>(
    `select k.id, k.name, k.permissions, k.created_at, k.used_at, k.revoked_at,
       (select u.name from users u where u.id = k.made_by) as made_by
     from shop_keys k where k.project_id = $1 order by k.id desc limit ${LIST_MAX}`,
    [projectId],
  );
}

/** Errors: 404. */
export async function revokeShopKey(app: App, projectId: string, id: string): Promise<void> {
  const rows = await app.db.query(
    `update shop_keys set revoked_at = coalesce(revoked_at, $3) where project_id = $1 and id = $2 returning 1`,
    [projectId, id, new Date(app.clock.now())],
  );
  if (rows.length === 0) throw notFound();
}

/** The key has 160 random bits, so a fast hash is enough. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
