// `chaintill channel-payments list|release|return`: payments to channels that wait for a person, because of their
// risk or because the channel was disabled.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { ChannelPaymentRow } from '../channels/channel.ts';
import { recentPayments, releasePayment, returnPayment } from '../channels/held.ts';
import { known } from '../core/assert.ts';
import { invalid, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { formatAmount } from '../core/money.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addChannelPaymentsCommands(program: Command): void {
  const payments = program
    .command('channel-payments')
    .description(
      'Payments to channels; those on hold are of high risk, or came to a disabled channel',
    );
  addListCommand(payments);
  addReleaseCommand(payments);
  addReturnCommand(payments);
}

function addListCommand(payments: Command): void {
  payments
    .command('list [project_id]')
    .description('List the newest payments to channels')
    .option('--held', 'only those on hold')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill channel-payments list --held')
    .action(
      action((projectId: string | undefined, options: { held?: boolean; json?: boolean }) =>
        withApp(async (app) => {
          if (projectId !== undefined) checkId('project_id', projectId);
          const rows = await recentPayments(app.db, {
            projectId: projectId ?? null,
            isHeldOnly: options.held === true,
          });
          const shown = rows.map((row) => summaryOf(app, row));
          printRows(shown, options.json === true);
        }),
      ),
    );
}

function addReleaseCommand(payments: Command): void {
  payments
    .command('release <channel_payment_id>')
    .description('Credit a payment on hold, at the rate of this moment, whatever its risk')
    .requiredOption('--reason <text>', 'why; kept with the deposit')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill channel-payments release 0199... --reason "source of funds shown"',
    )
    .action(
      action((id: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          checkId('channel_payment_id', id);
          if (reason.trim() === '') throw invalid(rule.filled('reason'));
          const row = await releasePayment(app, { id, reason });
          const currency = known(app.currencies.get(row.received_currency), 'is registered');
          const amount = formatAmount(row.received_amount, currency);
          print(`Credited ${amount} ${currency.code} to ${row.project_id}`);
        }),
      ),
    );
}

function addReturnCommand(payments: Command): void {
  payments
    .command('return <channel_payment_id>')
    .description('Send a payment on hold back, less the network fee')
    .option('--to <address>', "where; without it to the customer's address of the coin")
    .requiredOption('--reason <text>', 'why; kept with the deposit')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill channel-payments return 0199... --to tltc1qw508... --reason "channel closed"',
    )
    .action(
      action((id: string, { to, reason }: { to?: string; reason: string }) =>
        withApp(async (app) => {
          checkId('channel_payment_id', id);
          if (reason.trim() === '') throw invalid(rule.filled('reason'));
          const row = await returnPayment(app, { id, address: to ?? null, reason });
          print(`Sent back to ${row.refund_address} by withdrawal ${row.coin_withdrawal_id}`);
        }),
      ),
    );
}

function checkId(target: string, id: string): void {
  if (!isUuid(id)) throw invalid(rule.uuid(target));
}

function summaryOf(app: App, row: ChannelPaymentRow) {
  const coin = known(app.currencies.get(row.paid_currency), 'coin is registered');
  return {
    id: row.id,
    amount: `${formatAmount(row.paid_amount, coin)} ${coin.code}`,
    status: row.status,
    context: row.status_context,
    risk: row.risk?.level ?? null,
    source: row.risk?.resource_category ?? null,
    customer_id: row.customer_id,
    channel_id: row.channel_id,
    project_id: row.project_id,
    txid: row.txid,
    created_at: row.created_at.toISOString(),
  };
}
