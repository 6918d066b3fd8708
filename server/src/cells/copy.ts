// Copies a project to the other cell in one transaction of its database, from one moment of the first: every row in
// chunks, each compared with what was read, its books proven from their first posting, and that it has come. It stays
// closed.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { finalDepths } from '../deposits/final.ts';
import { raiseAlarm } from '../ledger/alarms.ts';
import { listStops } from '../ledger/payout-stops.ts';
import { NOTHING_PROVEN, proveProject } from '../ledger/prove-project.ts';
import { sealAgain } from '../withdrawals/seal-again.ts';
import { ACCOUNTS, type CopiedTable, FIRST, LAST, POSTINGS } from './copied-tables.ts';
import { storeEmptyAccounts, storeHeld, storePostings } from './copy-books.ts';
import { copyPacks } from './copy-packs.ts';
import type { Cells } from './move.ts';
import { type Move, noteArrival } from './moves.ts';
import { type RowsAsked, rowsOf, type Translate, translation } from './read-rows.ts';
import { refused, storeRows } from './store-rows.ts';

interface Copying extends RowsAsked {
  readonly from: Sql;
  readonly to: Tx;
  readonly translate: Translate;
}

/** In a transaction of the other cell: what it throws leaves nothing there. */
export async function copyProject(cells: Cells, move: Move, to: Tx): Promise<void> {
  const { projectId } = move;
  const { fromCell, chunk } = cells;
  const translate = await translation(cells);
  await cells.from.db.patient.snapshot(async (from) => {
    const depths = finalDepths(cells.from);
    const copying: Copying = { projectId, cell: fromCell, depths, chunk, from, to, translate };
    for (const table of FIRST) await copyRows(copying, table);
    await copyBooks(copying);
    for (const table of LAST) await copyRows(copying, table);
    await copyPacks(from, to, projectId);
    const keys = { oldKey: cells.from.intentKey, newKey: cells.to.intentKey };
    await sealAgain(to, from, { projectId, ...keys });
  });
  const books = { transaction: <T>(work: (tx: Tx) => Promise<T>) => work(to) };
  const asked = { projectId, mark: NOTHING_PROVEN, now: to.now, slices: Number.MAX_SAFE_INTEGER };
  const { findings } = await proveProject(books, asked);
  if (findings.length > 0) throw refused(`its books do not hold: ${JSON.stringify(findings)}`);
  await raiseStops(to, projectId);
  // Last: what comes after it is refused, as for everything that is closed.
  if (!(await noteArrival(to, { move, fromCell })))
    throw refused('it was given up meanwhile, or is here');
}

/** Who lifts a stop there ends its alarm there. */
async function raiseStops(to: Tx, projectId: string): Promise<void> {
  const stops = await listStops(to, { withLifted: false });
  const [stop] = stops.filter((one) => one.project_id === projectId);
  if (stop === undefined) return;
  const facts = { project_id: projectId, cause: stop.cause, reason: stop.reason };
  await raiseAlarm(to, { kind: 'payouts_stopped', subject: projectId, facts });
}

async function copyRows(copying: Copying, table: CopiedTable): Promise<void> {
  const { from, to, translate } = copying;
  for await (const rows of rowsOf(from, table, copying))
    await storeRows(to, table, translate(table.table, rows));
}

/** Of accounts there are a few for each currency. */
async function copyBooks(copying: Copying): Promise<void> {
  const { from, to, projectId } = copying;
  const accounts: string[] = [];
  for await (const rows of rowsOf(from, ACCOUNTS, copying)) accounts.push(...rows);
  await storeEmptyAccounts(to, accounts);
  for await (const rows of rowsOf(from, POSTINGS, copying))
    await storePostings(to, projectId, rows);
  await storeHeld(to, projectId, accounts);
}
