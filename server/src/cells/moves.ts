// Where a project is open (table project_moves): a row in the cell that it leaves and one in the cell that it comes to.
// It is closed there before it is open here, and each step says which move it is of: repeating one changes nothing.
import type { App } from '../app.ts';
import { AppError, notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { KEYS_CHANGED } from '../projects/api-keys.ts';
import { isClosed } from '../projects/closed.ts';
import { notifyWorker } from '../workers/worker.ts';

export interface Move {
  readonly projectId: string;
  readonly moveId: string;
  readonly otherCell: string;
  readonly closedAt: Date;
  /** Away: gone for good. Here: open. */
  readonly endedAt: Date | null;
  /** Here: this copy must never come. */
  readonly givenUpAt: Date | null;
}

const COLUMNS = `project_id as "projectId", move_id as "moveId", other_cell as "otherCell", closed_at as "closedAt",
  ended_at as "endedAt", given_up_at as "givenUpAt"`;

export async function findMove(
  sql: Sql,
  projectId: string,
  direction: 'away' | 'here',
): Promise<Move | null> {
  const [row] = await sql.query<Move>(
    `select ${COLUMNS} from project_moves where project_id = $1 and direction = $2`,
    [projectId, direction],
  );
  return row ?? null;
}

/** Closes a project that moves to a cell; the move that closed it, which may be an earlier one. Errors: 404. */
export async function closeProject(app: App, projectId: string, toCell: string): Promise<Move> {
  const here = await findMove(app.db, projectId, 'here');
  if (here !== null && here.endedAt === null && here.givenUpAt === null)
    throw new AppError({
      ...{ code: 'conflict', status: 409 },
      message: `it is on its way from cell ${here.otherCell}: that move goes first`,
    });
  await app.db.query(
    `insert into project_moves (project_id, direction, move_id, other_cell, closed_at)
     select id, 'away', $2, $3, $4 from projects where id = $1
     on conflict (project_id, direction) do nothing`,
    [projectId, newId(app.clock, app.random), toCell, new Date(app.clock.now())],
  );
  await notifyWorker(app.db, KEYS_CHANGED);
  const move = await findMove(app.db, projectId, 'away');
  if (move === null) throw notFound();
  return move;
}

/** In the cell that it leaves: it is gone for good. */
export async function endMoveAway(app: App, { projectId, moveId }: Move): Promise<void> {
  await app.db.query(
    `update project_moves set ended_at = $3
     where project_id = $1 and direction = 'away' and move_id = $2 and ended_at is null`,
    [projectId, moveId, new Date(app.clock.now())],
  );
}

/** In the cell that it came to. */
export async function openProject(app: App, { projectId, moveId }: Move): Promise<void> {
  await app.db.query(
    `update project_moves set ended_at = $3
     where project_id = $1 and direction = 'here' and move_id = $2 and ended_at is null and given_up_at is null`,
    [projectId, moveId, new Date(app.clock.now())],
  );
  await notifyWorker(app.db, KEYS_CHANGED);
}

/** In the transaction that stores the copy. False: this copy was given up, or the project is here. */
export async function noteArrival(
  tx: Tx,
  { move, fromCell }: { move: Move; fromCell: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into project_moves as m (project_id, direction, move_id, other_cell, closed_at)
     values ($1, 'here', $2, $3, $4)
     on conflict (project_id, direction) do update
       set move_id = excluded.move_id, other_cell = excluded.other_cell, closed_at = excluded.closed_at,
         given_up_at = null
       where m.given_up_at is not null and m.move_id < excluded.move_id
     returning 1`,
    [move.projectId, move.moveId, fromCell, move.closedAt],
  );
  return rows.length === 1;
}

/**
 * In the cell that it should have come to: this copy never comes. False: it has come. What came by an older move is
 * still here, so that no other comes either.
 */
export async function giveUpArrival(
  app: App,
  { move, fromCell }: { move: Move; fromCell: string },
): Promise<boolean> {
  await app.db.query(
    `insert into project_moves as m (project_id, direction, move_id, other_cell, closed_at, given_up_at)
     values ($1, 'here', $2, $3, $4, $5)
     on conflict (project_id, direction) do update
       set move_id = excluded.move_id, other_cell = excluded.other_cell, closed_at = excluded.closed_at,
         given_up_at = excluded.given_up_at
       where m.given_up_at is not null and m.move_id < excluded.move_id`,
    [move.projectId, move.moveId, fromCell, move.closedAt, new Date(app.clock.now())],
  );
  const here = await findMove(app.db, move.projectId, 'here');
  return here?.moveId !== move.moveId || here.givenUpAt !== null;
}

/** The projects that are worked on in this cell. */
export async function openProjects(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select p.id from projects p where not ${isClosed('p.id')} order by p.id`,
  );
  return rows.map(({ id }) => id);
}

/** In the cell that it was to leave, once its copy can never come: it goes on here. */
export async function reopenProject(app: App, { projectId, moveId }: Move): Promise<void> {
  await app.db.query(
    `delete from project_moves
     where project_id = $1 and direction = 'away' and move_id = $2 and ended_at is null`,
    [projectId, moveId],
  );
  await notifyWorker(app.db, KEYS_CHANGED);
}
