// Text output of `chaintill search find`.
import type { AdaptersOf } from '../../cli/adapter.ts';
import type { searchOperations } from './contract.ts';

export const searchAdapters: AdaptersOf<typeof searchOperations> = {
  'search.find': { called: { project: '--project <project>' }, example: 'order-1042' },
};
