// Searches amounts without an index on them: in the newest rows, and in all rows of small sets that have an index.
import { amountOf } from '../../core/money.ts';
import { trimTrailing } from '../../core/trim-trailing.ts';
import { readTypedAmount } from '../../core/typed-amount.ts';
import { SLICE } from '../../db/newest-page.ts';
import type { OperatorApp } from '../operator.ts';
import type { Source } from './search-sources.ts';

/** Currency and minor units, in the form used for the comparison. An ambiguous number matches both readings. */
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

/** The rows that are searched, for the project in `$1` or for all. */
export function amongRows(source: Source, isOfProject: boolean): readonly string[] {
  const { table, unsettled = [], hasProjectOrder = true } = source;
  const newest = (where: readonly string[], most: number) => {
    const condition = where.length === 0 ? '' : `where ${where.join(' and ')}`;
    return `(select * from ${table} ${condition} order by id desc limit ${most}) ${table}`;
  };
  const ours = isOfProject ? ['project_id = $1'] : [];
  return [
    // A table without an order per project is searched across all projects.
    newest(hasProjectOrder ? ours : [], SLICE),
    ...unsettled.map((isUnsettled) => newest([...ours, isUnsettled], SLICE)),
  ];
}

export function hasAmount({ amounts = [] }: Source, place: string): string {
  return amounts
    .map(([amount, currency]) => `${currency} || ' ' || ${amount} = any(${place}::text[])`)
    .join(' or ');
}
