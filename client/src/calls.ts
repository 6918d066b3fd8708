// What the groups of methods call with: requests without the envelope, and lists.
import type { CallOptions, Request } from './http.ts';
import { iteratePages } from './pages.ts';
import type * as Api from './types.ts';

export interface Calls {
  get<T>(path: string, query?: object, call?: CallOptions): Promise<T>;
  post<T>(path: string, body?: object, call?: CallOptions): Promise<T>;
  patch<T>(path: string, body: object, call?: CallOptions): Promise<T>;
  page<Row>(path: string, query?: object, call?: CallOptions): Promise<Api.Page<Row>>;
  iterate<Row extends { id: string }>(
    path: string,
    query?: Api.Paging,
    call?: CallOptions,
  ): AsyncGenerator<Row, void, undefined>;
}

export function createCalls(request: Request): Calls {
  const page = <Row>(at: string, query?: object, call?: CallOptions) =>
    request<Api.Page<Row>>('GET', at, { ...call, query });
  return {
    get: async <T>(at: string, query?: object, call?: CallOptions) =>
      (await request<{ data: T }>('GET', at, { ...call, query })).data,
    post: async <T>(at: string, body?: object, call?: CallOptions) =>
      (await request<{ data: T }>('POST', at, { ...call, body })).data,
    patch: async <T>(at: string, body: object, call?: CallOptions) =>
      (await request<{ data: T }>('PATCH', at, { ...call, body })).data,
    page,
    iterate: <Row extends { id: string }>(at: string, query?: Api.Paging, call?: CallOptions) =>
      iteratePages<Row>(
        (starting_after) => page<Row>(at, { ...query, starting_after }, call),
        query?.starting_after,
      ),
  };
}
