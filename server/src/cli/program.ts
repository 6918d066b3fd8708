// The command line: one file per command group, each with an example in its help.
import { Command } from 'commander';
import type { OperatorName } from '../contract/operator/operations.ts';
import { terminalText } from '../core/terminal-text.ts';
import type { CliAdapter } from './adapter.ts';
import { adapters, groups } from './adapters.ts';
import { addOperation, groupOf } from './add-operation.ts';
import { addBackupCommands } from './backup.ts';
import { addCellsCommands } from './cells.ts';
import { addCompletionCommand } from './completion.ts';
import { addDemoCommand } from './demo.ts';
import { addJournalExport } from './export-journal.ts';
import { addInitCommand } from './init.ts';
import { addListenCommand } from './listen.ts';
import { addLogsCommand } from './logs.ts';
import { addRequestCommand } from './request.ts';
import { addSandboxCommands } from './sandbox.ts';
import { addSeedCommands } from './seed.ts';
import { addServeCommands } from './serve.ts';
import { addSignerCommands } from './signer.ts';
import { addTriggerCommand } from './trigger.ts';
import { addUpgradeCommand } from './upgrade.ts';

export const program = new Command('chaintill')
  .description(
    'Self-hosted crypto payments for merchants: accept payments, pay out, keep the books',
  )
  .version('0.1.0')
  .configureHelp({ subcommandTerm: termOf })
  .configureOutput({ writeErr: (text) => process.stderr.write(terminalText(text)) })
  .showHelpAfterError('(add --help for more)')
  .addHelpText(
    'after',
    '\nConfiguration comes from environment variables: see docs/configuration.md',
  );

/** The term in a group's list: with its arguments, as in its own help. */
function termOf(command: Command): string {
  const name = command.name();
  return command.commands.length > 0 ? name : `${name} ${command.usage()}`;
}

addServeCommands(program);
addInitCommand(program);
for (const [group, description] of Object.entries(groups))
  groupOf(program, group.split('.')).description(description);
for (const [name, adapter] of Object.entries(adapters))
  addOperation(program, name as OperatorName, adapter as CliAdapter);
addJournalExport(program);
addBackupCommands(program);
addCellsCommands(program);
addUpgradeCommand(program);
addSeedCommands(program);
addSignerCommands(program);
addRequestCommand(program);
addSandboxCommands(program);
addDemoCommand(program);
addListenCommand(program);
addTriggerCommand(program);
addLogsCommand(program);
addCompletionCommand(program);
