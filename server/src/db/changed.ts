// Notifies every process of changes for the screens that show them (admin/stream.ts). Notifications carry types and
// ids, never content: a client with permission requests the content. They are sent when the transaction commits.

import type { Sql } from './database.ts';

/** Also carries wake-ups of workers (workers/worker.ts). */
export const WAKE_CHANNEL = 'chaintill_wake';

export const changedTypes = [
  'alert',
  'channel_payment',
  'checkout',
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
/** Ids per type and project. With more, the change is reported without ids. NOTIFY allows 8000 bytes. */
const NAMED_MAX = 5;
const PAYLOAD_MAX = 7500;

export function payloadOf(changes: readonly Change[]): string {
  const whole = PREFIX + JSON.stringify(summarised(changes).map(asRow));
  // Too many projects for one payload: an entry without a project makes every client reload.
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
