// How the search finds amounts, which have no index: among the newest rows, and among all that still stands and is few,
// for which there is an index.
import { amountOf } from '../core/money.ts';
import { trimTrailing } from '../core/trim-trailing.ts';
import { readTypedAmount } from '../core/typed-amount.ts';
import { SLICE } from '../db/newest-page.ts';
import type { OperatorApp } from './operator.ts';
import type { Source } from './search-sources.ts';

/** Currency and minor units, as they are compared. What can be read as two amounts finds both. */
export function parseAmounts(app: OperatorApp, text: string): readonly string[] {
  return readingsOf(text).flatMap((number) => {
    const decimals = trimTrailing(number.split('.')[1] ?? '', '0').length;
    return [...app.currencies.values(), ...app.coins.values()].flatMap((currency) =>
      decimals > currency.scale ? [] : [`${currency.code} ${amountOf(number, currency)}`],
    );
  });
}

const PLAIN = /^\d{1,20}(\.\d{1,40})?$/;

function readingsOf(text: string): readonly string[] {
  const read = readTypedAmount(text);
  const readings = read.kind === 'amount' ? [read.amount] : [];
  return (read.kind === 'ambiguous' ? read.readings : readings).filter((each) => PLAIN.test(each));
}

/** What is looked at, of the project that is `$1`, or of all. */
export function amongRows(source: Source, isOfProject: boolean): readonly string[] {
  const { table, standing = [], hasProjectOrder = true } = source;
  const newest = (where: readonly string[], most: number) => {
    const condition = where.length === 0 ? '' : `where ${where.join(' and ')}`;
    return `(select * from ${table} ${condition} order by id desc limit ${most}) ${table}`;
  };
  const ours = isOfProject ? ['project_id = $1'] : [];
  return [
    // One that has no order within a project is looked for among those of all.
    newest(hasProjectOrder ? ours : [], SLICE),
    ...standing.map((stands) => newest([...ours, stands], SLICE)),
  ];
}

export function hasAmount({ amounts = [] }: Source, place: string): string {
  return amounts
    .map(([amount, currency]) => `${currency} || ' ' || ${amount} = any(${place}::text[])`)
    .join(' or ');
}
