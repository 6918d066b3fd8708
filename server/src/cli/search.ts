// Text output of `chaintill search find`.
import type { searchOperations } from '../contract/operator/search.ts';
import type { AdaptersOf } from './adapter.ts';
import { table } from './table.ts';

export const searchAdapters: AdaptersOf<typeof searchOperations> = {
  'search.find': {
    arguments: ['text'],
    called: { project: '--project <project>' },
    example: 'chaintill search find order-1042',
    show: table,
  },
};
