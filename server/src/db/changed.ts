// Notifies every process that something changed, for the screens that show it (admin/stream.ts). The notification uses
// the channel that also wakes workers and is sent when the caller's transaction commits. It carries the type and the
// id, never the content: a client with permission requests the content.

import type { Sql } from './database.ts';

/** Also carries the wake-ups of workers in all processes (workers/worker.ts). */
export const WAKE_CHANNEL = 'chaintill_wake';

/** The names that screens use for what they show. */
export const changedTypes = [
  'alert',
  'channel_payment',
  'deposit',
  'exchange',
  'invoice',
  'subscription',
  'withdrawal',
  'other',
] as const;

export type ChangedType = (typeof changedTypes)[number];

export interface Change {
  /** Null: belongs to no project. */
  readonly projectId: string | null;
  readonly type: ChangedType;
  /** Null: more than one object. */
  readonly id: string | null;
}

const PREFIX = 'changed ';
/**
 * Maximum per type in one transaction; with more, the change is reported without ids. A payload may have 8000 bytes
 * (PostgreSQL: NOTIFY).
 */
const NAMED_MAX = 5;
const PAYLOAD_MAX = 7500;

/** The payload for all changes of a transaction. */
export function payloadOf(changes: readonly Change[]): string {
  const whole = PREFIX + JSON.stringify(summarised(changes).map(asRow));
  // Too many projects for one payload: a single entry without a project makes every client reload.
  return whole.length <= PAYLOAD_MAX ? whole : PREFIX + JSON.stringify([[null, 'other', null]]);
}

export async function notifyChanged(sql: Sql, changes: readonly Change[]): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [WAKE_CHANNEL, payloadOf(changes)]);
}

/** Null for a payload that wakes a worker. */
export function changesIn(payload: string): readonly Change[] | null {
  if (!payload.startsWith(PREFIX)) return null;
  const rows = JSON.parse(payload.slice(PREFIX.length)) as Row[];
  return rows.map(([projectId, type, id]) => ({ projectId, type, id }));
}

type Row = readonly [projectId: string | null, type: ChangedType, id: string | null];

const asRow = ({ projectId, type, id }: Change): Row => [projectId, type, id];

/** Lists each object once. Many objects of one type in one project become one entry without ids. */
function summarised(changes: readonly Change[]): readonly Change[] {
  const ids = new Map<string, { readonly of: Change; readonly ids: Set<string | null> }>();
  for (const change of changes) {
    const key = `${change.projectId} ${change.type}`;
    const found = ids.get(key) ?? { of: change, ids: new Set() };
    found.ids.add(change.id);
    ids.set(key, found);
  }
  return [...ids.values()].flatMap(({ of, ids: named }) => {
    const isMany = named.size > NAMED_MAX || named.has(null);
    return isMany ? [{ ...of, id: null }] : [...named].map((id) => ({ ...of, id }));
  });
}
