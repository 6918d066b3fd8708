// What the screen of customers asks, and how addresses are written in its forms: a line for each, coin and address.
import type { Customer } from '@chaintill/client';
import { merchant } from '../../shared/api.ts';
import {
  foundOrNone,
  listOptions,
  merchantPage,
  ROWS_OF_A_PAGE,
  wholeList,
} from '../../shared/lists.ts';

/** All, or the one with this id. */
export function customerList(project: string, id: string | undefined) {
  const ask = merchant(project);
  return listOptions(['customer', project, 'list', id], async (after, signal) => {
    if (id !== undefined)
      return wholeList(await foundOrNone(ask('showCustomer', { customer_id: id }, { signal })));
    const asked = { limit: ROWS_OF_A_PAGE, starting_after: after };
    return merchantPage(await ask('listCustomers', asked, { signal }));
  });
}

type Address = Pick<Customer['addresses'][number], 'address' | 'currency'> & {
  readonly network?: string;
};

/** `BTC bc1q…`, or `USDT 0x… ethereum` where a coin has several networks. */
export function addressesIn(text: string): readonly Address[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([currency]) => currency !== '')
    .map(([currency = '', address = '', network]) => ({
      ...{ currency: currency.toUpperCase(), address },
      ...(network === undefined ? {} : { network }),
    }));
}

export function addressLines({ addresses }: Pick<Customer, 'addresses'>): string {
  return addresses
    .map(({ currency, address, network }) => `${currency} ${address} ${network}`)
    .join('\n');
}
