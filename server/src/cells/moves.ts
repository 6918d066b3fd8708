// Where a project is open (table project_moves): a row in the cell that it leaves and one in the cell that it comes to.
// It is closed there before it is open here, and each step says which move it is of: repeating one changes nothing.
import type { App } from '../app.ts';
import { receiveMissed } from '../channels/receive.ts';
import { AppError, notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { isClosed } from '../db/closed-projects.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { KEYS_CHANGED } from '../projects/api-keys.ts';
import { notifyWorker } from '../workers/worker.ts';
import { type Heard, leave } from './leave.ts';

export interface Move {
  readonly projectId: string;
  readonly moveId: string;
  readonly otherCell: string;
  readonly closedAt: Date;
  /** Away: gone for good. Here: open. */
  readonly endedAt: Date | null;
  /** Here: this copy must never come. */
  readonly givenUpAt: Date | null;
  /** How often the cell that it left has told the other one what came to its old addresses (forward.ts). */
  readonly tellings: number;
  /** Away: it had left before this database was restored from before that. */
  readonly isAgain: boolean;
}

const COLUMNS = `project_id as "projectId", move_id as "moveId", other_cell as "otherCell", closed_at as "closedAt",
  ended_at as "endedAt", given_up_at as "givenUpAt", tellings, is_again as "isAgain"`;

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
export function closeProject(app: App, projectId: string, toCell: string): Promise<Move> {
  const move = { moveId: newId(app.clock, app.random), closedAt: new Date(app.clock.now()) };
  return closeAs(app, { ...move, projectId, otherCell: toCell, isAgain: false });
}

/** As a given move, which this database may not know of any more. */
export async function closeAs(
  app: App,
  {
    projectId,
    moveId,
    otherCell,
    closedAt,
    isAgain,
  }: Omit<Move, 'endedAt' | 'givenUpAt' | 'tellings'>,
): Promise<Move> {
  const here = await findMove(app.db, projectId, 'here');
  if (here !== null && here.endedAt === null && here.givenUpAt === null)
    throw new AppError({
      ...{ code: 'conflict', status: 409 },
      message: `it is on its way from cell ${here.otherCell}: that move goes first`,
    });
  await app.db.query(
    `insert into project_moves (project_id, direction, move_id, other_cell, closed_at, is_again)
     select id, 'away', $2, $3, $4, $5 from projects where id = $1
     on conflict (project_id, direction) do nothing`,
    [projectId, moveId, otherCell, closedAt, isAgain],
  );
  await notifyWorker(app.db, KEYS_CHANGED);
  const move = await findMove(app.db, projectId, 'away');
  if (move === null) throw notFound();
  return move;
}

/** In the cell that it leaves: it is gone for good. `heard`: as of `leave`. */
export function endMoveAway(app: App, move: Move, heard: Heard): Promise<void> {
  return app.db.patient.transaction(async (tx) => {
    const ended = await tx.query(
      `update project_moves set ended_at = $3
       where project_id = $1 and direction = 'away' and move_id = $2 and ended_at is null returning 1`,
      [move.projectId, move.moveId, tx.now],
    );
    if (ended.length > 0) await leave(tx, move, move.isAgain ? null : heard);
  });
}

/** How often the other cell was told of deposits, in the cell that told, or that heard. */
export async function noteTelling(sql: Sql, move: Move, tellings: number): Promise<void> {
  await sql.query(
    `update project_moves set tellings = $3
     where project_id = $1 and move_id = $2 and ended_at is not null`,
    [move.projectId, move.moveId, tellings],
  );
}

/** In the cell that it came to. */
export async function openProject(app: App, { projectId, moveId }: Move): Promise<void> {
  await app.db.transaction(async (tx) => {
    const opened = await tx.query(
      `update project_moves set ended_at = $3
       where project_id = $1 and direction = 'here' and move_id = $2 and ended_at is null and given_up_at is null
       returning 1`,
      [projectId, moveId, tx.now],
    );
    if (opened.length > 0) await goOn(tx, projectId);
  });
  await notifyWorker(app.db, KEYS_CHANGED);
}

/** With what came while it was closed. */
async function goOn(tx: Tx, projectId: string): Promise<void> {
  await lockLedger(tx, projectId);
  await receiveMissed(tx, projectId);
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

/** Of projects that are closed here and gone nowhere yet: since when. */
export function movesUnderWay(sql: Sql): Promise<Move[]> {
  return sql.query<Move>(
    `select ${COLUMNS} from project_moves where ended_at is null and given_up_at is null order by closed_at`,
  );
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
  await app.db.transaction(async (tx) => {
    const reopened = await tx.query(
      `delete from project_moves
       where project_id = $1 and direction = 'away' and move_id = $2 and ended_at is null returning 1`,
      [projectId, moveId],
    );
    if (reopened.length > 0) await goOn(tx, projectId);
  });
  await notifyWorker(app.db, KEYS_CHANGED);
}
