// `chaintill audit`: proves all books from their first row on, with progress; exits with 1 when something is wrong.
import type { Command } from 'commander';
import { SECOND, steadyNow } from '../core/clock.ts';
import { auditEverything } from '../workers/audit-everything.ts';
import { action, note, print, withApp } from './run.ts';

const TELL_EVERY = 2 * SECOND;

export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('Prove all books from their first row on; goes on where it was cut')
    .option('--again', 'begin anew, also when the last one was cut')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', '\nExample:\n  chaintill audit')
    .action(
      action((options: { again?: boolean; json?: boolean }) =>
        withApp(
          async (app) => {
            const wish = { isNew: options.again === true, say: nowAndThen() };
            const { findings } = await auditEverything(app, wish);
            if (options.json) print(JSON.stringify(findings, null, 2));
            else
              for (const { invariant, facts } of findings)
                print(`BAD  ${invariant}: ${JSON.stringify(facts)}`);
            if (findings.length > 0) process.exitCode = 1;
            else note('every invariant holds');
          },
          { anyClock: true },
        ),
      ),
    );
}

function nowAndThen(): (progress: string) => void {
  let toldAt = steadyNow();
  return (progress) => {
    if (steadyNow() - toldAt < TELL_EVERY) return;
    toldAt = steadyNow();
    note(progress);
  };
}
