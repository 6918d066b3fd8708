// `chaintill alarms list|clear`: what a person must look at, and that he did.
import type { Command } from 'commander';
import { invalid, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { clearAlarm, listAlarms } from '../ledger/alarms.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addAlarmsCommands(program: Command): void {
  const alarms = program
    .command('alarms')
    .description('What a person must look at; also a line of level error in the log');
  alarms
    .command('list')
    .description('List the alarms that stand, newest first')
    .option('--all', 'also those that were cleared')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill alarms list')
    .action(
      action((options: { all?: boolean; json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listAlarms(app.db, { withCleared: options.all === true });
          const shown = rows.map((row) => ({
            id: row.id,
            kind: row.kind,
            raised_at: row.created_at.toISOString(),
            ...(options.all === true && {
              cleared_at: row.cleared_at?.toISOString() ?? null,
              cleared_reason: row.cleared_reason,
            }),
            facts: options.json === true ? row.facts : JSON.stringify(row.facts),
          }));
          printRows(shown, options.json === true);
        }),
      ),
    );
  alarms
    .command('clear <alarm_id>')
    .description('Note that an alarm was dealt with; one whose cause is gone clears itself')
    .requiredOption('--reason <text>', 'what was found and done; kept with the alarm')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill alarms clear 0199... --reason "wallet topped up by hand"',
    )
    .action(
      action((id: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          if (!isUuid(id)) throw invalid(rule.uuid('alarm_id'));
          if (reason.trim() === '') throw invalid(rule.filled('reason'));
          const { kind } = await clearAlarm(app, { id: id.toLowerCase(), reason });
          print(`Cleared ${kind} (${id})`);
        }),
      ),
    );
}
