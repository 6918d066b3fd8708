// Limits of the pages and rows that one statement may touch, by its purpose. They allow for the rows that it returns or
// writes: a page of a list, a set of payments.
import { SLICE } from '../../src/db/newest-page.ts';
import { USES_CHECKED } from '../../src/deposits/clashes.ts';
import { LOG_SLICE } from '../../src/events/resend.ts';
import { POSTING_SLICE } from '../../src/ledger/add-up.ts';
import type { PlayedStatement } from './play-noted.ts';

/** Covers the descent from the root of each index; a small table may be read whole. */
const PAGES = { base: 250, perRow: 25 };
const VISITED = { base: 800, perRow: 12 };

interface Exception {
  readonly pattern: RegExp;
  readonly pages?: typeof PAGES;
  readonly visited?: typeof VISITED;
}

const WHOLE = { base: Number.POSITIVE_INFINITY, perRow: 0 };

/** A slice of postings, each of which may be looked up twice. */
const SLICE_PAGES = { base: 12 * POSTING_SLICE, perRow: 0 };
const SLICE_VISITED = { base: 5 * POSTING_SLICE, perRow: 0 };

const EXCEPTIONS: readonly Exception[] = [
  // The catalog's tables, whatever their number.
  { pattern: /from pg_stat_user_tables/, pages: WHOLE, visited: WHOLE },
  // A query of the tests, before they play: it reads past packed rows that are not vacuumed yet.
  { pattern: /^select id from projects p where exists/, pages: WHOLE, visited: WHOLE },
  // The totals of all wallets and all accounts, every ten minutes: as many rows as exist.
  { pattern: /^with coins as .* wallet_outputs /s, pages: WHOLE, visited: WHOLE },
  { pattern: /^select currency, sum\(balance\) as amount from ledger_accounts/, visited: WHOLE },
  { pattern: /^select currency,\s+sum\(balance\) filter/, visited: WHOLE },
  { pattern: /^select project_id, id, currency from ledger_accounts/, visited: WHOLE },
  {
    pattern: /^select (date_trunc\('\w+', p?\.?created_at|\(\$6::timestamptz)/,
    pages: SLICE_PAGES,
    visited: SLICE_VISITED,
  },
  // The rows of a summary's period, each once, with its withdrawal; and those among which a line's entries are.
  { pattern: /^select a\.currency, s\.\* from/, pages: WHOLE, visited: WHOLE },
  {
    pattern: /^select t\.\* from \(select id from ledger_accounts a/,
    pages: WHOLE,
    visited: WHOLE,
  },
  // The cells of each hour of the displayed days.
  {
    pattern: /^select to_char\(bucket /,
    visited: { base: 20_000, perRow: 0 },
    pages: { base: 1000, perRow: 0 },
  },
  // The largest of thousands, many of equal amounts: in index order.
  {
    pattern: /^select txid, output_index "index", address, amount from wallet_outputs/,
    visited: { base: 50, perRow: 2 },
  },
  // Each account of one project, before it sends money.
  { pattern: /^select to_jsonb\(q\) as facts/, pages: WHOLE },
  // Each account of one project, from the audit's own rows.
  {
    pattern: /^\(select 'account_sums_nonzero'/,
    pages: { base: 2000, perRow: 0 },
    visited: { base: 2000, perRow: 0 },
  },
  { pattern: /^with span as materialized/, pages: { base: 1000, perRow: 0 } },
  // A slice of the outputs that payments spent, each looked up among the deposits.
  {
    pattern: /delete from transaction_spends/,
    pages: { base: 12 * USES_CHECKED, perRow: 0 },
    visited: { base: 4 * USES_CHECKED, perRow: 0 },
  },
  // Returns one count, but locks two rows per row of its batch: the ended callback and the next of its object.
  {
    pattern: /^select count\(\*\) from \(\s+select t\.project_id/,
    pages: { base: 250, perRow: 50 },
  },
  // A page of each account, merged to show the newest.
  { pattern: /t\.booked_balance as balance/, visited: { base: 800, perRow: 40 } },
  // The running balance of each row is computed from its block of 64 (transactions/read-rows.ts). For ranges of a few
  // thousand rows, reading and sorting them may cost less than index order.
  { pattern: /^with page as materialized/, visited: { base: 3000, perRow: 100 } },
  // A filter without an index is applied to this many of the newest rows, with what is joined to each, or to a whole
  // table of a few times that.
  ...[SLICE, LOG_SLICE].flatMap((slice) => [
    {
      pattern: new RegExp(`limit ${slice}\\) [^)]* where `, 's'),
      pages: { base: 10 * slice, perRow: 25 },
      visited: { base: 10 * slice, perRow: 12 },
    },
    {
      pattern: new RegExp(`^select id from .* offset ${slice - 1} limit 1`, 's'),
      pages: { base: 10 * slice, perRow: 0 },
      visited: { base: 10 * slice, perRow: 0 },
    },
  ]),
];
/** The network's tables don't count: a real network is not in our database. */
const NOT_OURS = /\bsimulation\./;

/** One line for each statement that exceeds its limit. */
export function excesses(played: readonly PlayedStatement[]): string[] {
  const found = new Map<string, PlayedStatement>();
  for (const statement of played) {
    const before = found.get(statement.text);
    if (!isTooMuch(statement) || (before && before.visited > statement.visited)) continue;
    found.set(statement.text, statement);
  }
  return [...found.values()].map(
    ({ play, pages, visited, rows, text }) =>
      `${play}: ${pages} pages and ${Math.round(visited)} rows for ${rows}: ${text.replace(/\s+/g, ' ').slice(0, 400)}`,
  );
}

function isTooMuch({ text, pages, visited, rows }: PlayedStatement): boolean {
  if (NOT_OURS.test(text)) return false;
  const own = EXCEPTIONS.find(({ pattern }) => pattern.test(text.trim()));
  const most = { pages: own?.pages ?? PAGES, visited: own?.visited ?? VISITED };
  return (
    pages > most.pages.base + most.pages.perRow * rows ||
    visited > most.visited.base + most.visited.perRow * rows
  );
}
