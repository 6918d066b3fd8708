// Payments to old addresses of a project that moved: the cell that it left has the addresses, and tells the other one
// of what comes to them (deposits/told.ts), as it is seen, final or gone. Whoever is cut off tells it again, and a cell
// that went back in time is told all of it again. It is the only thing that goes on between two cells.
import { AppError } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { learnDeposits } from '../deposits/learn.ts';
import {
  forgetTellings,
  noteTellings,
  type ToldDeposit,
  untoldDeposits,
} from '../deposits/told.ts';
import type { Cells } from './move.ts';
import { findMove, noteTelling } from './moves.ts';

const AT_ONCE = 200;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * How many deposits it was told of. None while it is on its way between cells. Errors: 409 where the other cell does
 * not know of the project any more; what is wrong with one deposit, once all others were told.
 */
export async function forwardPayments(cells: Cells, projectId: string): Promise<number> {
  let told = 0;
  const failures: unknown[] = [];
  if (!(await isInStep(cells, projectId))) return told;
  const coins = [...cells.to.coins.keys()];
  for (let after = NO_ID; ; ) {
    const asked = { projectId, coins, after, limit: AT_ONCE };
    const deposits = await untoldDeposits(cells.from.db, asked);
    const last = deposits.at(-1);
    if (last === undefined) break;
    const heard = await tellApart(cells, { projectId, deposits }, failures);
    if (heard === null) break;
    told += heard;
    after = last.id;
  }
  if (failures.length > 0) throw failures[0];
  return told;
}

interface Telling {
  readonly projectId: string;
  readonly deposits: readonly ToldDeposit[];
}

/** How many were heard. One that cannot be holds up no other. Null: the project is closed there. */
async function tellApart(
  cells: Cells,
  { projectId, deposits }: Telling,
  failures: unknown[],
): Promise<number | null> {
  try {
    return (await tell(cells, { projectId, deposits })) ? deposits.length : null;
  } catch (error) {
    if (isAway(error)) throw error;
    // It may have been heard by half.
    await isInStep(cells, projectId);
    if (deposits.length === 1) {
      failures.push(error);
      return 0;
    }
    let heard = 0;
    for (const deposit of deposits) {
      const one = await tellApart(cells, { projectId, deposits: [deposit] }, failures);
      if (one === null) return null;
      heard += one;
    }
    return heard;
  }
}

function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof AppError && error.status >= 500);
}

/** Who knows of fewer tellings was restored from before the others. False: there is nothing to tell yet. */
async function isInStep({ from, to, toCell }: Cells, projectId: string): Promise<boolean> {
  const [away, there] = [
    await findMove(from.db, projectId, 'away'),
    await findMove(to.db, projectId, 'here'),
  ];
  if (away === null || away.endedAt === null) return false;
  if (there === null || there.moveId !== away.moveId) throw lostThere(toCell);
  // What this cell told and does not know of is told again by itself.
  if (there.tellings < away.tellings) await forgetTellings(from.db, projectId);
  if (there.tellings !== away.tellings) await noteTelling(from.db, away, there.tellings);
  return true;
}

/**
 * False while the project is closed there, or one of both went back in time since they were in step. What the other one
 * has heard is noted here in one transaction, with how often: should it go back behind that, it knows of fewer.
 */
async function tell(
  { from, to, fromCell }: Cells,
  { projectId, deposits }: Telling,
): Promise<boolean> {
  const away = await findMove(from.db, projectId, 'away');
  if (away === null) return false;
  const tellings = away.tellings + 1;
  const accepts = (tx: Tx) => noteHeard(tx, projectId, tellings);
  if (!(await learnDeposits(to, { projectId, cell: fromCell, deposits, accepts }))) return false;
  await from.db.transaction(async (tx) => {
    await noteTellings(tx, deposits);
    await noteTelling(tx, away, tellings);
  });
  return true;
}

/** One that has left that cell, too, is told of from there. */
async function noteHeard(tx: Tx, projectId: string, tellings: number): Promise<boolean> {
  const here = await findMove(tx, projectId, 'here');
  const away = await findMove(tx, projectId, 'away');
  const isMoving =
    here === null || here.endedAt === null || (away !== null && away.endedAt === null);
  if (here === null || isMoving || here.tellings !== tellings - 1) return false;
  await noteTelling(tx, here, tellings);
  return true;
}

export function lostThere(toCell: string): AppError {
  return new AppError({
    ...{ code: 'conflict', status: 409 },
    message: `cell ${toCell} does not know of it any more: it was restored from before the project came (docs/scaling.md, "A cell that went back")`,
  });
}
