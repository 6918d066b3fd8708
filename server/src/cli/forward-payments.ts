// `chaintill cells forward`: tells cells of what came to old addresses of projects that moved to them. Once, or for as
// long as the installation has such projects (deploy/cells/chaintill-forward.service). A cell that is away holds up no
// other.
import type { App } from '../app.ts';
import { forwardPayments } from '../cells/forward.ts';
import { MINUTE, SECOND, sleep, steadyNow } from '../core/clock.ts';
import { projectsThatLeft } from '../db/closed-projects.ts';
import { loadNetworkFees } from '../withdrawals/refresh-fees.ts';
import { type Cell, readCells } from './cells-folder.ts';
import { onceInterrupted } from './interruptible.ts';
import { note, print, withApp } from './run.ts';

interface ForwardOptions {
  readonly watch?: boolean;
}

const ROUND_EVERY = SECOND;
/** A cell that did not answer at first is tried again by whoever starts the command again. */
const WITHOUT_ALL_MAX = MINUTE;

type OpenCells = ReadonlyMap<string, App>;

export async function forwardCommand({ watch }: ForwardOptions): Promise<void> {
  const cells = readCells();
  const failures = new Set<string>();
  await withCells(cells, new Map(), async (open) => {
    if (watch === true) await watchAll(open, { isWhole: open.size === cells.length, failures });
    else await forwardAll(open, failures);
    if (open.size < cells.length) process.exitCode = 1;
  });
  if (failures.size > 0) process.exitCode = 1;
}

/** Those that answer; each of the others is said. */
async function withCells(
  [first, ...others]: readonly Cell[],
  open: OpenCells,
  work: (open: OpenCells) => Promise<void>,
): Promise<void> {
  if (first === undefined) return work(open);
  const { cell, environment } = first;
  let isOpen = false;
  try {
    await withApp(
      (app) => {
        isOpen = true;
        return withCells(others, new Map([...open, [cell, app]]), work);
      },
      { environment },
    );
  } catch (error) {
    if (isOpen) throw error;
    note(`BAD cell ${cell} does not answer: ${saidBy(error)}`);
    await withCells(others, open, work);
  }
}

interface Watching {
  readonly isWhole: boolean;
  readonly failures: Set<string>;
}

async function watchAll(open: OpenCells, { isWhole, failures }: Watching): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  onceInterrupted(stop);
  note('Payments to old addresses are told on; Ctrl-C ends it');
  const since = steadyNow();
  while (!stopping.signal.aborted) {
    await forwardAll(open, failures);
    await sleep(ROUND_EVERY, stopping.signal);
    if (!isWhole && steadyNow() - since > WITHOUT_ALL_MAX) return;
  }
}

/** What fails is said when it begins to, and when it is over; the others are told all the same. */
async function forwardAll(open: OpenCells, failures: Set<string>): Promise<void> {
  for (const [fromCell, from] of open) {
    const left = await tried(`cell ${fromCell}`, failures, () => projectsThatLeft(from.db));
    for (const { projectId, toCell } of left ?? [])
      await tried(`project ${projectId}, which is in cell ${toCell},`, failures, async () => {
        const to = open.get(toCell);
        if (to === undefined) throw new Error(`cell ${toCell} is away, or not in CHAINTILL_CELLS`);
        // What is too small to count is judged by the fees of that cell.
        await loadNetworkFees(to);
        const told = await forwardPayments({ from, to, fromCell, toCell }, projectId);
        if (told > 0) print(`cell ${toCell} was told of ${told} for ${projectId}`);
      });
  }
}

async function tried<T>(
  what: string,
  failures: Set<string>,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    const result = await work();
    if (failures.delete(what)) note(`${what} is well again`);
    return result;
  } catch (error) {
    if (!failures.has(what)) note(`BAD ${what} fails: ${saidBy(error)}`);
    failures.add(what);
    return null;
  }
}

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
