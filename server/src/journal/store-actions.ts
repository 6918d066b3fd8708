// The audit log of people's actions: one row when an operation starts, and one with its result. Append-only, enforced
// by a trigger (docs/decisions/0097-a-journal-of-human-actions.md).
import type { App } from '../app.ts';
import type { Actor, JournalObject } from '../contract/operator/operation.ts';
import { newId } from '../core/ids.ts';

export interface Begun {
  readonly actor: Actor;
  readonly operation: string;
  readonly projectId: string | null;
  readonly objectType: JournalObject | null;
  /** Null for an operation that creates the object. */
  readonly objectId: string | null;
  /** Without secrets. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly before: unknown;
}

export type Result =
  | {
      readonly result: 'done';
      /** The created object, or an object that only the output identifies. */
      readonly made: { readonly projectId: string | null; readonly objectId: string | null };
      /** Without secrets. */
      readonly after: unknown;
    }
  | {
      readonly result: 'refused' | 'failed';
      readonly code: string;
      readonly problems: readonly { readonly field: string; readonly code: string }[];
    };

/** Returns the row's ID. */
export async function noteBegin(app: App, begun: Begun): Promise<string> {
  const { actor } = begun;
  const id = newId(app.clock, app.random);
  await app.db.query(
    `insert into journal (id, at, actor_kind, actor, source, address, operation, project_id, object_type, object_id,
       input, reason, before, step_up)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      new Date(app.clock.now()),
      actor.kind,
      actor.name,
      actor.source,
      actor.address,
      begun.operation,
      begun.projectId,
      begun.objectType,
      begun.objectId,
      JSON.stringify(begun.input),
      begun.reason,
      jsonOrNull(begun.before),
      jsonOrNull(actor.proof),
    ],
  );
  return id;
}

export async function noteEnd(app: App, id: string, ended: Result): Promise<void> {
  const isDone = ended.result === 'done';
  const problems = isDone || ended.problems.length === 0 ? null : ended.problems;
  await app.db.query(
    `insert into journal_results (journal_id, at, result, code, problems, project_id, object_id, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      new Date(app.clock.now()),
      ended.result,
      isDone ? null : ended.code,
      jsonOrNull(problems),
      ...(isDone ? [ended.made.projectId, ended.made.objectId] : [null, null]),
      isDone ? jsonOrNull(ended.after) : null,
    ],
  );
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
