// `chaintill risk block|allow|remove|list|score`: the operator's own lists of addresses.

import type { Command } from 'commander';
import type { App } from '../app.ts';
import { addressProblem } from '../coins/address-problem.ts';
import { known } from '../core/assert.ts';
import { invalid, rule } from '../core/errors.ts';
import type { ListKind } from '../risk/address-list.ts';
import { listAddress, loadOperatorLists, unlistAddress } from '../risk/operator-lists.ts';
import { scoreAddress } from '../risk/score.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addRiskCommands(program: Command): void {
  const risk = program
    .command('risk')
    .description(
      'Which addresses money may come from and go to (public lists: CHAINTILL_RISK_LISTS)',
    );
  addListing(risk, {
    name: 'block',
    description: 'Rate an address high: its deposits are held, nothing is sent there',
  });
  addListing(risk, {
    name: 'allow',
    description: 'Rate an address low, unless a sanctions list names it',
  });
  risk
    .command('remove <currency> <address>')
    .description('Take an address off your lists')
    .addHelpText('after', '\nExample:\n  chaintill risk remove BTC bc1q...')
    .action(
      action((currency: string, address: string) =>
        withApp(async (app) => {
          const count = await unlistAddress(app, {
            coin: currency,
            address: canonical(app, currency, address),
          });
          print(count === 0 ? 'It was on no list.' : 'Removed.');
        }),
      ),
    );
  risk
    .command('list')
    .description('Show your lists')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill risk list')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = await loadOperatorLists(app.db);
          printRows(
            rows.map((row) => ({ ...row })),
            options.json === true,
          );
        }),
      ),
    );
  risk
    .command('score <currency> <address>')
    .description('Assess an address as a deposit from it would be')
    .addHelpText('after', '\nExample:\n  chaintill risk score BTC bc1q...')
    .action(
      action((currency: string, address: string) =>
        withApp(async (app) => {
          const wish = { currency, address, type: 'source_of_funds' as const };
          print(JSON.stringify(await scoreAddress(app, wish), null, 2));
        }),
      ),
    );
}

function addListing(risk: Command, verb: { name: 'block' | 'allow'; description: string }): void {
  const command = risk.command(`${verb.name} <currency> <address>`).description(verb.description);
  command.option('--note <text>', 'who this is; shown as the resource name');
  if (verb.name === 'allow')
    command.option(
      '--despite-sanctions',
      'also when a sanctions list names it: checked by a person',
    );
  command.addHelpText(
    'after',
    `\nExample:\n  chaintill risk ${verb.name} BTC bc1q... --note "our exchange"`,
  );
  command.action(
    action(
      (currency: string, address: string, options: { note?: string; despiteSanctions?: boolean }) =>
        withApp(async (app) => {
          const kind: ListKind =
            options.despiteSanctions === true ? 'allow_despite_sanctions' : verb.name;
          const entry = {
            kind,
            coin: currency,
            address: canonical(app, currency, address),
            note: options.note ?? null,
          };
          await listAddress(app, entry);
          print(`${entry.address} is on the ${kind} list.`);
        }),
    ),
  );
}

/** The address as lists and deposits know it. Errors: 422 for a wrong coin or address. */
function canonical(app: App, currency: string, address: string): string {
  if (!app.coins.has(currency)) throw invalid(rule.oneOf('currency', [...app.coins.keys()]));
  const coin = known(app.coins.get(currency), 'coin is registered');
  const destination = coin.parseAddress(address, app.config.network);
  if (destination === null)
    throw invalid(addressProblem(app, coin, { text: address, target: 'address' }));
  return destination.address;
}
