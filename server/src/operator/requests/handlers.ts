// The request log, for developers who debug an integration.
import { pageOfRequests, type RequestRow } from '../../requests/store-requests.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, requestedSpan, shownPage, timeOf } from '../present.ts';
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
    return shownPage(page, shown);
  },
};

function shown({ id, request_id, at, details, api_key, is_signed, ...row }: RequestRow) {
  const { method, path, key_name, status, milliseconds, code, message, input, ignored } = row;
  return {
    id,
    request_id,
    at: timeOf(at),
    method,
    path,
    key: api_key,
    key_name,
    signed: is_signed,
    status,
    milliseconds,
    code,
    message,
    problems: (details ?? []).map(({ target, ...rest }) => ({ field: target, ...rest })),
    input,
    ignored,
    left_out: row.left_out,
  };
}
