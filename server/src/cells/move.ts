// Moves a project from one cell to another. Four steps, each a transaction of one database, in an order in which the
// project is never open in both: closed here, copied there, gone from here for good, open there. Whoever is cut off
// between them asks again, and it goes on. Until the copy is there it can be given up, which is noted there first.
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { slotOf } from '../core/slots.ts';
import { openTellings } from '../deposits/told.ts';
import { copyProject } from './copy.ts';
import { drained } from './drain.ts';
import { lostThere } from './forward.ts';
import {
  closeAs,
  closeProject,
  endMoveAway,
  findMove,
  giveUpArrival,
  type Move,
  openProject,
  reopenProject,
} from './moves.ts';
import { reasonsAgainst } from './reasons.ts';

export interface Cells {
  readonly from: App;
  readonly to: App;
  readonly fromCell: string;
  readonly toCell: string;
  /** Rows that are copied together; many unless told. */
  readonly chunk?: number;
}

export interface Moved {
  /** What the proxy finds its cell by. */
  readonly slot: string | null;
}

export interface Refused {
  /** All that stands in the way; the project is open where it was. */
  readonly reasons: readonly string[];
}

/** Errors: 404; 409 where another move of it is under way, or its rows would not be there as they are here. */
export async function moveProject(cells: Cells, projectId: string): Promise<Moved | Refused> {
  const move = await closedFor(cells, projectId);
  if (!(await hasArrived(cells, move))) {
    const isDrained = await drained(cells.from);
    const reasons = isDrained
      ? await reasonsAgainst(cells, projectId)
      : ['something has been writing to this cell for a minute'];
    if (reasons.length > 0) {
      if (await givenUp(cells, move)) return { reasons };
    } else await carryOver(cells, move);
  }
  await endMoveAway(cells.from, move, await openTellings(cells.to.db, projectId));
  await openProject(cells.to, move);
  return { slot: slotOf(projectId) };
}

/** Errors: 409 where it left for good, and is not there. */
async function closedFor(cells: Cells, projectId: string): Promise<Move> {
  const move =
    (await closedAgain(cells, projectId)) ??
    (await closeProject(cells.from, projectId, cells.toCell));
  if (move.otherCell !== cells.toCell)
    throw new AppError({
      ...{ code: 'conflict', status: 409 },
      message: `it moves to cell ${move.otherCell}: that move goes first`,
    });
  const there = await findMove(cells.to.db, projectId, 'here');
  if (move.endedAt !== null && there?.moveId !== move.moveId) throw lostThere(cells.toCell);
  const wasGivenUp = there?.moveId === move.moveId && there.givenUpAt !== null;
  if (!wasGivenUp) return move;
  // Cut off while it was given up.
  await reopenProject(cells.from, move);
  return closeProject(cells.from, projectId, cells.toCell);
}

/** It came there, and this cell was restored from before it left: it leaves as it did. Null: it did not. */
async function closedAgain(cells: Cells, projectId: string): Promise<Move | null> {
  const there = await findMove(cells.to.db, projectId, 'here');
  if (there === null || there.otherCell !== cells.fromCell || there.endedAt === null) return null;
  if ((await findMove(cells.from.db, projectId, 'away')) !== null) return null;
  return closeAs(cells.from, { ...there, otherCell: cells.toCell, isAgain: true });
}

async function hasArrived({ to }: Cells, { projectId, moveId }: Move): Promise<boolean> {
  const there = await findMove(to.db, projectId, 'here');
  return there !== null && there.moveId === moveId && there.givenUpAt === null;
}

/** False: it has come meanwhile, so that it goes on there. */
async function givenUp(cells: Cells, move: Move): Promise<boolean> {
  if (!(await giveUpArrival(cells.to, { move, fromCell: cells.fromCell }))) return false;
  await reopenProject(cells.from, move);
  return true;
}

/** A copy that cannot be stored leaves the project open where it was. */
async function carryOver(cells: Cells, move: Move): Promise<void> {
  try {
    await cells.to.db.patient.transaction((tx) => copyProject(cells, move, tx));
  } catch (error) {
    // Its commit may have got no answer, and somebody else may have carried it over.
    if (await hasArrived(cells, move)) return;
    if (await givenUp(cells, move)) throw error;
  }
}
