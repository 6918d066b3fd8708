// `chaintill journal export`: the content of `journal list`, page by page as CSV, to standard output or a new file. It
// is not an operation: the dashboard reads the same pages and creates the same lines (operator/journal/handlers.ts).
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import type { OperatorOperation } from '../contract/operator/operation.ts';
import { operatorOperations } from '../contract/operator/operations.ts';
import { apiError } from '../core/errors.ts';
import { terminalText } from '../core/terminal-text.ts';
import { journalCsv } from '../operator/journal/handlers.ts';
import type { CliAdapter } from './adapter.ts';
import { adapters } from './adapters.ts';
import { groupOf, optionsOf, valuesOf, withOperations } from './add-operation.ts';
import { action, example } from './run.ts';

const PAGE = '1000';
/** Readable only by its creator, because it shows who did what to whom. */
const MODE = 0o600;

const { limit, after, ...filters } = operatorOperations['journal.list'].input;
const exported: OperatorOperation = { ...operatorOperations['journal.list'], input: filters };
const adapter = adapters['journal.list'] as CliAdapter;

export function addJournalExport(program: Command): void {
  const command = groupOf(program, ['journal']).command('export');
  command.description('Export the audit log as CSV, newest first, with the same filters');
  for (const { option } of optionsOf(exported, adapter)) command.addOption(option);
  command.option('--file <path>', 'new file to write instead of standard output');
  command.addHelpText(...example('journal export --from 2026-11-01T00:00:00Z --file november.csv'));
  command.action(action(() => exportJournal(command)));
}

function exportJournal(command: Command): Promise<void> {
  const values = valuesOf(command, exported, adapter);
  const file: unknown = command.opts()['file'];
  return withOperations(async (call) => {
    const lines = journalCsv((next) =>
      call('journal.list', { ...values, limit: PAGE, after: next }),
    );
    await (typeof file === 'string' ? intoFile(file, lines) : toOutput(lines));
  });
}

/** The reader may close the pipe early (`| head`), which is not an error. */
async function toOutput(lines: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  stdout.on('error', stopWhenClosed);
  try {
    for await (const line of lines) {
      if (stdout.destroyed) return;
      if (!stdout.write(terminalText(line))) await once(stdout, 'drain').catch(stopWhenClosed);
    }
  } finally {
    stdout.off('error', stopWhenClosed);
  }
}

function stopWhenClosed(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
}

/** A partial export could be mistaken for a complete one, so it is deleted when reading fails. */
async function intoFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', MODE).catch((error: unknown) => {
    throw apiError('bad_request.uncreatable_file', { path, error: String(error) });
  });
  try {
    for await (const line of lines) await file.appendFile(line);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}
