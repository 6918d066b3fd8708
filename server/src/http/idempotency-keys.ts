// The rows behind Idempotency-Key (idempotency.ts). Claims that arrive together share one statement and one commit,
// and so do responses. Rows of two projects never conflict.
import type { App } from '../app.ts';
import { DAY, SECOND, wallNow } from '../core/clock.ts';
import { batched } from '../workers/batcher.ts';
import type { ApiVersion } from './versions.ts';

const LIFETIME = DAY;
/**
 * A retry then takes over the request and its object id. Longer than requests take, and shorter than the 30 seconds
 * in which a withdrawal can be committed (interface 4.2).
 */
const ABANDONED_AFTER = 20 * SECOND;

const BATCH_MAX = 64;
const EVERYBODY = '';

export interface KeyRow {
  readonly request_hash: string;
  readonly object_id: string;
  /** Identifies the claim: a takeover has a later one. */
  readonly locked_until: Date;
  readonly status: number | null;
  readonly answer: string | null;
  readonly api_version: ApiVersion | null;
  readonly is_fresh: boolean;
}

interface NewClaim {
  readonly projectId: string;
  readonly key: string;
  readonly hash: string;
  readonly objectId: string;
  readonly lasts?: number | undefined;
}

export interface OwnClaim {
  readonly projectId: string;
  readonly key: string;
  readonly lockedUntil: Date;
}

export interface StoredAnswer extends OwnClaim {
  readonly status: number;
  readonly answer: string;
  readonly apiVersion: ApiVersion;
}

const claimBatched = batched<NewClaim, KeyRow | null>({
  name: 'idempotency_claims',
  batchMax: BATCH_MAX,
  write: claimKeys,
});
const answerBatched = batched<StoredAnswer, true>({
  name: 'idempotency_answers',
  batchMax: BATCH_MAX,
  write: storeAnswers,
});

/** A fresh row belongs to the caller. Null when another request holds the claim. */
export function claimKey(app: App, claim: NewClaim): Promise<KeyRow | null> {
  return claimBatched(app, EVERYBODY, claim);
}

/** Stores nothing when the claim was taken over: the other request then sends the response. */
export async function storeAnswer(app: App, answer: StoredAnswer): Promise<void> {
  await answerBatched(app, EVERYBODY, answer);
}

type Found = KeyRow & { readonly project_id: string; readonly key: string };

async function claimKeys(
  app: App,
  _key: string,
  claims: readonly NewClaim[],
): Promise<(KeyRow | null)[]> {
  const firsts = [...new Map(claims.toReversed().map((claim) => [nameOf(claim), claim])).values()];
  const claimed = await app.db.query<Found>(CLAIM, valuesOf(firsts));
  const rows = new Map(claimed.map((row) => [`${row.project_id} ${row.key}`, row]));
  const others = firsts.filter((claim) => !rows.has(nameOf(claim)));
  for (const row of await findKeys(app, others)) rows.set(`${row.project_id} ${row.key}`, row);
  return claims.map((claim) => {
    const row = rows.get(nameOf(claim));
    if (row === undefined) return null;
    // If a batch contains equal keys, the first one claims the key; for the others, the row exists already.
    return row.is_fresh && !firsts.includes(claim) ? { ...row, is_fresh: false } : row;
  });
}

function nameOf({ projectId, key }: { projectId: string; key: string }): string {
  return `${projectId} ${key}`;
}

function valuesOf(claims: readonly NewClaim[]): unknown[] {
  const now = wallNow();
  return [
    claims.map((claim) => claim.projectId),
    claims.map((claim) => claim.key),
    claims.map((claim) => claim.hash),
    claims.map((claim) => claim.objectId),
    new Date(now),
    claims.map(({ lasts = ABANDONED_AFTER }) => new Date(now + lasts)),
    new Date(now - LIFETIME),
  ];
}

/**
 * An expired row starts over with a new object. An abandoned row is taken over with its object id, and so is a row
 * whose lock is too long, because a clock that was ahead wrote it. Sorted, so that two processes with the same keys
 * do not deadlock.
 */
const CLAIM = `
insert into idempotency_keys as k (project_id, key, request_hash, object_id, locked_until, created_at)
select project_id, key, hash, object_id, until, $5::timestamptz
from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $6::timestamptz[])
  as t(project_id, key, hash, object_id, until)
order by project_id, key
on conflict (project_id, key) do update set
  request_hash = excluded.request_hash, locked_until = excluded.locked_until,
  status = null, answer = null, api_version = null,
  object_id = case when k.created_at <= $7 then excluded.object_id else k.object_id end,
  created_at = case when k.created_at <= $7 then excluded.created_at else k.created_at end
where k.created_at <= $7
  or (k.status is null and k.request_hash = excluded.request_hash
    and (k.locked_until <= $5 or k.locked_until > excluded.locked_until + interval '1 minute'))
returning project_id, key, request_hash, object_id, locked_until, status, answer, api_version, true as is_fresh`;

async function findKeys(app: App, claims: readonly NewClaim[]): Promise<Found[]> {
  if (claims.length === 0) return [];
  return app.db.query<Found>(
    `select project_id, key, request_hash, object_id, locked_until, status, answer, api_version, false as is_fresh
     from idempotency_keys
     where (project_id, key) in (select * from unnest($1::uuid[], $2::text[]))`,
    [claims.map((claim) => claim.projectId), claims.map((claim) => claim.key)],
  );
}

async function storeAnswers(
  app: App,
  _key: string,
  answers: readonly StoredAnswer[],
): Promise<true[]> {
  await app.db.query(
    `update idempotency_keys k set status = t.status, answer = t.answer, api_version = t.api_version
     from (select * from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::int[], $6::timestamptz[])
       as t(project_id, key, status, answer, api_version, locked_until) order by project_id, key) t
     where k.project_id = t.project_id and k.key = t.key and k.status is null and k.locked_until = t.locked_until`,
    [
      answers.map((item) => item.projectId),
      answers.map((item) => item.key),
      answers.map((item) => item.status),
      answers.map((item) => item.answer),
      answers.map((item) => item.apiVersion),
      answers.map((item) => item.lockedUntil),
    ],
  );
  return answers.map(() => true);
}

export const expiredKeys = {
  age: () => DAY,
  statement: `delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where created_at < $1 limit $2)) returning 1`,
};
