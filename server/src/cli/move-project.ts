// `chaintill cells move`: a project from one cell to another, with its line in the journals of both.
import type { App } from '../app.ts';
import { type Cells, type Moved, moveProject, type Refused } from '../cells/move.ts';
import { findMove } from '../cells/moves.ts';
import { AppError, badRequest } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { formatAmount } from '../core/money.ts';
import { slotOf } from '../core/slots.ts';
import { noteBegin, noteEnd, type Outcome } from '../journal/store.ts';
import { isShort, solvencyOf, surplusOf } from '../payouts/wallet/solvency.ts';
import { userOfMachine } from './add-operation.ts';
import { readCells } from './cells-folder.ts';
import { note, print, withApp } from './run.ts';

interface MoveOptions {
  readonly to: string;
  readonly from?: string;
  readonly reason: string;
}

export async function moveCommand(project: string, options: MoveOptions): Promise<void> {
  const { to: toCell, reason } = options;
  if (!isUuid(project)) throw badRequest('the project is named by its id');
  const fromCell = options.from ?? slotOf(project)?.slice(0, 1) ?? '';
  if (fromCell === toCell) throw badRequest(`it is in cell ${toCell}`);
  const [source, target] = [fromCell, toCell].map((digit) => {
    const found = readCells().find(({ cell }) => cell === digit);
    if (found === undefined) throw badRequest(`CHAINTILL_CELLS has no cell ${digit}`);
    return found;
  });
  // One that left this cell before it was restored is open where it went.
  for (const { cell, environment } of readCells()) {
    if (cell === fromCell || cell === toCell) continue;
    await withApp((other) => refuseOpenThere(other, { project, cell }), { environment });
  }
  await withApp(
    (from) =>
      withApp((to) => move({ from, to, fromCell, toCell }, project, reason), {
        environment: target?.environment ?? {},
      }),
    { environment: source?.environment ?? {} },
  );
}

async function refuseOpenThere(
  { db }: App,
  { project, cell }: { project: string; cell: string },
): Promise<void> {
  const here = await findMove(db, project, 'here');
  const away = await findMove(db, project, 'away');
  const isOpen = here !== null && here.endedAt !== null && away?.endedAt == null;
  if (isOpen) throw badRequest(`it moved to cell ${cell} before, and is open there`);
}

async function move(cells: Cells, project: string, reason: string): Promise<void> {
  const { from, to, fromCell, toCell } = cells;
  const line = await noteBegin(from, lineOf({ project, reason, input: { to: toCell } }));
  let result: Moved | Refused;
  try {
    result = await moveProject(cells, project);
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal_error';
    await noteEnd(from, line, { outcome: 'failed', code, problems: [] });
    throw error;
  }
  if ('reasons' in result) {
    await noteEnd(from, line, { outcome: 'refused', code: 'conflict', problems: [] });
    note(`${project} stays in cell ${fromCell}, open. What stands in the way:`);
    for (const why of result.reasons) print(`  ${why}`);
    process.exitCode = 1;
    return;
  }
  await noteEnd(from, line, done(project));
  const there = await noteBegin(to, lineOf({ project, reason, input: { from: fromCell } }));
  await noteEnd(to, there, done(project));
  print(
    `${project} is in cell ${toCell}. The line of the proxy's map:\n${result.slot} cell_${toCell}`,
  );
  note('What comes to its old addresses is told by: chaintill cells forward --watch');
  for (const lack of await lacking(to)) note(lack);
}

const lineOf = (about: {
  project: string;
  reason: string;
  input: { to?: string; from?: string };
}) => ({
  ...{ actor: userOfMachine(), operation: 'cells.move', projectId: about.project },
  ...{ objectType: null, objectId: null, input: about.input, reason: about.reason, before: null },
});

const done = (projectId: string): Outcome => ({
  outcome: 'done',
  made: { projectId, objectId: null },
  after: null,
});

/** What the project owns is owed by the cell that it came to, and the coins behind it are where they were. */
async function lacking(to: App): Promise<string[]> {
  const { positions } = await solvencyOf(to);
  return positions.filter(isShort).map((position) => {
    const amount = formatAmount(-surplusOf(position), position.currency);
    return `Its wallets lack ${amount} ${position.currency.code} of what this cell owes: send that there`;
  });
}
