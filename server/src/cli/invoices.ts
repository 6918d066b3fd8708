// `chaintill invoices illicit|release`: invoices that hold money of high risk, and wait for the operator.
import type { Command } from 'commander';
import { known } from '../core/assert.ts';
import { invalid, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { formatAmount } from '../core/money.ts';
import { illicitInvoices, releaseInvoice } from '../invoices/release.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addInvoicesCommands(program: Command): void {
  const invoices = program
    .command('invoices')
    .description('Invoices that hold money of high risk, and wait for you');
  invoices
    .command('illicit [project_id]')
    .description('List the newest of them')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill invoices illicit')
    .action(
      action((projectId: string | undefined, { json }: { json?: boolean }) =>
        withApp(async (app) => {
          if (projectId !== undefined) checkId('project_id', projectId);
          const rows = await illicitInvoices(app.db, projectId ?? null);
          const shown = rows.map((row) => {
            const coin = known(app.knownCoins.get(row.pay_currency), 'the program knows it');
            return {
              ...{ id: row.id, project_id: row.project_id, customer_id: row.customer_id },
              asked: `${formatAmount(row.pay_amount, coin)} ${coin.code}`,
              created_at: row.created_at.toISOString(),
            };
          });
          printRows(shown, json === true);
        }),
      ),
    );
  invoices
    .command('release <invoice_id>')
    .description('Let its merchant refund or recalculate it')
    .requiredOption('--reason <text>', 'why; kept with its deposits')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill invoices release 0199... --reason "source of funds shown"',
    )
    .action(
      action((id: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          checkId('invoice_id', id);
          if (reason.trim() === '') throw invalid(rule.filled('reason'));
          const { project_id: projectId } = await releaseInvoice(app, { id, reason });
          print(`Released ${id}: its merchant (${projectId}) may refund or recalculate it`);
        }),
      ),
    );
}

function checkId(target: string, id: string): void {
  if (!isUuid(id)) throw invalid(rule.uuid(target));
}
