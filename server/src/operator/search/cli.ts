// Text output of `chaintill search find`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { searchOperations } from './contract.ts';

export const searchAdapters: AdaptersOf<typeof searchOperations> = {
  'search.find': {
    arguments: ['text'],
    called: { project: '--project <project>' },
    example: 'chaintill search find order-1042',
    show: table,
  },
};
