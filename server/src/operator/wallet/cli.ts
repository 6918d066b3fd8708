// Text output of `chaintill wallet deposit-address|report|utxo-stats|list|signer|tokens` and of
// `chaintill xrp account|require-tags`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import type { walletOperations } from './contract.ts';

export const walletAdapters: AdaptersOf<typeof walletOperations> = {
  'wallet.deposit-address': { example: 'ETH', show: ({ address }) => address },
  'wallet.report': {},
  'wallet.utxo-stats': {},
  'wallet.list': {
    show: (wallets) =>
      table(
        wallets.map(({ coin, held, ready, reserved, pieces, asset, gas, waiting }) => ({
          coin,
          held,
          ready,
          reserved,
          pieces,
          owed: asset.owed,
          gas,
          waiting,
        })),
      ),
  },
  'wallet.signer': {
    show: ({ budgets, place, answers, away_because, waiting, refused }) =>
      [
        `${place}: ${answers ? 'responds' : (away_because ?? 'receives only')}; ${waiting} payouts queued, ${refused} rejected`,
        ...(budgets.length === 0 ? [] : [table(budgets)]),
      ].join('\n'),
    isBad: ({ away_because }) => away_because !== null,
  },
  'wallet.tokens': {},
  'xrp.account': {
    show: (account) =>
      Object.entries(account)
        .map(([name, value]) => `${name.padEnd(14)} ${value}`)
        .join('\n'),
  },
  'xrp.require-tags': {
    show: ({ result }) => texts[result],
    isBad: ({ result }) => result === 'short' || result === 'unknown',
  },
};

type Result = OutputOf<(typeof walletOperations)['xrp.require-tags']>['result'];

const texts: Readonly<Record<Result, string>> = {
  done: 'The account already requires tags.',
  waits: 'The transaction is pending. Check again in a minute.',
  planned: 'Planned. The running service sends it. Check `chaintill xrp account` in a minute.',
  short: "The account can't pay the fee. Send XRP to it first (`chaintill xrp account`).",
  unknown: 'This network has no such setting.',
};
