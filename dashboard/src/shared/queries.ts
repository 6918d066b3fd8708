// Queries of one object and of paginated lists: the service pages by cursor, not by page number.
import type { Page } from '@chaintill/client';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { type CallOptions, merchant, operator } from './api.ts';
import type { MerchantApi, OperatorApi } from './api-types.ts';
import { SECOND } from './clock.ts';

/** Keeps filters in the URL as text, because the router's default parser would turn `0.10` into a number. */
export const searchAsText = {
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
};

export type TextSearch<Name extends string> = { readonly [Key in Name]?: string | undefined };

/** The listed parameters that are present. Others are dropped, so that a broken link still opens the list. */
export function textSearch<const N extends string>(...names: readonly N[]) {
  return (raw: Readonly<Record<string, unknown>>): TextSearch<N> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = raw[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as TextSearch<N>;
}

interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page. Null at the end. */
  readonly next: string | null;
  readonly total: number | null;
}

export const ROWS_OF_A_PAGE = 100;

type Read<Row> = (after: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>;

/** How long a page that was read in advance is shown as it is. A live event renews it earlier. */
const AHEAD_LASTS = 30 * SECOND;

/**
 * `key` starts with the type of the live events that change the list (shared/live.ts) and contains its filters. `page`
 * is one further page, which a list reads in advance.
 */
export function listOptions<Row>(key: QueryKey, read: Read<Row>) {
  const page = (after: string) =>
    queryOptions({
      queryKey: [...key, 'after', after],
      queryFn: ({ signal }) => read(after, signal),
      staleTime: AHEAD_LASTS,
      gcTime: AHEAD_LASTS,
    });
  const pages = infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal, client }) =>
      pageParam === undefined ? read(undefined, signal) : client.fetchQuery(page(pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  return { ...pages, page };
}

export type ListOptions<Row> = ReturnType<typeof listOptions<Row>>;

type Call<Input, Output> = (name: string, input: Input, options: CallOptions) => Promise<Output>;

type PageRow<Output> = Output extends Page<infer Row> ? Row & { readonly id: string } : never;
type PageName = {
  [Name in keyof MerchantApi]: PageRow<MerchantApi[Name]['output']> extends never ? never : Name;
}[keyof MerchantApi];

/** Reads a list of the merchant API, which also has its total. */
export function merchantPages<Name extends PageName>(
  project: string,
  name: Name,
  input: Omit<MerchantApi[Name]['input'], 'limit' | 'starting_after'>,
) {
  type Row = PageRow<MerchantApi[Name]['output']>;
  const readPage = merchant(project) as unknown as Call<object, Page<Row>>;
  return async (after: string | undefined, signal: AbortSignal): Promise<ListPage<Row>> => {
    const requested = { ...input, limit: ROWS_OF_A_PAGE, starting_after: after };
    const { data, meta } = await readPage(name, requested, { signal });
    return {
      rows: data,
      next: meta.has_more ? (data.at(-1)?.id ?? null) : null,
      total: meta.total,
    };
  };
}

type RowOf<Output> = Output extends { rows: readonly (infer Row)[]; next: string | null }
  ? Row
  : never;
type ListName = {
  [Name in keyof OperatorApi]: RowOf<OperatorApi[Name]['output']> extends never ? never : Name;
}[keyof OperatorApi];
type ListInput<Name extends ListName> = Omit<OperatorApi[Name]['input'], 'limit' | 'after'>;

/** Reads a list of the operator API. */
export function operatorPages<Name extends ListName>(name: Name, input: ListInput<Name>) {
  type Row = RowOf<OperatorApi[Name]['output']>;
  const readPage = operator as unknown as Call<object, { rows: Row[]; next: string | null }>;
  return async (after: string | undefined, signal: AbortSignal): Promise<ListPage<Row>> => {
    const requested = { ...input, limit: ROWS_OF_A_PAGE, after };
    return { ...(await readPage(name, requested, { signal })), total: null };
  };
}

/** Reads the rows of a list in another form. */
export function pagesOf<Row, Shown>(read: Read<Row>, shownOf: (row: Row) => Shown): Read<Shown> {
  return async (after, signal) => {
    const page = await read(after, signal);
    return { ...page, rows: page.rows.map(shownOf) };
  };
}

/** The list of an operation, page by page. */
export function operatorList<Name extends ListName>(
  key: QueryKey,
  name: Name,
  input: ListInput<Name>,
) {
  return listOptions(key, operatorPages(name, input));
}

type WholeOf<Output> = Output extends readonly (infer Row)[] ? Row : never;
type WholeName = {
  [Name in keyof OperatorApi]: WholeOf<OperatorApi[Name]['output']> extends never ? never : Name;
}[keyof OperatorApi];

/** The list of an operation that returns everything at once. */
export function operatorWhole<Name extends WholeName>(
  key: QueryKey,
  name: Name,
  input: OperatorApi[Name]['input'],
) {
  type Row = WholeOf<OperatorApi[Name]['output']>;
  const readAll = operator as unknown as Call<object, readonly Row[]>;
  return listOptions(key, async (_after, signal) =>
    wholeList(await readAll(name, input, { signal })),
  );
}

export function wholeList<Row>(rows: readonly Row[]): ListPage<Row> {
  return { rows, next: null, total: rows.length };
}

/** One operation that changes nothing. `queryKey` starts with the type of the live events that change its result. */
export function operatorQuery<Name extends keyof OperatorApi>(
  queryKey: QueryKey,
  name: Name,
  input: OperatorApi[Name]['input'],
) {
  type Api = OperatorApi[Name];
  const call = operator as unknown as Call<Api['input'], Api['output']>;
  return queryOptions({ queryKey, queryFn: ({ signal }) => call(name, input, { signal }) });
}

interface MerchantQuery<Name extends keyof MerchantApi> {
  readonly key: QueryKey;
  readonly name: Name;
  readonly input: MerchantApi[Name]['input'];
}

/** As `operatorQuery`, for an operation of the merchant API. */
export function merchantQuery<Name extends keyof MerchantApi>(
  project: string,
  { key, name, input }: MerchantQuery<Name>,
) {
  type Api = MerchantApi[Name];
  const call = merchant(project) as unknown as Call<Api['input'], Api['output']>;
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => call(name, input, { signal }) });
}

/** The coins that a project accepts and sends. */
export function coinsOf(project: string) {
  return {
    ...merchantQuery(project, { key: ['coin', project], name: 'listCoins', input: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export function accountsOf(project: string) {
  return operatorQuery(['account', project], 'accounts.list', { project });
}
