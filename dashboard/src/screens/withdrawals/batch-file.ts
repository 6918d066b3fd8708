// A file of payments: its columns, and its rows as requests. Reports all problems at once.
import type { CoinWithdrawalRequest } from '@chaintill/client';
import { plainAmount, trimTrailing } from '../../shared/amounts.ts';
import { type CsvRow, readCsv } from '../../shared/csv.ts';

const PREFIX = 'batch-';
const DIGEST_LENGTH = 32;
const REFERENCE_LENGTH = PREFIX.length + DIGEST_LENGTH;

/**
 * Each reference is derived from the payment's content, plus a counter for identical rows. So a file that is imported
 * again, in full, in part or in another order, gets the same references, and nobody is paid twice.
 */
async function referencesOf(requests: readonly CoinWithdrawalRequest[]): Promise<string[]> {
  const counts = new Map<string, number>();
  const paid = requests.map((request) => {
    const { address, received_currency, charged_currency, amount_currency } = request;
    const { network = null, customer_id = null } = request;
    const currencies = [received_currency, charged_currency, amount_currency];
    const one = JSON.stringify([
      address,
      plain(request.amount ?? ''),
      ...currencies,
      network,
      customer_id,
    ]);
    const count = (counts.get(one) ?? 0) + 1;
    counts.set(one, count);
    return `${one} ${count}`;
  });
  return Promise.all(paid.map(referenceOf));
}

async function referenceOf(paid: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(paid));
  const hex = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return PREFIX + hex.slice(0, DIGEST_LENGTH);
}

/** Another program may write the same amount with trailing zeros, so they are removed. */
const plain = (amount: string) =>
  amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;

/** A deliberate repetition of a payment that was already sent. */
export function onceMore(row: BatchRow): BatchRow {
  const round = (row.round ?? 1) + 1;
  const base = (row.request.custom_id ?? '').slice(0, REFERENCE_LENGTH);
  const request = { ...row.request, custom_id: `${base}-${round}` };
  return { ...row, request, round, attempt: crypto.randomUUID() };
}

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
const BATCH_MAX = 500;

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
      attempt: crypto.randomUUID(),
      round: isOurs ? 1 : null,
      state: 'waiting',
      id: null,
      status: null,
      problem: null,
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
