// The command line adapter of an operation: which of its fields are arguments, how its options are named, and how its
// output is shown as text. Everything else comes from the operation's own description. The tables that most adapters
// show are here too.
import type { OperatorOperation, OutputOf } from '../contract/operator/operation.ts';
import type { OperatorName, OperatorOperations } from '../contract/operator/operations.ts';
import { terminalLine } from '../core/terminal-text.ts';
import type { Values } from '../operator/perform.ts';

/** Calls another operation of the same application. */
export type CallOperation = <Name extends OperatorName>(
  name: Name,
  values: Values,
  key?: string,
) => Promise<OutputOf<OperatorOperations[Name]>>;

export interface Shown {
  readonly text: string;
  readonly notes: readonly string[];
}

export interface CliAdapter<O extends OperatorOperation = OperatorOperation> {
  /** The arguments in order; all other fields are options. */
  readonly arguments?: readonly (keyof O['input'] & string)[];
  /** Options or arguments whose names differ from their fields: `--as <name>`, `file`. */
  readonly called?: { readonly [Field in keyof O['input']]?: string };
  /** Fields whose argument is the name of a file with their content; shown as `file`. */
  readonly files?: readonly (keyof O['input'] & string)[];
  /** What follows the command in its example. */
  readonly example?: string;
  /** Additional help text, before the example. */
  readonly help?: string;
  /** Read-only, so it also runs on a machine whose clock is wrong. */
  readonly anyClock?: true;
  /** Asks for input on the terminal; `say` prints what the user reads before answering. */
  prepare?(
    values: Values,
    terminal: { call: CallOperation; say(text: string): void },
  ): Promise<Values>;
  /** By default: a list as a table, a page with how to request the next one, any other object as JSON. */
  show?(output: OutputOf<O>, values: Values): string | Shown;
  isBad?(output: OutputOf<O>): boolean;
  /** The output is a file with lines of its own, which `show` returns. */
  readonly isFile?: true;
}

export type AdaptersOf<Area extends Readonly<Record<string, OperatorOperation>>> = {
  readonly [Name in keyof Area]: CliAdapter<Area[Name]>;
};

type Row = Readonly<Record<string, unknown>>;

interface Money {
  readonly amount: string;
  readonly currency: string;
}

export function moneyText({ amount, currency }: Money): string {
  return `${amount} ${currency}`;
}

export function table(rows: readonly Row[]): string {
  const first = rows[0];
  if (first === undefined) return '(none)';
  const columns = Object.keys(first);
  const cells = rows.map((row) => columns.map((column) => cellText(row[column])));
  const widths = columns.map((column, n) =>
    Math.max(column.length, ...cells.map((row) => row[n]?.length ?? 0)),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, n) => text.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), ...cells.map(line)].join('\n');
}

/** A missing value is a dash. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return terminalLine(valueText(value));
}

function valueText(value: NonNullable<unknown>): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  return isMoney(value) ? moneyText(value) : JSON.stringify(value);
}

function isMoney(value: object): value is Money {
  return Object.keys(value).sort().join() === 'amount,currency';
}

interface Page<Shown> {
  readonly rows: readonly Shown[];
  readonly next: string | number | null;
}

/** A page of a list, and how to request the next one. */
export function pageText<Shown extends object>(
  { rows, next }: Page<Shown>,
  lineOf: (shown: Shown) => Row = (shown) => Object.fromEntries(Object.entries(shown)),
): { text: string; notes: readonly string[] } {
  return {
    text: table(rows.map(lineOf)),
    notes: next === null ? [] : [`For the next page, use --after ${next}`],
  };
}

/** For an operation whose adapter shows nothing else. */
export function defaultText(output: unknown): string | Shown {
  if (Array.isArray(output)) return table(output);
  return isPage(output) ? pageText(output) : JSON.stringify(output, null, 2);
}

function isPage(output: unknown): output is Page<object> {
  return typeof output === 'object' && output !== null && 'rows' in output && 'next' in output;
}
