// `chaintill policy approvers|addresses`: the people who approve withdrawals on hold, and the address book.

import type { Command } from 'commander';
import type { App } from '../app.ts';
import { addressProblem } from '../coins/address-problem.ts';
import { known } from '../core/assert.ts';
import { invalid, rule } from '../core/errors.ts';
import { addApprover, listApprovers, removeApprover } from '../policy/approvers.ts';
import {
  type DestinationKey,
  listDestination,
  listDestinations,
  unlistDestination,
} from '../policy/destinations.ts';
import { findProjectId } from './find-project.ts';
import { action, note, print, printRows, withApp } from './run.ts';

export function addPolicyPeopleCommands(policy: Command): void {
  addApproverCommands(policy);
  addAddressCommands(policy);
}

function addApproverCommands(policy: Command): void {
  const approvers = policy
    .command('approvers')
    .description('People who approve withdrawals on hold: chaintill withdrawals approve');
  approvers
    .command('add <project_id> <name>')
    .description('Make an approver; his code is shown once')
    .option('--key <api_key>', 'the API key he uses himself: its withdrawals he may not approve')
    .addHelpText('after', '\nExample:\n  chaintill policy approvers add 0199... "Ada Byron"')
    .action(
      action((projectId: string, name: string, options: { key?: string }) =>
        withApp(async (app) => {
          const wish = { name, apiKey: options.key ?? null };
          const code = await addApprover(app, await findProjectId(app, projectId), wish);
          note(`The code of ${name} (shown once; hand it over to nobody else):`);
          print(code);
        }),
      ),
    );
  approvers
    .command('list <project_id>')
    .description('List the approvers')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill policy approvers list 0199...')
    .action(
      action((projectId: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = await listApprovers(app.db, await findProjectId(app, projectId));
          const shown = rows.map((row) => ({
            name: row.name,
            own_key: row.api_key,
            since: row.created_at.toISOString(),
          }));
          printRows(shown, options.json === true);
        }),
      ),
    );
  approvers
    .command('remove <project_id> <name>')
    .description('Take the right to approve away; what is not released yet loses his approval')
    .addHelpText('after', '\nExample:\n  chaintill policy approvers remove 0199... "Ada Byron"')
    .action(
      action((projectId: string, name: string) =>
        withApp(async (app) => {
          await removeApprover(app, await findProjectId(app, projectId), name);
          print(`${name} approves no more`);
        }),
      ),
    );
}

function addAddressCommands(policy: Command): void {
  const addresses = policy
    .command('addresses')
    .description('The address book of a project: destinations that rules call listed');
  addresses
    .command('add <project_id> <currency> <address>')
    .description('Put a destination into the address book')
    .option('--name <text>', 'whose it is')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill policy addresses add 0199... XRP "rPT1...?dt=7" --name "our exchange"',
    )
    .action(
      action((projectId: string, currency: string, address: string, options: { name?: string }) =>
        withApp(async (app) => {
          const destination = readDestination(app, currency, address);
          const wish = { destination, name: options.name ?? null };
          await listDestination(app, await findProjectId(app, projectId), wish);
          print(`${address} is in the address book`);
        }),
      ),
    );
  addresses
    .command('remove <project_id> <currency> <address>')
    .description('Take a destination off the address book')
    .addHelpText('after', '\nExample:\n  chaintill policy addresses remove 0199... BTC bc1q...')
    .action(
      action((projectId: string, currency: string, address: string) =>
        withApp(async (app) => {
          const destination = readDestination(app, currency, address);
          await unlistDestination(app, await findProjectId(app, projectId), destination);
          print(`${address} is not in the address book any more`);
        }),
      ),
    );
  addresses
    .command('list <project_id>')
    .description('Show the address book')
    .option('--all', 'also destinations that are known because they were paid')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill policy addresses list 0199... --all')
    .action(
      action((projectId: string, options: { all?: boolean; json?: boolean }) =>
        withApp(async (app) => {
          const all = options.all === true;
          const rows = await listDestinations(app.db, await findProjectId(app, projectId), { all });
          const shown = rows.map((row) => ({
            coin: row.coin,
            destination: row.destination,
            name: row.name,
            listed_at: row.listed_at?.toISOString() ?? null,
            first_paid_at: row.first_paid_at?.toISOString() ?? null,
          }));
          printRows(shown, options.json === true);
        }),
      ),
    );
}

/** As withdrawals know it. Errors: 422 for a wrong coin or address. */
function readDestination(app: App, currency: string, address: string): DestinationKey {
  if (!app.coins.has(currency)) throw invalid(rule.oneOf('currency', [...app.coins.keys()]));
  const coin = known(app.coins.get(currency), 'coin is registered');
  const destination = coin.parseAddress(address, app.config.network);
  if (destination === null)
    throw invalid(addressProblem(app, coin, { text: address, target: 'address' }));
  return { coin: currency, ...destination };
}
