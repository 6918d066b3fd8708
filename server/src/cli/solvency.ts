// `chaintill solvency show|declare|declarations`: whether what merchants own is there, and what is held elsewhere.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { chooseAmount, chooseCurrency } from '../coins/choose.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import {
  declareHolding,
  isShort,
  listDeclarations,
  type Solvency,
  solvencyOf,
  surplusOf,
} from '../treasury/solvency.ts';
import type { Finding } from './doctor-finding.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addSolvencyCommands(program: Command): void {
  const solvency = program
    .command('solvency')
    .description('Whether what merchants own is in the wallets, or held elsewhere');
  addShowCommand(solvency);
  addDeclareCommand(solvency);
  solvency
    .command('declarations')
    .description('List what was declared, newest first; the last of a currency is in force')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill solvency declarations')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = (await listDeclarations(app.db)).map((row) => ({
            declared_at: row.created_at.toISOString(),
            currency: row.currency,
            amount: amountText(app, row.currency, row.amount),
            reason: row.reason,
          }));
          printRows(rows, options.json === true);
        }),
      ),
    );
}

function addShowCommand(solvency: Command): void {
  solvency
    .command('show')
    .description('What is owed, held and declared, by currency and in all')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill solvency show')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const found = await solvencyOf(app);
          printRows(rowsOf(found), options.json === true);
          if (options.json !== true) print(`\nWhen all are paid out: ${restText(app, found)}`);
        }),
      ),
    );
}

function addDeclareCommand(solvency: Command): void {
  solvency
    .command('declare <amount> <currency>')
    .description('Say what you hold elsewhere for the merchants, in place of what you said before')
    .requiredOption('--reason <text>', 'where it is and who has seen it; kept for good')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill solvency declare 25000 EUR --reason "client account, statement of 30 November"',
    )
    .action(
      action((text: string, code: string, { reason }: { reason: string }) =>
        withApp(async (app) => {
          const problems: ErrorDetail[] = [];
          const currency = chooseCurrency(app, { value: code, target: 'currency' }, problems);
          const isNothing = /^0+(\.0+)?$/.test(text);
          const target = { value: text, target: 'amount' };
          const amount =
            isNothing || currency === null ? 0n : chooseAmount(currency, target, problems);
          if (reason.trim() === '') problems.push(rule.filled('reason'));
          if (currency === null || amount === null || problems.length > 0)
            throw invalid(...problems);
          await declareHolding(app, { currency: code, amount, reason });
          print(`Declared ${text} ${code}`);
        }),
      ),
    );
}

/** One finding for each coin that is owed or short, and one for all. */
export async function checkSolvency(app: App): Promise<Finding[]> {
  const found = await solvencyOf(app);
  const hint =
    'find out how it came about; bring the coins in, or declare what you hold elsewhere: chaintill solvency';
  const coins = found.positions.filter(({ currency }) => currency.kind === 'coin');
  const findings = coins.map((position) => {
    const { currency, owed, held, withTokens, declared } = position;
    const text = (amount: bigint) => `${formatAmount(amount, currency)} ${currency.code}`;
    const apart = withTokens === 0n ? '' : ` (${text(withTokens)} of it beside tokens)`;
    return {
      check: `${currency.code} solvency`,
      ok: !isShort(position),
      text: `merchants own ${text(owed)}, the wallet holds ${text(held)}${apart}, declared ${text(declared)}`,
      hint: isShort(position) ? hint : null,
    };
  });
  const isShortInAll = found.rest !== null && found.rest < 0n;
  const text = `when all are paid out: ${restText(app, found)}`;
  const whole = { check: 'solvency', ok: !isShortInAll, text, hint: isShortInAll ? hint : null };
  return [...findings, whole];
}

function rowsOf({ positions }: Solvency) {
  return positions
    .filter(({ owed, held, declared }) => owed !== 0n || held !== 0n || declared !== 0n)
    .map((position) => ({
      currency: position.currency.code,
      owed: formatAmount(position.owed, position.currency),
      held: formatAmount(position.held, position.currency),
      beside_tokens: formatAmount(position.withTokens, position.currency),
      declared: formatAmount(position.declared, position.currency),
      rest: formatAmount(surplusOf(position), position.currency),
    }));
}

function restText(app: App, { rest }: Solvency): string {
  return rest === null ? 'no fresh rates to value it' : `${amountText(app, 'EUR', rest)} EUR`;
}

function amountText(app: App, code: string, amount: bigint): string {
  const currency = app.currencies.get(code);
  return currency === undefined ? `${amount}` : formatAmount(amount, currency);
}
