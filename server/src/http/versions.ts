// The two dialects of the API (wire.md 1.1): v1 with bare objects, and v2 with everything in an envelope. Only this
// file depends on how results are written.
import { isBareList, isFeeless, LEFT_OUT_OF_COMMIT } from '../contract/first-dialect.ts';
import type { Operation, Page } from '../contract/operation.ts';
import { apiError } from '../core/errors.ts';

export type ApiVersion = 1 | 2;

export const IGNORED_HEADER = 'chaintill-ignored';
const IGNORED_NAMES_MAX = 20;
const IGNORED_NAME_LENGTH_MAX = 60;

/** The key's version, unless the `Api-Version` header overrides it. */
export function versionOf(
  header: string | string[] | undefined,
  keyVersion: ApiVersion,
): ApiVersion {
  if (header === undefined) return keyVersion;
  if (header === '1') return 1;
  if (header === '2') return 2;
  throw apiError('bad_request.api_version');
}

export function present(operation: Operation, version: ApiVersion, result: unknown): unknown {
  switch (operation.shape) {
    case 'object':
      return version === 1 ? inFirstDialect(operation, result) : { data: result };
    case 'list':
      return { data: result };
    case 'page': {
      const page = result as Page<unknown>;
      if (version === 1 && isBareList(operation))
        return page.rows.map((row) => inFirstDialect(operation, row));
      return { data: page.rows, meta: { total: page.total, has_more: page.hasMore } };
    }
  }
}

/** `Link` and `X-Total-Count` of a bare list (wire.md 1.1); empty for any other response. */
export function pagingHeaders(
  operation: Operation,
  version: ApiVersion,
  { result, target }: { result: unknown; target: string },
): Readonly<Record<string, string>> {
  if (version !== 1 || !isBareList(operation)) return {};
  const page = result as Page<{ readonly id: string }>;
  const total = { 'x-total-count': String(page.total) };
  const last = page.rows.at(-1);
  if (!page.hasMore || last === undefined) return total;
  const url = new URL(target, 'http://till.invalid');
  url.searchParams.set('starting_after', last.id);
  return { ...total, link: `<${url.pathname}${url.search}>; rel="next"` };
}

const WITHDRAWALS = '/api/coin_withdrawals';

/** v1 shows an uncommitted withdrawal as `pending`, and its commit response has no fee (interface.md 2.2, 4.4). */
function inFirstDialect(operation: Operation, result: unknown): unknown {
  if (!operation.path.startsWith(WITHDRAWALS) || operation.shape === 'list') return result;
  const withdrawal = result as Readonly<Record<string, unknown>>;
  const status = withdrawal['status'] === 'new' ? 'pending' : withdrawal['status'];
  const left: readonly string[] = isFeeless(operation) ? LEFT_OUT_OF_COMMIT : [];
  const rest = Object.entries(withdrawal).filter(([name]) => !left.includes(name));
  return { ...Object.fromEntries(rest), status };
}

/**
 * Names that no operation reads, possibly misspelled (wire.md 1.2). Percent-encoded, comma-separated, and truncated.
 */
export function ignoredHeader(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, IGNORED_NAMES_MAX).map(shownName);
  return [...shown, ...(names.size > IGNORED_NAMES_MAX ? ['...'] : [])].join(', ');
}

function shownName(name: string): string {
  // Converted through UTF-8, because an unpaired surrogate cannot be encoded.
  return encodeURIComponent(Buffer.from(name.slice(0, IGNORED_NAME_LENGTH_MAX)).toString());
}
