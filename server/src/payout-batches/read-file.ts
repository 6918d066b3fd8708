// A file of payouts: its columns, and its rows as requests of the API. Reports its problems together, at most a
// hundred. Other requests are served while a large file is read.
import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { trimTrailing } from '../core/escape-text.ts';
import { type CsvRow, csvRows } from '../core/read-csv.ts';
import { readTypedAmount } from '../core/typed-amount.ts';
import { BATCH_ROWS_MAX, type PayoutRequest } from './batch.ts';

const COLUMNS = [
  'address',
  'amount',
  'currency',
  'coin',
  'network',
  'account',
  'custom_id',
  'customer_id',
  'network_fee_level',
] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['address', 'amount', 'currency'];

const PROBLEMS_MAX = 100;
/** More than there can be, so that a hostile heading costs nothing. */
const COLUMNS_MAX = 100;
const CELL_LENGTH_MAX = 1000;
const SHOWN_LENGTH_MAX = 80;
/** Reading them takes less than a millisecond. */
const ROWS_AT_ONCE = 50;

const PREFIX = 'batch-';
const DIGEST_LENGTH = 32;

export interface FileRow {
  readonly line: number;
  readonly request: PayoutRequest;
}

/**
 * `repeatedAs`: pays rows without an own reference even if they were paid before. With the ID of the new batch, so that
 * a repeated request pays once.
 */
export async function readPayoutFile(
  text: string,
  { repeatedAs }: { repeatedAs: string | null },
): Promise<{ readonly rows: readonly FileRow[]; readonly problems: readonly ErrorDetail[] }> {
  const lines = csvRows(text);
  const head = lines.next().value?.cells ?? [];
  const names = withoutEnd(head)
    .slice(0, COLUMNS_MAX)
    .map((name) => name.toLowerCase());
  const problems = columnProblems(names);
  const rows: FileRow[] = [];
  const counts = new Map<string, number>();
  let count = 0;
  for (const row of lines) {
    if (count++ % ROWS_AT_ONCE === 0) await yieldToEventLoop();
    if (count > BATCH_ROWS_MAX) {
      problems.push(rule.form('file', 'payout_rows', { most: `${BATCH_ROWS_MAX}` }));
      break;
    }
    problems.push(...lineProblems(row, names));
    if (problems.length === 0) rows.push(fileRow(row, names, { counts, repeatedAs }));
  }
  if (count === 0) problems.push(rule.filled('file'));
  if (problems.length === 0) return { rows, problems };
  return { rows: [], problems: problems.slice(0, PROBLEMS_MAX) };
}

function fileRow(
  { line, cells }: CsvRow,
  names: readonly string[],
  { counts, repeatedAs }: { counts: Map<string, number>; repeatedAs: string | null },
): FileRow {
  const request = requestOf((name) => cells[names.indexOf(name)] ?? '');
  if (request['custom_id'] !== undefined) return { line, request };
  const custom_id = referenceOf(request, counts);
  const after = repeatedAs === null ? '' : `-${repeatedAs.replaceAll('-', '')}`;
  return { line, request: { ...request, custom_id: custom_id + after } };
}

/**
 * Derived from the payment's content, plus a counter for identical rows. So a file that is imported again, in full, in
 * part or in another order, gets the same references, and nobody is paid twice.
 */
function referenceOf(request: PayoutRequest, counts: Map<string, number>): string {
  const { address, amount = '', network = null, customer_id = null } = request;
  const { received_currency, charged_currency, amount_currency } = request;
  const currencies = [received_currency, charged_currency, amount_currency];
  const one = JSON.stringify([address, plain(amount), ...currencies, network, customer_id]);
  const count = (counts.get(one) ?? 0) + 1;
  counts.set(one, count);
  const digest = createHash('sha256').update(`${one} ${count}`).digest('hex');
  return PREFIX + digest.slice(0, DIGEST_LENGTH);
}

/** Another program may write the same amount with trailing zeros, so they are removed. */
const plain = (amount: string) =>
  amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;

/** Spreadsheets save empty trailing columns. */
function withoutEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** An unquoted amount with a comma becomes two cells. */
function lineProblems({ line, cells }: CsvRow, names: readonly string[]): readonly ErrorDetail[] {
  const text = cells[names.indexOf('amount')] ?? '';
  const target = `line ${line}`;
  return [
    ...(withoutEnd(cells).length > names.length
      ? [rule.form(target, 'cells_of_columns', { most: `${names.length}` })]
      : []),
    ...(cells.some((cell) => cell.length > CELL_LENGTH_MAX)
      ? [rule.lengthAtMost(target, CELL_LENGTH_MAX)]
      : []),
    ...(text === '' || plainAmount(text) !== ''
      ? []
      : [rule.form(target, 'one_amount', { text: shownText(text) })]),
  ];
}

const shownText = (text: string) => text.slice(0, SHOWN_LENGTH_MAX);

/** Empty for a text that is not an amount, or that two locales read differently. */
function plainAmount(text: string): string {
  const read = readTypedAmount(text);
  return read.kind === 'amount' ? read.amount : '';
}

function columnProblems(names: readonly string[]): ErrorDetail[] {
  const known: readonly string[] = COLUMNS;
  return [
    ...NEEDED.filter((name) => !names.includes(name)).map((name) => rule.filled(name)),
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => rule.oneOf(name === '' ? 'file' : shownText(name), COLUMNS)),
    ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => rule.unique(name)),
  ];
}

function requestOf(value: (column: Column) => string): PayoutRequest {
  const currency = value('currency').toUpperCase();
  const given = (name: 'custom_id' | 'network' | 'customer_id' | 'network_fee_level') =>
    value(name) === '' ? {} : { [name]: value(name) };
  return {
    address: value('address'),
    received_currency: value('coin') === '' ? currency : value('coin').toUpperCase(),
    charged_currency: value('account') === '' ? currency : value('account').toUpperCase(),
    amount: plainAmount(value('amount')),
    amount_currency: currency,
    ...given('custom_id'),
    ...given('network'),
    ...given('customer_id'),
    ...given('network_fee_level'),
  };
}
