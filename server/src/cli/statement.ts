// `chaintill accounts statement`: what counted in an account between two moments, in the order in which it did.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { parseTimeParameter } from '../core/time-text.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { listTransactions, type PresentedTransaction } from '../transactions/list.ts';
import { action, printRows, withApp } from './run.ts';

const PAGE = 200;

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

export function addStatementCommand(accounts: Command): void {
  accounts
    .command('statement <project_id> <currency>')
    .description('Show what counted in an account, oldest first: a time that is over never changes')
    .option('--from <time>', 'from this moment on, inclusive')
    .option('--to <time>', 'up to this moment, inclusive')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill accounts statement 0199... EUR --from 2026-10-01T00:00:00Z --to 2026-10-31T23:59:59Z',
    )
    .action(
      action((projectId: string, currency: string, options: Options) =>
        withApp(async (app) => {
          const project = await loadProject(app.db, projectId);
          if (project === null) throw notFound();
          const rows = await readAll(app, project, { currency, ...boundsOf(options) });
          printRows(rows.map(lineOf), options.json === true);
        }),
      ),
    );
}

function boundsOf(options: Options) {
  const problems: ErrorDetail[] = [];
  const read = (target: 'from' | 'to') => {
    const text = options[target];
    if (text === undefined) return undefined;
    const time = parseTimeParameter(text);
    if (time === null) problems.push(rule.time(target));
    return time ?? undefined;
  };
  const bounds = { booked_at_from: read('from'), booked_at_to: read('to') };
  if (problems.length > 0) throw invalid(...problems);
  return bounds;
}

type Wish = Parameters<typeof listTransactions>[2];

async function readAll(app: App, project: Project, wish: Wish): Promise<PresentedTransaction[]> {
  const rows: PresentedTransaction[] = [];
  for (let after: string | undefined; ; ) {
    const page = { limit: PAGE, starting_after: after, order_by: 'booked_at' as const };
    const { rows: next, hasMore } = await listTransactions(app, project, { ...wish, ...page });
    rows.push(...next);
    if (!hasMore) return rows.reverse();
    after = next.at(-1)?.id;
  }
}

function lineOf(row: PresentedTransaction) {
  return {
    booked_at: row.booked_at,
    type: row.reference_type,
    status: row.status,
    amount: row.amount,
    balance: row.balance,
    fee: row.fee,
    reference_id: row.reference_id,
    description: row.description,
  };
}
