// Notes on objects that wait for a person, and their assignees. Notes never change (db/grants.ts).

import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { NotedType } from '../operator/notes/contract.ts';

export interface Noted {
  readonly projectId: string;
  readonly type: NotedType;
  readonly id: string;
}

const tables: Readonly<Record<NotedType, string>> = {
  invoice: 'invoices',
  deposit: 'deposits',
  withdrawal: 'coin_withdrawals',
  channel_payment: 'channel_payments',
};

/** Whether the object exists in the project. */
export async function isNoted(sql: Sql, { projectId, type, id }: Noted): Promise<boolean> {
  const text = `select 1 from ${tables[type]} where id = $2 and project_id = $1`;
  return (await sql.query(text, [projectId, id])).length > 0;
}

interface NoteRow {
  readonly id: string;
  readonly author: string;
  readonly note: string;
  readonly created_at: Date;
}

const NOTES_MAX = 200;

/** The newest, oldest first. */
export function notesOf(sql: Sql, { projectId, id }: Noted): Promise<NoteRow[]> {
  return sql.query<NoteRow>(
    `select * from (select id, author_name as author, note, created_at from object_notes
       where project_id = $1 and object_id = $2 order by id desc limit ${NOTES_MAX}) newest order by id`,
    [projectId, id],
  );
}

interface NewNote {
  readonly author: { readonly id: string | null; readonly name: string };
  readonly text: string;
}

export async function addNote(tx: Tx, noted: Noted, { author, text }: NewNote): Promise<string> {
  const id = tx.newId();
  await tx.query(
    `insert into object_notes (project_id, id, object_type, object_id, author_id, author_name, note, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [noted.projectId, id, noted.type, noted.id, author.id, author.name, text, tx.now],
  );
  return id;
}

export async function assigneeOf(
  sql: Sql,
  { projectId, id }: Noted,
): Promise<{ readonly user_id: string; readonly name: string } | null> {
  const rows = await sql.query<{ user_id: string; name: string }>(
    `select a.user_id, u.name from object_assignees a join users u on u.id = a.user_id
     where a.project_id = $1 and a.object_id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

/** Null: nobody. */
export async function assignTo(tx: Tx, { projectId, type, id }: Noted, userId: string | null) {
  if (userId === null) {
    await tx.query('delete from object_assignees where project_id = $1 and object_id = $2', [
      projectId,
      id,
    ]);
    return;
  }
  await tx.query(
    `insert into object_assignees (project_id, object_id, object_type, user_id, assigned_at)
     values ($1, $2, $3, $4, $5)
     on conflict (project_id, object_id) do update set user_id = excluded.user_id, assigned_at = excluded.assigned_at`,
    [projectId, id, type, userId, tx.now],
  );
}
