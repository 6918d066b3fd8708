// Moves a project from one cell to another. Four steps, each a transaction of one database, in an order in which the
// project is never open in both: closed here, copied there, gone from here for good, open there. Whoever is cut off
// between them asks again, and it goes on. Until the copy is there it can be given up, which is noted there first.
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { slotOf } from '../core/slots.ts';
import { drained } from './drain.ts';
import {
  closeProject,
  endMoveAway,
  findMove,
  giveUpArrival,
  type Move,
  openProject,
  reopenProject,
} from './moves.ts';
import { readCopy } from './read-copy.ts';
import { reasonsAgainst } from './reasons.ts';
import { storeCopy } from './store-copy.ts';

export interface Cells {
  readonly from: App;
  readonly to: App;
  readonly fromCell: string;
  readonly toCell: string;
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
  await endMoveAway(cells.from, move);
  await openProject(cells.to, move);
  return { slot: slotOf(projectId) };
}

async function closedFor(cells: Cells, projectId: string): Promise<Move> {
  const move = await closeProject(cells.from, projectId, cells.toCell);
  if (move.otherCell !== cells.toCell)
    throw new AppError({
      ...{ code: 'conflict', status: 409 },
      message: `it moves to cell ${move.otherCell}: that move goes first`,
    });
  const there = await findMove(cells.to.db, projectId, 'here');
  const wasGivenUp = there?.moveId === move.moveId && there.givenUpAt !== null;
  if (!wasGivenUp) return move;
  // Cut off while it was given up.
  await reopenProject(cells.from, move);
  return closeProject(cells.from, projectId, cells.toCell);
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
  const { to, fromCell } = cells;
  try {
    const copy = await readCopy(cells, move.projectId);
    await to.db.transaction((tx) => storeCopy(tx, { move, fromCell, copy }));
  } catch (error) {
    // Its commit may have got no answer, and somebody else may have carried it over.
    if (await hasArrived(cells, move)) return;
    if (await givenUp(cells, move)) throw error;
  }
}
