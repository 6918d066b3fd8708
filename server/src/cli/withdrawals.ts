// `chaintill withdrawals list|show|release|cancel`: what goes out, and what waits for a person.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { formatAmount } from '../core/money.ts';
import { attemptsOf, wasItSent } from '../treasury/attempts.ts';
import { cancelWithdrawal } from '../treasury/cancel.ts';
import { releaseWithdrawal } from '../withdrawals/follow.ts';
import { findWithdrawalOfAny, recentWithdrawals } from '../withdrawals/operator-views.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';
import { action, print, printRows, withApp } from './run.ts';

const LIST_MAX = 100;

export function addWithdrawalsCommands(program: Command): void {
  const withdrawals = program
    .command('withdrawals')
    .description('Coins that are sent to outside addresses');
  addListCommand(withdrawals);
  addShowCommand(withdrawals);
  addDecisionCommands(withdrawals);
}

function addListCommand(withdrawals: Command): void {
  withdrawals
    .command('list [project_id]')
    .description(`List the newest ${LIST_MAX} committed withdrawals`)
    .option('--status <status>', 'only those in this status, for example on_hold')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill withdrawals list --status on_hold')
    .action(
      action((projectId: string | undefined, options: { status?: string; json?: boolean }) =>
        withApp(async (app) => {
          if (projectId !== undefined && !isUuid(projectId)) throw invalid(rule.uuid('project_id'));
          const rows = await recentWithdrawals(app.db, {
            projectId: projectId ?? null,
            status: options.status ?? null,
            limit: LIST_MAX,
          });
          const shown = rows.map((row) => summaryOf(app, row));
          printRows(shown, options.json === true);
        }),
      ),
    );
}

function addShowCommand(withdrawals: Command): void {
  withdrawals
    .command('show <withdrawal_id>')
    .description('Show one withdrawal, and whether it was sent: every attempt, step by step')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill withdrawals show 0199...')
    .action(
      action((id: string, options: { json?: boolean }) =>
        withApp((app) => show(app, id, options.json === true)),
      ),
    );
}

function addDecisionCommands(withdrawals: Command): void {
  withdrawals
    .command('release <withdrawal_id>')
    .description('Send a withdrawal that is on hold')
    .addHelpText('after', '\nExample:\n  chaintill withdrawals release 0199...')
    .action(
      action((id: string) =>
        withApp(async (app) => {
          const row = await find(app, id);
          await releaseWithdrawal(app, { id: row.project_id }, row.id);
          print(`Released ${row.id}: it is sent as soon as the node takes it`);
        }),
      ),
    );
  withdrawals
    .command('cancel <withdrawal_id>')
    .description(
      'Give up a withdrawal of which nothing was signed; the account gets everything back',
    )
    .requiredOption('--reason <text>', 'why; kept with the withdrawal')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill withdrawals cancel 0199... --reason "the customer asked for it"',
    )
    .action(
      action((id: string, { reason }: { reason: string }) =>
        withApp(async (app, { treasuries }) => {
          const row = await find(app, id);
          const treasury = treasuries.get(row.received_currency);
          if (treasury === undefined)
            throw new NoTreasury(`${row.received_currency} cannot be sent as configured`);
          await cancelWithdrawal(app, treasury, { projectId: row.project_id, id: row.id, reason });
          print(`Cancelled ${row.id}: the account has the money back`);
        }),
      ),
    );
}

class NoTreasury extends Error {
  override readonly name = 'NoTreasury';
}

async function show(app: App, id: string, asJson: boolean): Promise<void> {
  const row = await find(app, id);
  const attempts = await attemptsOf(app.db, row);
  const sent = wasItSent(attempts);
  const summary = summaryOf(app, row);
  if (asJson) {
    print(JSON.stringify({ ...summary, sent, attempts }, null, 2));
    return;
  }
  for (const [name, value] of Object.entries(summary)) print(`${name.padEnd(14)} ${value ?? '-'}`);
  print(`\nWas it sent?   ${sent}\n`);
  const lines = attempts.map(({ at, step, transfer_id, txid, facts }) => ({
    at: at.toISOString(),
    step,
    transfer_id,
    txid,
    facts: JSON.stringify(facts),
  }));
  printRows(lines, false);
}

async function find(app: App, id: string): Promise<WithdrawalRow> {
  if (!isUuid(id)) throw invalid(rule.uuid('withdrawal_id'));
  const row = await findWithdrawalOfAny(app.db, id.toLowerCase());
  if (row === null) throw notFound();
  return row;
}

function summaryOf(app: App, row: WithdrawalRow) {
  const coin = known(app.currencies.get(row.received_currency), 'coin is registered');
  const charged = known(app.currencies.get(row.charged_currency), 'currency is registered');
  return {
    id: row.id,
    status: row.status,
    sends: `${formatAmount(row.received_amount, coin)} ${coin.code}`,
    charged: `${formatAmount(row.charged_amount, charged)} ${charged.code}`,
    address: row.tag === null ? row.address : `${row.address} tag ${row.tag}`,
    waits_for: row.status === 'on_hold' ? row.hold_reason : row.failure,
    txid: row.txid,
    custom_id: row.custom_id,
    project_id: row.project_id,
    created_at: row.created_at.toISOString(),
  };
}
