// Stored policies: all versions are kept and the newest is in force. A project without one has the built-in policy.
import type { App, Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { apiError, notFound } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { whereOf } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Policy } from './policy.ts';
import { writePolicyJournal } from './policy-journal.ts';
import { readPolicy } from './read-policy.ts';

/** Allows everything, except that a destination which resembles a known one waits for a person. */
export const BUILT_IN = `{
  "currency": "EUR",
  "rules": [
    { "name": "lookalike_address", "when": { "looksLikeKnown": true }, "do": { "hold": 0 } },
    { "name": "everything_else", "do": "allow" }
  ]
}`;

export interface PolicyRow {
  readonly version: number;
  readonly document: string;
  readonly note: string | null;
  readonly created_at: Date;
}

export interface PolicyInForce {
  readonly policy: Policy;
  readonly limitEur: string | null;
  readonly withdrawals: number;
}

/** Keyed by project. The cache compares the text, because a database rollback can cause reuse of version numbers. */
const caches = new WeakMap<Instance, Map<string, Cached>>();

interface Cached {
  readonly document: string;
  readonly policy: Policy;
}

interface InForceRow {
  readonly project_id: string;
  readonly limit_eur: string | null;
  readonly version: number | null;
  readonly document: string | null;
  readonly withdrawals: number;
}

/** Errors: 404. */
export async function policyInForce(sql: Sql, app: App, projectId: string): Promise<PolicyInForce> {
  const found = await policiesInForce(sql, app, [projectId]);
  const inForce = found.get(projectId);
  if (inForce === undefined) throw notFound();
  return inForce;
}

export async function policiesInForce(
  sql: Sql,
  instance: Instance,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, PolicyInForce>> {
  const rows = await sql.query<InForceRow>(
    `select p.id as project_id, p.settings ->> 'withdrawalMaxEur' as limit_eur, v.version, v.document,
       coalesce(c.n, 0)::bigint as withdrawals
     from projects p
     left join object_counts c on c.project_id = p.id and c.object_type = 'coin_withdrawal'
     left join lateral (select version, document from policies where project_id = p.id
       order by version desc limit 1) v on true
     where p.id = any($1::uuid[])`,
    [projectIds],
  );
  return new Map(
    rows.map((row) => {
      const { project_id: projectId, limit_eur: limitEur, withdrawals } = row;
      return [projectId, { policy: readCached(instance, row), limitEur, withdrawals }];
    }),
  );
}

function readCached(instance: Instance, row: InForceRow): Policy {
  const { project_id: projectId } = row;
  const document = row.document ?? BUILT_IN;
  const version = row.version ?? 0;
  const cache = caches.get(instance) ?? new Map<string, Cached>();
  caches.set(instance, cache);
  const cached = cache.get(projectId);
  if (cached?.policy.version === version && cached.document === document) return cached.policy;
  const policy = readStored(instance, projectId, { document, version });
  cache.set(projectId, { document, policy });
  return policy;
}

/** A stored policy that no longer parses blocks every withdrawal: an internal error, not the caller's. */
function readStored(
  instance: Instance,
  projectId: string,
  { document, version }: { document: string; version: number },
): Policy {
  try {
    return readPolicy(instance, document, version);
  } catch (error) {
    throw new Error(`version ${version} of the policy of ${projectId} cannot be read`, {
      cause: error,
    });
  }
}

/**
 * Returns the new version. Errors: 404; 400 and 422 for a document that is not a policy; 403 `owner_required` for a
 * caller who may not loosen a policy that requires approvals.
 */
export function setPolicy(
  app: App,
  projectId: string,
  requested: { document: string; note: string | null; mayLoosen: boolean },
): Promise<number> {
  readPolicy(app, requested.document, 1);
  return app.db.transaction(async (tx) => {
    const project = await tx.query('select 1 from projects where id = $1', [projectId]);
    if (project.length === 0) throw notFound();
    // The lock prevents a change between a decision and its effect.
    await lockLedger(tx, projectId);
    if (!requested.mayLoosen) await insistOnNoApprovals(tx, app, projectId);
    const rows = await tx.query<{ version: number }>(
      `insert into policies (project_id, version, document, note, created_at)
       select $1, coalesce(max(version), 0) + 1, $2, $3, $4 from policies where project_id = $1
       returning version`,
      [projectId, requested.document, requested.note, tx.now],
    );
    const { version } = defined(rows[0], 'a version was stored');
    const facts = { version, note: requested.note };
    await writePolicyJournal(tx, [{ projectId, step: 'policy_set', facts }]);
    return version;
  });
}

/** People bound by the policy must not loosen it. The caller holds the ledger lock. Errors: 403 `owner_required`. */
export async function insistOnNoApprovals(
  tx: Tx,
  instance: Instance,
  projectId: string,
): Promise<void> {
  const found = await policiesInForce(tx, instance, [projectId]);
  const { policy } = defined(found.get(projectId), 'a project of its own');
  const wants = policy.rules.some(
    ({ action }) => action.outcome === 'hold' && action.approvals > 0,
  );
  if (wants) throw apiError('owner_required.policy_wants_approvals');
}

/** Newest first. `after` is a version. */
export async function policyHistory(
  sql: Sql,
  projectId: string,
  { after, limit }: { after: number | null; limit: number },
): Promise<{ rows: readonly PolicyRow[]; next: number | null }> {
  const values: unknown[] = [];
  const where = whereOf(
    [
      [projectId, (place) => `project_id = ${place}`],
      [after, (place) => `version < ${place}`],
    ],
    { values },
  );
  const rows = await sql.query<PolicyRow>(
    `select version, document, note, created_at from policies ${where}
     order by version desc limit $${values.push(limit + 1)}`,
    values,
  );
  return {
    rows: rows.slice(0, limit),
    next: rows.length > limit ? (rows[limit - 1]?.version ?? null) : null,
  };
}

/** `version` null: the newest. */
export async function findPolicy(
  sql: Sql,
  projectId: string,
  version: number | null,
): Promise<PolicyRow | null> {
  const values: unknown[] = [];
  const where = whereOf(
    [
      [projectId, (place) => `project_id = ${place}`],
      [version, (place) => `version = ${place}`],
    ],
    { values },
  );
  const rows = await sql.query<PolicyRow>(
    `select version, document, note, created_at from policies ${where} order by version desc limit 1`,
    values,
  );
  return rows[0] ?? null;
}
