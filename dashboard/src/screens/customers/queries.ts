// Queries of the customer screens, and the text format of addresses in its forms: one line each, with coin and address.
import type { Customer } from '@chaintill/client';
import { merchant, operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import {
  listOptions,
  merchantPage,
  merchantQuery,
  operatorList,
  operatorPage,
  operatorQuery,
  ROWS_OF_A_PAGE,
} from '../../shared/queries.ts';
import { requestedSpan, type Span } from '../../shared/ui/filters.tsx';

export type ListedCustomer = Pick<Customer, 'id' | 'currency' | 'addresses'>;

/** `id`: a prefix. */
type CustomerFilter = Span & { readonly id?: string | undefined };

/** All customers with their total, or those that match a filter. */
export function customerList(project: string, filter: CustomerFilter) {
  const { id: begins, from, to } = filter;
  const isCounted = [begins, from, to].every((value) => value === undefined);
  const limit = ROWS_OF_A_PAGE;
  return listOptions<ListedCustomer>(
    ['customer', project, 'list', filter],
    async (after, signal) => {
      if (isCounted) {
        const requested = { limit, starting_after: after };
        return merchantPage(await merchant(project)('listCustomers', requested, { signal }));
      }
      const requested = { project, begins, limit, after, ...requestedSpan({ from, to }) };
      return operatorPage(await operator('customers.list', requested, { signal }));
    },
  );
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
  return listOptions(['channel', project, 'of', customer_id], async (after, signal) => {
    const requested = { customer_id, limit: ROWS_OF_A_PAGE, starting_after: after };
    return merchantPage(await merchant(project)('listChannels', requested, { signal }));
  });
}

export function customerPayments(
  project: string,
  customer_id: string,
  status: PaymentStatus | undefined,
) {
  const requested = { project, customer_id, status, limit: ROWS_OF_A_PAGE };
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
