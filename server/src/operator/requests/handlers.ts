// The request log, for developers who debug an integration.
import { pageOfRequests } from '../../requests/store-requests.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, requestedSpan, shownPage } from '../present.ts';
import { requestOutcomes, type requestsOperations } from './contract.ts';

export const requestsHandlers: HandlersOf<typeof requestsOperations> = {
  async 'requests.list'(app, { project, result, path, key, request_id, ...input }) {
    const page = await pageOfRequests(app.db, project, {
      statuses: result === undefined ? null : requestOutcomes[result],
      path: path ?? null,
      apiKey: key ?? null,
      requestId: request_id ?? null,
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => ({
      ...row,
      key: row.api_key,
      signed: row.is_signed,
      problems: (row.details ?? []).map((problem) => ({ ...problem, field: problem.target })),
    }));
  },
};
