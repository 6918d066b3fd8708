// `chaintill deposits unmatched|credit|refund|attach|history`: the inbox of money that belongs to nothing that
// could take it.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { formatAmount } from '../core/money.ts';
import { listContested } from '../deposits/contested.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { decisionsOf } from '../deposits/journal.ts';
import { attachUnmatched } from '../inbox/attach.ts';
import type { CoinDepositRow } from '../inbox/coin-deposit.ts';
import { creditUnmatched } from '../inbox/credit.ts';
import { refundUnmatched } from '../inbox/refund.ts';
import { findDeposit, listUnmatched, UNMATCHED_WORDS } from '../inbox/unmatched.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addDepositsCommands(program: Command): void {
  const deposits = program
    .command('deposits')
    .description(
      'Coins that came in late, on top, without a tag or to an address nobody was given',
    );
  addListCommands(deposits);
  addContestedCommand(deposits);
  addCreditCommand(deposits);
  addRefundCommand(deposits);
  addAttachCommand(deposits);
}

function addListCommands(deposits: Command): void {
  deposits
    .command('unmatched [project_id]')
    .description('List unmatched money')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill deposits unmatched')
    .action(
      action((projectId: string | undefined, options: { json?: boolean }) =>
        withApp(async (app) => {
          checkIds({ project_id: projectId });
          const rows = await listUnmatched(app, projectId ?? null);
          const shown = rows.map((row) => summaryOf(app, row));
          printRows(shown, options.json === true);
        }),
      ),
    );
  deposits
    .command('history <deposit_id>')
    .description('Show what was decided about a deposit, and why')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill deposits history 0199...')
    .action(
      action((depositId: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          checkIds({ deposit_id: depositId });
          await findDeposit(app.db, depositId);
          const rows = await decisionsOf(app.db, depositId);
          const shown = rows.map(({ created_at, decision, project_id, facts }) => ({
            at: created_at.toISOString(),
            decision,
            project_id,
            facts: options.json === true ? facts : JSON.stringify(facts),
          }));
          printRows(shown, options.json === true);
        }),
      ),
    );
}

function addContestedCommand(deposits: Command): void {
  deposits
    .command('contested')
    .description('List unconfirmed payments of BCH whose money is proven to be spent twice')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill deposits contested')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = (await listContested(app.db)).map((row) => ({
            id: row.id,
            coin: row.coin,
            amount: amountOf(app, row),
            txid: row.txid,
            project_id: row.project_id,
            owner: row.owner_type === null ? null : `${row.owner_type} ${row.owner_id}`,
            proof: row.double_spend_proof,
            seen_at: row.first_seen_at.toISOString(),
          }));
          printRows(rows, options.json === true);
        }),
      ),
    );
}

function addCreditCommand(deposits: Command): void {
  deposits
    .command('credit <deposit_id> <project_id>')
    .description("Credit an unmatched deposit to the project's account of the coin")
    .requiredOption('--reason <text>', 'why; shown to the merchant as the description')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill deposits credit 0199... 0199... --reason "paid twice, kept as credit"',
    )
    .action(
      action((depositId: string, projectId: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          checkIds({ deposit_id: depositId, project_id: projectId }, reason);
          const deposit = await creditUnmatched(app, { depositId, projectId, reason });
          print(`Credited ${amountOf(app, deposit)} to ${projectId}`);
        }),
      ),
    );
}

function addRefundCommand(deposits: Command): void {
  deposits
    .command('refund <deposit_id>')
    .description('Send an unmatched deposit back, less the network fee')
    .requiredOption('--to <address>', 'where; on XRP with ?dt=<tag>, or ?dt=0 when there is none')
    .requiredOption('--reason <text>', 'why; shown to the merchant as the description')
    .option('--project <id>', 'whose books it goes through, when it belongs to no project')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill deposits refund 0199... --to tltc1qw508... --reason "paid twice"',
    )
    .action(
      action((depositId: string, options: { to: string; reason: string; project?: string }) =>
        withApp(async (app) => {
          checkIds({ deposit_id: depositId, project: options.project }, options.reason);
          const withdrawal = await refundUnmatched(app, {
            depositId,
            projectId: options.project ?? null,
            address: options.to,
            reason: options.reason,
          });
          print(`Sent back by withdrawal ${withdrawal.id}, which is ${withdrawal.status}`);
        }),
      ),
    );
}

function addAttachCommand(deposits: Command): void {
  deposits
    .command('attach <deposit_id> <id>')
    .description('Make an unmatched deposit a payment of an open invoice or of a channel')
    .requiredOption('--reason <text>', 'why; kept with the deposit')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill deposits attach 0199... 0199... --reason "the tag was left out"',
    )
    .action(
      action((depositId: string, ownerId: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          checkIds({ deposit_id: depositId, id: ownerId }, reason);
          const wish = { depositId, ownerId, reason };
          const { deposit, ownerType } = await attachUnmatched(app, wish);
          print(`Attached ${amountOf(app, deposit)} to the ${ownerType} ${ownerId}`);
        }),
      ),
    );
}

/** Every id that is no UUID and a reason that says nothing, at once. */
function checkIds(ids: Readonly<Record<string, string | undefined>>, reason = 'none'): void {
  const wrong = Object.entries(ids).filter(([, id]) => id !== undefined && !isUuid(id));
  const problems: ErrorDetail[] = wrong.map(([target]) => rule.uuid(target));
  if (reason.trim() === '') problems.push(rule.filled('reason'));
  if (problems.length > 0) throw invalid(...problems);
}

function summaryOf(app: App, row: CoinDepositRow) {
  return {
    id: row.id,
    amount: amountOf(app, row),
    status: row.status,
    why: UNMATCHED_WORDS[row.reason],
    seen_at: row.first_seen_at.toISOString(),
    project_id: row.project_id,
    came_to: row.owner_id === null ? 'nobody' : `${row.owner_type} ${row.owner_id}`,
    tag: row.tag,
    txid: row.txid,
    risk: row.risk?.level ?? null,
  };
}

function amountOf(app: App, row: Pick<DepositRow, 'coin' | 'amount'>): string {
  const coin = known(app.currencies.get(row.coin), 'coin is registered');
  return `${formatAmount(row.amount, coin)} ${row.coin}`;
}
