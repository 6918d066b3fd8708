// The order of a list: buttons in the heads of its columns, and a choice among the filters on a phone, where columns have
// no heads.
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTexts } from '../i18n.tsx';
import { isByAmount, LIST_ORDERS, type ListOrder } from '../list-orders.ts';
import type { TextSearch } from '../queries.ts';
import classes from './filter-bar.module.css';
import type { ColumnOrders, Columns, HeadsOfColumns } from './tables.tsx';

export interface Ordering<Name extends string> {
  /** The order without a choice. Default: newest first. Null: none that a column shows. */
  readonly standard?: ListOrder | null;
  /** The filter that names the currency of the amounts. Without it, there is no order by amount. */
  readonly currency?: Name;
  /** Whether these filters allow the order. */
  readonly allows?: (order: ListOrder, filter: TextSearch<Name>) => boolean;
}

interface Sorting<Name extends string> {
  readonly filter: TextSearch<Name>;
  readonly ordering: Ordering<Name>;
}

type Values = Readonly<Record<string, string | undefined>>;

/** The filters without an order that they do not allow. */
export function allowedOrder<Name extends string>({ filter, ordering }: Sorting<Name>) {
  const { sort, ...others } = filter as Values;
  const order = LIST_ORDERS.find((each) => each === sort);
  const isAllowed = order !== undefined && allows({ filter, ordering }, order);
  return (isAllowed ? filter : others) as TextSearch<Name>;
}

function allows<Name extends string>({ filter, ordering }: Sorting<Name>, order: ListOrder) {
  const { currency, allows: allowsIt = () => true } = ordering;
  const isOfOne = currency !== undefined && filter[currency] !== undefined;
  return (isOfOne || !isByAmount(order)) && allowsIt(order, filter);
}

interface HeadsProps<Name extends string> extends Sorting<Name> {
  readonly onChange: (changed: TextSearch<Name>) => void;
}

/** The current order, and how the filters change for another one. */
function ordersOf<Name extends string>({ filter, ordering, onChange }: HeadsProps<Name>) {
  const { standard = 'newest' } = ordering;
  const chosen = (allowedOrder({ filter, ordering }) as Values)['sort'];
  return {
    current: chosen ?? standard,
    choose: (order: string | undefined, changed: Values = {}) => {
      const sort = order === standard ? undefined : order;
      onChange({ ...changed, sort } as TextSearch<Name>);
    },
  };
}

export function headsOf<Row, Name extends string>(props: HeadsProps<Name>): HeadsOfColumns<Row> {
  const { filter, ordering } = props;
  const { current, choose } = ordersOf(props);
  const isOn = ({ ascending, descending }: ColumnOrders) => {
    if (current === null) return undefined;
    if (ascending === current) return 'ascending';
    return descending === current ? 'descending' : undefined;
  };
  return {
    sortOf: ({ orders }) => (orders === undefined ? undefined : isOn(orders)),
    head: ({ orders }, { unit, text }) => {
      if (orders === undefined) return text;
      const { ascending, descending = ascending } = orders;
      const next = isOn(orders) === 'descending' ? (ascending ?? descending) : descending;
      const { currency } = ordering;
      // Rows of one currency only: choosing the order also chooses that currency.
      const chosen = isByAmount(next) && currency !== undefined && unit !== null;
      const changed = chosen ? { [currency]: filter[currency] ?? unit } : {};
      const wanted = { ...filter, ...changed } as TextSearch<Name>;
      if (next === undefined || !allows({ filter: wanted, ordering }, next)) return text;
      return (
        <SortButton isOn={isOn(orders)} onClick={() => choose(next, changed)}>
          {text}
        </SortButton>
      );
    },
  };
}

interface SortButtonProps {
  readonly isOn: 'ascending' | 'descending' | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Only text on a phone, where heads are read but not seen. */
function SortButton({ isOn, onClick, children }: SortButtonProps) {
  const isPhone = useSyncExternalStore(onPhoneChange, () => phone().matches);
  if (isPhone) return children;
  return (
    <button type="button" className={classes.sort} data-on={isOn} onClick={onClick}>
      {children}
      <span aria-hidden="true">{isOn === 'ascending' ? '↑' : '↓'}</span>
    </button>
  );
}

const phone = () => window.matchMedia('(max-width: 40em)');

function onPhoneChange(changed: () => void): () => void {
  const query = phone();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

interface SortChoiceProps<Row, Name extends string> extends HeadsProps<Name> {
  readonly columns: Columns<Row>;
}

export function SortChoice<Row, Name extends string>(props: SortChoiceProps<Row, Name>) {
  const t = useTexts('lists');
  const { columns, ...sorting } = props;
  const { current, choose } = ordersOf(sorting);
  const offered = columns.flatMap((column) => {
    const { descending, ascending } = (column !== false && column.orders) || {};
    return [descending, ascending].filter((order) => order !== undefined);
  });
  const orders = offered.filter((order) => allows(sorting, order));
  if (orders.length < 2) return null;
  return (
    <div className={classes.phone}>
      <NativeSelect
        label={t.sortBy}
        value={current ?? ''}
        data={[
          ...(current === null ? [{ value: '', label: '–' }] : []),
          ...orders.map((value) => ({ value, label: t.orders[value] })),
        ]}
        onChange={(event) => choose(event.currentTarget.value || undefined)}
      />
    </div>
  );
}
