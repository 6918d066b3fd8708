// `chaintill wallet top-up`: where the operator puts coins of his own in: those that merchants were credited otherwise,
// and the ether that transfers of tokens are paid for with.
import type { Command } from 'commander';
import { known } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { inputCosts } from '../treasury/input-costs.ts';
import { listTokens } from '../treasury/kept-tokens.ts';
import { topUpAddress } from '../treasury/own-address.ts';
import { action, print, printRows, withApp } from './run.ts';

export function addWalletCommands(program: Command): void {
  const wallet = program
    .command('wallet')
    .description('The wallets that withdrawals are paid from');
  wallet
    .command('top-up <coin>')
    .description('Print an address of the wallet that coins of your own can be sent to')
    .addHelpText('after', '\nExample:\n  chaintill wallet top-up ETH')
    .action(
      action((code: string) =>
        withApp(async (app, { treasuries }) => {
          const treasury = treasuries.get(code.toUpperCase());
          if (treasury === undefined) throw notFound();
          const { coin, network } = treasury;
          const { model } = network;
          print(coin.formatAddress(await topUpAddress(app, { coin: coin.code, model })));
        }),
      ),
    );
  addReportCommand(wallet);
  addTokensCommand(wallet);
}

function addTokensCommand(wallet: Command): void {
  wallet
    .command('tokens')
    .description('List outputs of BCH that carry tokens: they are kept apart and never spent')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill wallet tokens')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = (await listTokens(app.db)).map((row) => ({
            coin: row.coin,
            output: `${row.txid}:${row.output_index}`,
            address: row.address,
            amount: formatAmount(row.amount, known(app.coins.get(row.coin), 'its coin is on')),
            category: row.token.category,
            tokens: row.token.amount,
            capability: row.token.nft?.capability ?? null,
            commitment: row.token.nft?.commitment ?? null,
            project_id: row.project_id,
            seen_at: row.first_seen_at.toISOString(),
          }));
          printRows(rows, options.json === true);
        }),
      ),
    );
}

function addReportCommand(wallet: Command): void {
  wallet
    .command('report')
    .description(
      'Show what small payments cost: outputs of BTC, LTC and BCH that are dear to spend',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill wallet report')
    .action(
      action((options: { json?: boolean }) =>
        withApp(async (app, { treasuries }) => {
          const rows = [];
          for (const treasury of treasuries.values()) {
            if (treasury.network.model !== 'outputs') continue;
            const costs = await inputCosts(app, treasury);
            const text = (amount: bigint) => formatAmount(amount, treasury.coin);
            rows.push({
              coin: treasury.coin.code,
              outputs: costs.outputs,
              amount: text(costs.amount),
              one_input_costs: text(costs.perInput),
              small: costs.small,
              small_amount: text(costs.smallAmount),
              small_cost: text(costs.perInput * BigInt(costs.small)),
              uneconomical: costs.uneconomical,
              uneconomical_amount: text(costs.uneconomicalAmount),
            });
          }
          printRows(rows, options.json === true);
        }),
      ),
    );
}
