// A file of payouts: its columns, and its rows as requests of the API. Reports all problems at once.
import { createHash } from 'node:crypto';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { trimTrailing } from '../core/escape-text.ts';
import { type CsvRow, readCsv } from '../core/read-csv.ts';
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
export function readPayoutFile(
  text: string,
  { repeatedAs }: { repeatedAs: string | null },
): { readonly rows: readonly FileRow[]; readonly problems: readonly ErrorDetail[] } {
  const [head, ...lines] = readCsv(text);
  const names = withoutEnd(head?.cells ?? []).map((name) => name.toLowerCase());
  const problems = [
    ...problemsOf(names, lines.length),
    ...lines.flatMap((row) => lineProblems(row, names)),
  ];
  if (problems.length > 0) return { rows: [], problems };
  const counts = new Map<string, number>();
  const rows = lines.map(({ line, cells }) => {
    const request = requestOf((name) => cells[names.indexOf(name)] ?? '');
    if (request['custom_id'] !== undefined) return { line, request };
    const custom_id = referenceOf(request, counts);
    const after = repeatedAs === null ? '' : `-${repeatedAs.replaceAll('-', '')}`;
    return { line, request: { ...request, custom_id: custom_id + after } };
  });
  return { rows, problems };
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
    ...(text === '' || plainAmount(text) !== '' ? [] : [rule.form(target, 'one_amount', { text })]),
  ];
}

/** Empty for a text that is not an amount, or that two locales read differently. */
function plainAmount(text: string): string {
  const read = readTypedAmount(text);
  return read.kind === 'amount' ? read.amount : '';
}

function problemsOf(names: readonly string[], lines: number): readonly ErrorDetail[] {
  const known: readonly string[] = COLUMNS;
  return [
    ...NEEDED.filter((name) => !names.includes(name)).map((name) => rule.filled(name)),
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => rule.oneOf(name === '' ? 'file' : name, COLUMNS)),
    ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => rule.unique(name)),
    ...(lines === 0 ? [rule.filled('file')] : []),
    ...(lines > BATCH_ROWS_MAX
      ? [rule.form('file', 'payout_rows', { most: `${BATCH_ROWS_MAX}` })]
      : []),
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
