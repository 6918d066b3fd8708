// Text output of `chaintill risk ...`: ratings of addresses, the operator's own lists, and files imported into them.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { riskOperations } from './contract.ts';

export const riskAdapters: AdaptersOf<typeof riskOperations> = {
  'risk.block': { example: 'BTC bc1q... --note "taken over"', show: listedText },
  'risk.allow': { example: 'BTC bc1q... --note "our exchange"', show: listedText },
  'risk.remove': {
    example: 'BTC bc1q...',
    show: ({ removed }) => (removed ? 'Removed.' : 'It was not on a list.'),
  },
  'risk.check-import': {
    files: ['document'],
    example: 'block addresses.csv',
    show: ({ problems, ...counts }) => ({
      text: table([counts]),
      notes: problems.map(({ where, text, reason }) => `${where}: ${reason}: ${text}`),
    }),
    isBad: ({ wrong }) => wrong > 0,
  },
  'risk.import': {
    files: ['document'],
    example: 'block addresses.csv --note "of the police"',
    show: ({ list, ...counts }) =>
      `Added ${counts.new} to the ${list} list; ${counts.known} were already on it`,
  },
  'risk.list': { called: { list: '--list <list>' } },
  'risk.score': { example: 'BTC bc1q...' },
};

function listedText({ address, list }: { address: string; list: string }): string {
  return `${address} is on the ${list} list.`;
}
