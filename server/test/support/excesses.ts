// The bounds of what one statement may touch, in pages and in rows, by what it is for. What it answers or writes is
// allowed for: a page of a list, a set of payments.
import { SLICE } from '../../src/db/newest-page.ts';
import { USES_CHECKED } from '../../src/deposits/clashes.ts';
import { LOG_SLICE } from '../../src/events/resend.ts';
import { POSTING_SLICE } from '../../src/ledger/add-up.ts';
import type { PlayedStatement } from './play-noted.ts';

/** From the root of each index; a small table may be read whole. */
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
  // Its tables are those of the catalogue, of which there are as many as there are.
  { pattern: /from pg_stat_user_tables/, pages: WHOLE, visited: WHOLE },
  // What a test looks for before it plays: past all that was packed and is not vacuumed yet.
  { pattern: /^select id from projects p where exists/, pages: WHOLE, visited: WHOLE },
  // What all wallets hold and all accounts own, every ten minutes: as much as there is.
  { pattern: /^with coins as .* wallet_outputs /s, pages: WHOLE, visited: WHOLE },
  { pattern: /^select currency, sum\(balance\) as amount from ledger_accounts/, visited: WHOLE },
  { pattern: /^select currency,\s+sum\(balance\) filter/, visited: WHOLE },
  { pattern: /^select project_id, id, currency from ledger_accounts/, visited: WHOLE },
  {
    pattern: /^select date_trunc\('\w+', p?\.?created_at/,
    pages: SLICE_PAGES,
    visited: SLICE_VISITED,
  },
  // The cells of each hour of the days that are shown.
  {
    pattern: /^select to_char\(bucket /,
    visited: { base: 20_000, perRow: 0 },
    pages: { base: 1000, perRow: 0 },
  },
  // The largest of thousands, many of which are of one amount: in the order of their index.
  {
    pattern: /^select txid, output_index "index", address, amount from wallet_outputs/,
    visited: { base: 50, perRow: 2 },
  },
  // Each account of one project, before its money goes out.
  { pattern: /^select to_jsonb\(q\) as facts/, pages: WHOLE },
  // Each account of one project, by what the audit knows of it.
  {
    pattern: /^\(select 'account_sums_nonzero'/,
    pages: { base: 2000, perRow: 0 },
    visited: { base: 2000, perRow: 0 },
  },
  { pattern: /^with span as materialized/, pages: { base: 1000, perRow: 0 } },
  // A slice of what payments used up, each looked up among the deposits.
  {
    pattern: /delete from transaction_spends/,
    pages: { base: 12 * USES_CHECKED, perRow: 0 },
    visited: { base: 4 * USES_CHECKED, perRow: 0 },
  },
  // Answers one count, but locks two rows for each row of its batch: the ended callback and the next of its object.
  {
    pattern: /^select count\(\*\) from \(\s+select t\.project_id/,
    pages: { base: 250, perRow: 50 },
  },
  // A page of each account, of which the newest are shown.
  { pattern: /t\.booked_balance as balance/, visited: { base: 800, perRow: 40 } },
  // The running balance of each row is made of its own block of 64 (transactions/read-rows.ts). Where the rows of a
  // range are few thousands, reading and sorting them may cost less than their order by an index.
  { pattern: /^with page as materialized/, visited: { base: 3000, perRow: 100 } },
  // What has a filter without an index is looked for among so many of the newest, with what is joined to
  // each, or in a whole table of a few times that.
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
/** The network is not the till: it is another's database, were it not a simulated one. */
const NOT_OURS = /\bsimulation\./;

/** One line for each statement that touches more. */
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
