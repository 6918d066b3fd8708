// How the search finds amounts, which have no index: among the newest rows, and among all that still stands and is few,
// for which there is an index. And what a number means that somebody wrote, with a point or a comma.
import { amountOf } from '../core/money.ts';
import { SLICE } from '../db/newest-page.ts';
import type { OperatorApp } from './operator.ts';
import type { Source } from './search-sources.ts';

/** Currency and minor units, as they are compared. */
export function amountsMeant(app: OperatorApp, text: string): readonly string[] {
  const number = numberMeant(text);
  if (number === null) return [];
  const decimals = number.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  return [...app.currencies.values(), ...app.coins.values()].flatMap((currency) =>
    decimals > currency.scale ? [] : [`${currency.code} ${amountOf(number, currency)}`],
  );
}

const PLAIN = /^\d{1,20}(\.\d{1,40})?$/;
const WITH_COMMA = /^(\d{1,20}),(\d{1,40})$/;
const GROUPED = /^\d{1,3}(,\d{3})+\.\d{1,40}$/;
const GROUPED_BY_POINTS = /^\d{1,3}(\.\d{3})+,\d{1,40}$/;

/** With a point. Null of what is no number, and of `1,000`, which is a thousand to some and one to others. */
export function numberMeant(text: string): string | null {
  if (PLAIN.test(text)) return text;
  if (GROUPED.test(text)) return text.replaceAll(',', '');
  if (GROUPED_BY_POINTS.test(text)) return text.replaceAll('.', '').replace(',', '.');
  const [, whole = '', decimals = ''] = WITH_COMMA.exec(text) ?? [];
  if (whole === '' || (decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole))) return null;
  return `${whole}.${decimals}`;
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
