// Tells every process that something changed, for the screens that show it (admin/stream.ts). By the channel that
// also wakes workers, when the caller's transaction is stored. It carries what it is and its id, never what it is
// like: whoever may see it asks for it.

import type { Sql } from './database.ts';

/** What wakes workers of all processes goes by it too (workers/worker.ts). */
export const WAKE_CHANNEL = 'chaintill_wake';

/** As screens call what they show. */
export const changedTypes = [
  ...(['alarm', 'channel_payment', 'deposit', 'exchange', 'invoice'] as const),
  ...(['subscription', 'withdrawal', 'other'] as const),
] as const;

export type ChangedType = (typeof changedTypes)[number];

export interface Change {
  /** Null: it belongs to no project. */
  readonly projectId: string | null;
  readonly type: ChangedType;
  /** Null: several. */
  readonly id: string | null;
}

const PREFIX = 'changed ';
/** Of one type in one transaction; more are told as several. A payload may have 8000 bytes (PostgreSQL: NOTIFY). */
const NAMED_MAX = 5;
const PAYLOAD_MAX = 7500;

/** What is sent for all changes of a transaction. */
export function payloadOf(changes: readonly Change[]): string {
  const whole = PREFIX + JSON.stringify(summarised(changes).map(asRow));
  // So many projects at once are a burst: their types alone, for everybody.
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

/** Each object once, and of many of one type in one project none by name. */
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
