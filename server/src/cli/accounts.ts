// `chaintill accounts list|statement|credit|debit`: balances, and manual corrections with a reason.
import type { Command } from 'commander';
import { chooseAmount, chooseCurrency } from '../coins/choose.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { loadProject } from '../projects/project.ts';
import { listAccounts } from '../transactions/accounts.ts';
import { adjustAccount } from '../transactions/adjust.ts';
import { action, print, printRows, withApp } from './run.ts';
import { addStatementCommand } from './statement.ts';

export function addAccountsCommands(program: Command): void {
  const accounts = program.command('accounts').description('Accounts of a project');
  accounts
    .command('list <project_id>')
    .description('Show the balances')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill accounts list 0199...')
    .action(
      action((projectId: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const project = await loadProject(app.db, projectId);
          if (project === null) throw notFound();
          const { rows } = await listAccounts(app, project);
          printRows(
            rows.map((row) => ({
              currency: row.currency,
              balance: row.balance,
              available: row.available,
            })),
            options.json === true,
          );
        }),
      ),
    );
  addStatementCommand(accounts);
  addAdjustment(accounts, { verb: 'credit', sign: 1n });
  addAdjustment(accounts, { verb: 'debit', sign: -1n });
}

function addAdjustment(
  accounts: Command,
  facts: { verb: 'credit' | 'debit'; sign: 1n | -1n },
): void {
  accounts
    .command(`${facts.verb} <project_id> <amount> <currency>`)
    .description(`Book a manual ${facts.verb}, shown to the merchant as ManualBalanceTransaction`)
    .requiredOption('--reason <text>', 'why; shown as the description')
    .addHelpText(
      'after',
      `\nExample:\n  chaintill accounts ${facts.verb} 0199... 25.50 EUR --reason "goodwill"`,
    )
    .action(
      action((projectId: string, text: string, code: string, options: { reason: string }) =>
        withApp(async (app) => {
          if ((await loadProject(app.db, projectId)) === null) throw notFound();
          const problems: ErrorDetail[] = [];
          const currency = chooseCurrency(app, { value: code, target: 'currency' }, problems);
          const amount =
            currency && chooseAmount(currency, { value: text, target: 'amount' }, problems);
          if (options.reason.trim() === '') problems.push(rule.filled('reason'));
          if (currency === null || amount === null || problems.length > 0)
            throw invalid(...problems);
          const id = await adjustAccount(app, {
            projectId,
            currency: code,
            amount: amount * facts.sign,
            reason: options.reason,
          });
          print(`Booked ${facts.verb} of ${text} ${code} (${id})`);
        }),
      ),
    );
}
