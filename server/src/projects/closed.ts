// Whether a project may be worked on in this database, for SQL: it may be on its way to or from another cell
// (cells/moves.ts).

/** Nothing may be done for the project of this column. */
export const isClosed = (projectId: string): string =>
  `exists (select 1 from project_moves m where m.project_id = ${projectId}
     and (m.direction = 'away' or (m.ended_at is null and m.given_up_at is null)))`;

/** The cell that it moved to; null: it is here. */
export const movedTo = (projectId: string): string =>
  `(select m.other_cell from project_moves m where m.project_id = ${projectId}
     and m.direction = 'away' and m.ended_at is not null)`;

/** What it owns is owed by another cell. */
export const hasLeft = (projectId: string): string =>
  `exists (select 1 from project_moves m where m.project_id = ${projectId}
     and m.direction = 'away' and m.ended_at is not null)`;
