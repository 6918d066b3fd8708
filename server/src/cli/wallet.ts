// `chaintill wallet top-up`: where the operator puts coins of his own in: those that merchants were credited otherwise,
// and the ether that transfers of tokens are paid for with.
import type { Command } from 'commander';
import { notFound } from '../core/errors.ts';
import { topUpAddress } from '../treasury/own-address.ts';
import { action, print, withApp } from './run.ts';

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
}
