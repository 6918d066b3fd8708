// Queries of the customer screens, and the text format of addresses in its forms: one line each, with coin and address.
import type { Customer } from '@chaintill/client';
import { merchant } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import {
  listOptions,
  merchantPages,
  merchantQuery,
  operatorList,
  operatorPages,
  operatorQuery,
  type TextSearch,
} from '../../shared/queries.ts';
import { requestedSpan } from '../../shared/ui/filters.tsx';

export type ListedCustomer = OperatorApi['customers.list']['output']['rows'][number];

type CustomerFilter = TextSearch<'id' | 'from' | 'to' | 'sort'>;

/** Those whose ID begins with a text are sorted by it. */
export function standardOrder({ id: begins }: CustomerFilter) {
  return begins === undefined ? 'newest' : 'id';
}

/** All customers with their total, or those that match a filter. `id`: a prefix. */
export function customerList(project: string, filter: CustomerFilter) {
  const { id: begins, from, to, sort } = filter;
  const isCounted = [begins, from, to].every((value) => value === undefined);
  const order = ORDERS.find((known) => known === sort) ?? standardOrder(filter);
  const requested = { project, begins, order, ...requestedSpan({ from, to }) };
  const read = operatorPages('customers.list', requested);
  return listOptions<ListedCustomer>(
    ['customer', project, 'list', filter],
    async (after, signal) => {
      const [page, total] = await Promise.all([
        read(after, signal),
        isCounted && after === undefined ? totalOf(project, signal) : null,
      ]);
      return { ...page, total };
    },
  );
}

const ORDERS = ['newest', 'oldest', 'id'] as const;

async function totalOf(project: string, signal: AbortSignal): Promise<number> {
  const { meta } = await merchant(project)('listCustomers', { limit: 1 }, { signal });
  return meta.total;
}

export type KnownCustomer = OperatorApi['customers.show']['output'];
type PaymentStatus = NonNullable<OperatorApi['channel-payments.list']['input']['status']>;

export function customerKnown(project: string, customer_id: string) {
  return operatorQuery(['customer', project, 'known', customer_id], 'customers.show', {
    project,
    customer_id,
  });
}

export function customerOne(project: string, customer_id: string) {
  return merchantQuery(project, {
    key: ['customer', project, 'one', customer_id],
    name: 'showCustomer',
    input: { customer_id },
  });
}

export function customerChannels(project: string, customer_id: string) {
  const key = ['channel', project, 'of', customer_id];
  return listOptions(key, merchantPages(project, 'listChannels', { customer_id }));
}

export function customerPayments(
  project: string,
  customer_id: string,
  status: PaymentStatus | undefined,
) {
  const requested = { project, customer_id, status };
  return operatorList(
    ['channel_payment', project, 'of', customer_id, status],
    'channel-payments.list',
    requested,
  );
}

type Address = Pick<Customer['addresses'][number], 'address' | 'currency'> & {
  readonly network?: string;
};

/** `BTC bc1q…`, or `USDT 0x… ethereum` for a coin with several networks. */
export function addressesIn(text: string): readonly Address[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([currency]) => currency !== '')
    .map(([currency = '', address = '', network]) => ({
      currency: currency.toUpperCase(),
      address,
      ...(network === undefined ? {} : { network }),
    }));
}

export function addressLines({ addresses }: Pick<Customer, 'addresses'>): string {
  return addresses
    .map(({ currency, address, network }) => `${currency} ${address} ${network}`)
    .join('\n');
}
