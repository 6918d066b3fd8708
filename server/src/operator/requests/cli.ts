// Text output of `chaintill requests list`. Rejected fields and the input are in its JSON output.
import { type AdaptersOf, pageText } from '../../cli/adapter.ts';
import type { requestsOperations } from './contract.ts';

export const requestsAdapters: AdaptersOf<typeof requestsOperations> = {
  'requests.list': {
    called: { result: '--result <result>', path: '--path <beginning>', key: '--key <key>' },
    help: 'With --json also what was wrong with each field, and what was given in it.',
    example: '"Corner shop" --result refused',
    show: (page) =>
      pageText(page, (row) => ({
        id: row.id,
        at: row.at,
        method: row.method,
        path: row.path,
        status: row.status,
        problem: row.code,
        key: row.key_name ?? row.key,
        milliseconds: row.milliseconds,
        request_id: row.request_id,
      })),
  },
};
