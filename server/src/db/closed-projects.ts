// Whether a project may be worked on in this database, for SQL: it may be on its way to or from another cell
// (cells/moves.ts).
import { assert } from '../core/assert.ts';
import type { Sql } from './database.ts';

/** A column alone would be that of the table of moves itself, so that one move would be everybody's. */
function column(name: string): string {
  assert(name.includes('.'), `${name} is named with its table`);
  return name;
}

/** Nothing may be done for the project of this column. */
export const isClosed = (projectId: string): string =>
  `exists (select 1 from project_moves m where m.project_id = ${column(projectId)}
     and (m.direction = 'away' or (m.ended_at is null and m.given_up_at is null)))`;

/** The cell that it moved to; null: it is here. */
export const movedTo = (projectId: string): string =>
  `(select m.other_cell from project_moves m where m.project_id = ${column(projectId)}
     and m.direction = 'away' and m.ended_at is not null)`;

/** What it owns is owed by another cell. */
export const hasLeft = (projectId: string): string =>
  `exists (select 1 from project_moves m where m.project_id = ${column(projectId)}
     and m.direction = 'away' and m.ended_at is not null)`;

export async function hasProjectLeft(sql: Sql, projectId: string): Promise<boolean> {
  const rows = await sql.query<{ left: boolean }>(
    `select ${hasLeft('t.id')} as left from (select $1::uuid as id) t`,
    [projectId],
  );
  return rows[0]?.left === true;
}

/** Of these projects, those for which something may be done here. */
export async function openAmong(
  sql: Sql,
  projectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (projectIds.length === 0) return new Set();
  const rows = await sql.query<{ id: string }>(
    `select t.id from unnest($1::uuid[]) as t(id) where not ${isClosed('t.id')}`,
    [[...new Set(projectIds)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** All of those, and the cells that they moved to. */
export function projectsThatLeft(sql: Sql): Promise<{ projectId: string; toCell: string }[]> {
  return sql.query(
    `select project_id as "projectId", other_cell as "toCell" from project_moves
     where direction = 'away' and ended_at is not null order by project_id`,
  );
}
