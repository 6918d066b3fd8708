// `chaintill risk block|allow|remove|list|score` as text.
import type { riskOperations } from '../contract/operator/risk.ts';
import type { FacesOf } from './face.ts';
import { pageText } from './table.ts';

export const riskFaces: FacesOf<typeof riskOperations> = {
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
    show: ({ removed }) => (removed ? 'Removed.' : 'It was on no list.'),
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
