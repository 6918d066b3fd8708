// `chaintill withdrawals list|show`: what goes out, and what waits for a person (withdrawals-decide.ts).
import { type Command, Option } from 'commander';
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { AppError, invalid, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { formatAmount } from '../core/money.ts';
import { type JournalRow, readJournal } from '../policy/journal.ts';
import type { Decision } from '../policy/policy.ts';
import { loadProject } from '../projects/project.ts';
import { attemptsOf, wasItSent } from '../treasury/attempts.ts';
import { recentWithdrawals } from '../withdrawals/operator-views.ts';
import { newPriceOf, priceText } from '../withdrawals/reprice.ts';
import { type WithdrawalRow, withdrawalStatuses } from '../withdrawals/withdrawal.ts';
import { findNamedWithdrawal } from './find-withdrawal.ts';
import { outcomeText } from './policy.ts';
import { action, print, printRows, withApp } from './run.ts';
import { addDecisionCommands } from './withdrawals-decide.ts';

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
    .addOption(
      new Option('--status <status>', 'only those in this status').choices(
        Object.keys(withdrawalStatuses.moves),
      ),
    )
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

async function show(app: App, id: string, asJson: boolean): Promise<void> {
  const row = await findNamedWithdrawal(app, id);
  const attempts = await attemptsOf(app.db, row);
  const people = await readJournal(app.db, row.project_id, row.id);
  const sent = wasItSent(attempts, row);
  const summary = { ...summaryOf(app, row), ...requestOf(app, row), ...(await pricesOf(app, row)) };
  if (asJson) {
    print(JSON.stringify({ ...summary, people, sent, attempts }, null, 2));
    return;
  }
  for (const [name, value] of Object.entries(summary)) {
    const text = typeof value === 'object' ? value && JSON.stringify(value) : value;
    print(`${name.padEnd(14)} ${text ?? '-'}`);
  }
  if (people.length > 0) {
    print('');
    printRows(people.map(lineOf), false);
  }
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

/** What it is charged, and what it would be if it were released now; or what it was charged before that. */
async function pricesOf(app: App, row: WithdrawalRow) {
  const { repriced } = row;
  if (repriced !== null) {
    const currency = known(app.currencies.get(row.charged_currency), 'currency is registered');
    const was = formatAmount(BigInt(repriced.charged_amount), currency);
    return { price: `was ${was} ${currency.code} at ${repriced.rate} until ${repriced.at}` };
  }
  if (row.status !== 'on_hold') return {};
  try {
    const project = known(await loadProject(app.db, row.project_id), 'it has a project');
    return { price: priceText(app, row, newPriceOf(app, project, row)) ?? 'holds' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { price: `no fresh rate: ${error.message}` };
  }
}

function lineOf({ created_at: at, step, approver, facts }: JournalRow) {
  return { at: at.toISOString(), step, approver, facts: JSON.stringify(facts) };
}

/** What the policy was told, and what it said. */
function requestOf(app: App, row: WithdrawalRow) {
  const currency = app.currencies.get(row.value_currency ?? '');
  return {
    value:
      row.value === null || currency === undefined
        ? null
        : `${formatAmount(row.value, currency)} ${currency.code}`,
    decided: row.decision === null ? null : decisionText(row.decision),
    api_key: row.api_key,
    customer_id: row.customer_id,
    beneficiary: row.beneficiary,
  };
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

function decisionText(decision: Decision): string {
  const version = decision.version === 0 ? 'built-in policy' : `policy ${decision.version}`;
  return `${outcomeText(decision)}, ${version}`;
}
