// `chaintill payouts stop|stops|resume`: nothing new is sent for a project until a person has looked.
import type { Command } from 'commander';
import { invalid, rule } from '../core/errors.ts';
import { isUuid, newId } from '../core/ids.ts';
import { listStops, stopPayouts } from '../ledger/payout-stops.ts';
import { lockLedger } from '../ledger/post.ts';
import { resumePayouts } from '../treasury/heed-stops.ts';
import { findProjectId } from './find-project.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addPayoutsCommands(program: Command): void {
  const payouts = program
    .command('payouts')
    .description('Projects for which nothing is sent until a person has looked');
  addStopCommand(payouts);
  addListCommand(payouts);
  addResumeCommand(payouts);
}

function addStopCommand(payouts: Command): void {
  payouts
    .command('stop <project_id>')
    .description('Send nothing more for a project: its withdrawals are taken and wait')
    .requiredOption('--reason <text>', 'why; kept with the stop')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill payouts stop 0199... --reason "a key was leaked"',
    )
    .action(
      action((project: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          const projectId = await findProjectId(app, project);
          if (reason.trim() === '') throw invalid(rule.filled('reason'));
          const subject = newId(app.clock, app.random);
          await app.db.transaction(async (tx) => {
            await lockLedger(tx, projectId);
            await stopPayouts(tx, app, { projectId, cause: 'person', subject, reason });
          });
          print('Payouts are stopped; what the network has already is followed to its end');
        }),
      ),
    );
}

function addListCommand(payouts: Command): void {
  payouts
    .command('stops')
    .description('List the stops that stand, newest first')
    .option('--all', 'also those that were lifted')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill payouts stops')
    .action(
      action((options: { all?: boolean; json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listStops(app.db, { withLifted: options.all === true });
          const shown = rows.map((row) => ({
            id: row.id,
            project_id: row.project_id,
            cause: row.cause,
            began_at: row.began_at.toISOString(),
            ...(options.all === true && {
              lifted_at: row.lifted_at?.toISOString() ?? null,
              lifted_reason: row.lifted_reason,
            }),
            reason: row.reason,
          }));
          printRows(shown, options.json === true);
        }),
      ),
    );
}

function addResumeCommand(payouts: Command): void {
  payouts
    .command('resume <stop_id>')
    .description('Lift a stop; the project pays again when it was the last one')
    .requiredOption('--reason <text>', 'what was found and done; kept with the stop')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill payouts resume 0199... --reason "corrected with accounts debit"',
    )
    .action(
      action((id: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          if (!isUuid(id)) throw invalid(rule.uuid('stop_id'));
          if (reason.trim() === '') throw invalid(rule.filled('reason'));
          const stop = await resumePayouts(app, { id: id.toLowerCase(), reason });
          print(
            stop.isLast
              ? `Payouts of ${stop.project_id} go on`
              : `Lifted; payouts of ${stop.project_id} are still stopped for another reason`,
          );
        }),
      ),
    );
}
