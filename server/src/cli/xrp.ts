// `chaintill xrp account|require-tags`: the one account that receives and sends XRP, which must be funded by hand and
// should refuse payments without a tag.
import type { Command } from 'commander';
import { known } from '../core/assert.ts';
import { formatAmount } from '../core/money.ts';
import { ensureHotSender } from '../treasury/own-address.ts';
import { type RequireTags, requireTags } from '../treasury/require-tags.ts';
import type { Treasury } from '../treasury/treasury.ts';
import { action, print, withApp } from './run.ts';

export function addXrpCommands(program: Command): void {
  const xrp = program.command('xrp').description('The XRP account: what it holds, and its setting');
  xrp
    .command('account')
    .description('Show the account, where to send its first XRP, and what can be paid out')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill xrp account')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app, { treasuries }) => {
          const { coin, network } = known(treasuries.get('XRP'), 'XRP is offered (XRP_NODE_URL)');
          const destination = await ensureHotSender(app, coin.code);
          const state = await network.account(destination.address);
          const facts = {
            account: destination.address,
            top_up: coin.formatAddress(destination),
            spendable: formatAmount(state.spendable, coin),
            requires_tags: state.requiresTags ?? null,
          };
          if (options.json) return print(JSON.stringify(facts, null, 2));
          for (const [name, value] of Object.entries(facts)) print(`${name.padEnd(14)} ${value}`);
        }),
      ),
    );
  xrp
    .command('require-tags')
    .description('Have the network refuse payments to the account that lack a destination tag')
    .addHelpText('after', '\nExample:\n  chaintill xrp require-tags')
    .action(
      action(() =>
        withApp(async (app, { treasuries }) => {
          const treasury: Treasury = known(treasuries.get('XRP'), 'XRP is offered (XRP_NODE_URL)');
          const answer = await requireTags(app, treasury);
          print(texts[answer]);
          if (answer === 'short' || answer === 'unknown') process.exitCode = 1;
        }),
      ),
    );
}

const texts: Readonly<Record<RequireTags, string>> = {
  done: 'The account requires tags already.',
  waits: 'It is on its way; look again in a minute.',
  planned: 'Planned: the running service sends it. See `chaintill xrp account` in a minute.',
  short:
    'The account has nothing to pay the fee with: send XRP to it first (`chaintill xrp account`).',
  unknown: 'This network has no such setting.',
};
