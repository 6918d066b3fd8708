// `chaintill deposits unmatched|credit`: money that came in and belongs to nothing that could take it.
import type { Command } from 'commander';
import { known } from '../core/assert.ts';
import { formatAmount } from '../core/money.ts';
import { creditUnmatched, listUnmatched } from '../deposits/unmatched.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addDepositsCommands(program: Command): void {
  const deposits = program
    .command('deposits')
    .description(
      'Coins that came in late, on top, without a tag or to an address nobody was given',
    );
  deposits
    .command('unmatched [project_id]')
    .description('List unmatched money')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill deposits unmatched')
    .action(
      action((projectId: string | undefined, options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listUnmatched(app, projectId ?? null);
          printRows(
            rows.map((row) => {
              const coin = known(app.currencies.get(row.coin), 'coin is registered');
              return {
                id: row.id,
                amount: `${formatAmount(row.amount, coin)} ${row.coin}`,
                status: row.status,
                seen_at: row.first_seen_at.toISOString(),
                project_id: row.project_id,
                belongs_to: row.owner_id === null ? 'nobody' : `${row.owner_type} ${row.owner_id}`,
                tag: row.tag,
                txid: row.txid,
                risk: row.risk?.level ?? null,
              };
            }),
            options.json === true,
          );
        }),
      ),
    );
  deposits
    .command('credit <deposit_id> <project_id>')
    .description("Credit an unmatched deposit to the project's account of the coin")
    .requiredOption('--reason <text>', 'why; shown to the merchant as the description')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill deposits credit 0199... 0199... --reason "paid twice, kept as credit"',
    )
    .action(
      action((depositId: string, projectId: string, options: { reason: string }) =>
        withApp(async (app) => {
          const deposit = await creditUnmatched(app, {
            depositId,
            projectId,
            reason: options.reason,
          });
          const coin = known(app.currencies.get(deposit.coin), 'coin is registered');
          print(`Credited ${formatAmount(deposit.amount, coin)} ${deposit.coin} to ${projectId}`);
        }),
      ),
    );
}
