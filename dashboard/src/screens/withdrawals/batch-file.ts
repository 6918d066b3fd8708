// A file of payments: its columns, and its rows as requests. Reports all problems at once.
import type { CoinWithdrawalRequest } from '@chaintill/client';
import { plainAmount } from '../../shared/amounts.ts';
import { type CsvRow, readCsv } from '../../shared/csv.ts';
import { referencesOf } from './batch-reference.ts';

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
export const BATCH_MAX = 500;

export type FileProblem =
  | { readonly kind: 'missing' | 'unknown' | 'twice' | 'empty' | 'long'; readonly column: string }
  /** A line with more cells than columns: an unquoted amount with a comma becomes two cells. */
  | { readonly kind: 'cells'; readonly line: number }
  /** Not an amount, or one that two locales read differently. */
  | { readonly kind: 'amount'; readonly line: number; readonly text: string };
type ColumnProblem = Extract<FileProblem, { readonly column: string }>;

export interface BatchRow {
  readonly request: CoinWithdrawalRequest;
  /** The row's Idempotency-Key, generated once: however often it is retried, it is paid once. */
  readonly attempt: string;
  /**
   * The counter among identical payments, if the reference was generated from the payment. Null: the file has a
   * reference.
   */
  readonly round: number | null;
  readonly state: 'waiting' | 'done' | 'refused';
  readonly id: string | null;
  readonly status: string | null;
  readonly problem: string | null;
}

export async function readBatch(
  text: string,
): Promise<readonly BatchRow[] | readonly FileProblem[]> {
  const [head, ...lines] = readCsv(text);
  const names = withoutEnd(head?.cells ?? []).map((name) => name.toLowerCase());
  const problems = [
    ...problemsOf(names, lines.length),
    ...lines.flatMap((row) => lineProblems(row, names)),
  ];
  if (problems.length > 0) return problems;
  const requests = lines.map(({ cells }) => requestOf((name) => cells[names.indexOf(name)] ?? ''));
  const references = await referencesOf(requests);
  return requests.map((request, n): BatchRow => {
    const isOurs = request.custom_id === undefined;
    return {
      request: isOurs ? { ...request, custom_id: references[n] ?? '' } : request,
      ...{ attempt: crypto.randomUUID(), round: isOurs ? 1 : null, state: 'waiting' },
      ...{ id: null, status: null, problem: null },
    };
  });
}

export function isFile(
  read: readonly BatchRow[] | readonly FileProblem[],
): read is readonly BatchRow[] {
  const [first] = read;
  return first !== undefined && 'request' in first;
}

/** Spreadsheets save empty trailing columns. */
function withoutEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

function lineProblems({ line, cells }: CsvRow, names: readonly string[]): readonly FileProblem[] {
  const text = cells[names.indexOf('amount')] ?? '';
  const isUnread = text !== '' && plainAmount(text) === '';
  return [
    ...(withoutEnd(cells).length > names.length ? [{ kind: 'cells', line } as const] : []),
    ...(isUnread ? [{ kind: 'amount', line, text } as const] : []),
  ];
}

function problemsOf(names: readonly string[], lines: number): readonly FileProblem[] {
  const known: readonly string[] = COLUMNS;
  const of = (kind: ColumnProblem['kind'], columns: readonly string[]) =>
    columns.map((column) => ({ kind, column }));
  return [
    ...of(
      'missing',
      NEEDED.filter((name) => !names.includes(name)),
    ),
    ...of(
      'unknown',
      names.filter((name) => !known.includes(name)),
    ),
    ...of(
      'twice',
      names.filter((name, n) => names.indexOf(name) !== n),
    ),
    ...(lines === 0 ? of('empty', ['']) : []),
    ...(lines > BATCH_MAX ? of('long', [String(BATCH_MAX)]) : []),
  ];
}

function requestOf(value: (column: Column) => string): CoinWithdrawalRequest {
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
