// Text output of `chaintill risk ...`: ratings of addresses, the operator's own lists, and files imported into them.
import { type AdaptersOf, pageText, table } from '../../cli/adapter.ts';
import type { riskOperations } from './contract.ts';

export const riskAdapters: AdaptersOf<typeof riskOperations> = {
  'risk.block': {
    arguments: ['currency', 'address'],
    example: 'chaintill risk block BTC bc1q... --note "taken over"',
    show: listedText,
  },
  'risk.allow': {
    arguments: ['currency', 'address'],
    example: 'chaintill risk allow BTC bc1q... --note "our exchange"',
    show: listedText,
  },
  'risk.remove': {
    arguments: ['currency', 'address'],
    example: 'chaintill risk remove BTC bc1q...',
    show: ({ removed }) => (removed ? 'Removed.' : 'It was not on a list.'),
  },
  'risk.check-import': {
    arguments: ['list', 'document'],
    called: { document: 'file' },
    files: ['document'],
    example: 'chaintill risk check-import block addresses.csv',
    show: ({ problems, ...counts }) => ({
      text: table([counts]),
      notes: problems.map(({ where, text, reason }) => `${where}: ${reason}: ${text}`),
    }),
    isBad: ({ wrong }) => wrong > 0,
  },
  'risk.import': {
    arguments: ['list', 'document'],
    called: { document: 'file' },
    files: ['document'],
    example: 'chaintill risk import block addresses.csv --note "of the police"',
    show: ({ list, ...counts }) =>
      `Added ${counts.new} to the ${list} list; ${counts.known} were already on it`,
  },
  'risk.list': {
    called: { list: '--list <list>' },
    example: 'chaintill risk list',
    show: (page) => pageText(page),
  },
  'risk.score': {
    arguments: ['currency', 'address'],
    example: 'chaintill risk score BTC bc1q...',
    show: (risk) => JSON.stringify(risk, null, 2),
  },
};

function listedText({ address, list }: { address: string; list: string }): string {
  return `${address} is on the ${list} list.`;
}
