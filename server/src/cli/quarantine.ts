// `chaintill quarantine begin|show|end`: nothing is sent after a restore until a person has seen what the chain
// knows and the database does not.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { Assembled } from '../assemble.ts';
import { invalid, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { endQuarantine } from '../treasury/end-quarantine.ts';
import { beginQuarantine, listQuarantines } from '../treasury/quarantine.ts';
import type { Treasury } from '../treasury/treasury.ts';
import { assignPayments, type LostPayment, lostPayments } from '../treasury/unknown-payments.ts';
import { openSpends } from '../treasury/unknown-spends.ts';
import { action, print, printRows, withApp } from './run.ts';

const ALL = 'all';

export function addQuarantineCommands(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .description('Coins of which nothing is sent until the chain was compared with the database');
  quarantine
    .command('begin <coin>')
    .description('Send nothing more of a coin, or of all; before a restored backup is started')
    .requiredOption('--reason <text>', 'why; shown until it ends')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill quarantine begin all --reason "restored the backup of Monday"',
    )
    .action(
      action((coin: string, { reason }: { reason: string }) =>
        withApp(async (app, assembled) => {
          for (const { coin: each } of chosen(assembled, coin)) {
            await beginQuarantine(app.db, app, { coin: each.code, reason });
            print(`${each.code} is in quarantine`);
          }
        }),
      ),
    );
  quarantine
    .command('show')
    .description('List the quarantines, and what was spent without a transfer of ours')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill quarantine show')
    .action(action((options: { json?: boolean }) => show(options.json === true)));
  quarantine
    .command('end <coin>')
    .description('Send again; possible when the chain was read to its tip')
    .option(
      '--accept',
      'complete the withdrawals that the list shows as paid, and forget spent outputs',
    )
    .addHelpText('after', '\nExample:\n  chaintill quarantine end BTC --accept')
    .action(
      action((coin: string, options: { accept?: boolean }) =>
        withApp(async (app, assembled) => {
          for (const treasury of chosen(assembled, coin)) {
            const isAccepted = options.accept === true;
            const accepted = await endQuarantine(app, treasury, { isAccepted });
            print(`${treasury.coin.code} is sent again; accepted: ${accepted.length}`);
          }
        }),
      ),
    );
}

function chosen({ treasuries }: Assembled, coin: string): readonly Treasury[] {
  if (coin === ALL) return [...treasuries.values()];
  const treasury = treasuries.get(coin.toUpperCase());
  if (treasury === undefined) throw invalid(rule.oneOf('coin', [...treasuries.keys(), ALL]));
  return [treasury];
}

function shown(app: App) {
  return ({ coin, amount, ...payment }: LostPayment) => {
    const currency = app.knownCoins.get(coin);
    return { coin, ...payment, amount: currency ? formatAmount(amount, currency) : `${amount}` };
  };
}

function show(asJson: boolean): Promise<void> {
  return withApp(async (app) => {
    const quarantines = [];
    for (const item of await listQuarantines(app.db)) {
      await app.db.transaction((tx) => assignPayments(tx, app, item.coin));
      const unknown = await openSpends(app.db, item.coin);
      quarantines.push({
        ...item,
        unknown,
        lost: (await lostPayments(app.db, item.coin)).map(shown(app)),
      });
    }
    if (asJson) {
      print(JSON.stringify(quarantines, null, 2));
      return;
    }
    printRows(
      quarantines.map(({ coin, reason, began_at, reconciled_at, unknown }) => ({
        coin,
        began_at: began_at.toISOString(),
        reconciled_at: reconciled_at?.toISOString() ?? 'not yet',
        unknown: unknown.length,
        reason,
      })),
      false,
    );
    const spends = quarantines.flatMap(({ unknown }) => unknown);
    if (spends.length === 0) return;
    const lost = quarantines.flatMap((each) => each.lost);
    if (lost.length > 0) print('\nPaid by them, and of no withdrawal that is known here:');
    if (lost.length > 0) printRows(lost, false);
    print('\nSpent without a transfer of ours:');
    printRows(
      spends.map(({ coin, kind, subject, txid, block_height }) => ({
        ...{ coin, kind, subject, txid },
        block: block_height ?? 'none yet',
      })),
      false,
    );
  });
}
