// Queries of the risk screen: lists, and what is on hold.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';

export type Listed = OperatorApi['risk.list']['output']['rows'][number];
export type Illicit = OperatorApi['invoices.illicit']['output']['rows'][number];
export type HeldPayment = OperatorApi['channel-payments.list']['output']['rows'][number];
export type ListName = NonNullable<OperatorApi['risk.list']['input']['list']>;

export interface RiskFilter {
  readonly list?: string | undefined;
  readonly coin?: string | undefined;
  readonly address?: string | undefined;
}

export function listedAddresses({ list, ...filter }: RiskFilter) {
  const wanted = { ...filter, list: list as ListName | undefined };
  return listOptions(['risk', null, 'list', wanted], async (after, signal) =>
    operatorPage(
      await operator('risk.list', { ...wanted, limit: ROWS_OF_A_PAGE, after }, { signal }),
    ),
  );
}

export function illicitInvoices() {
  return listOptions(['invoice', null, 'illicit'], async (after, signal) =>
    operatorPage(await operator('invoices.illicit', { limit: ROWS_OF_A_PAGE, after }, { signal })),
  );
}

export function heldPayments() {
  return listOptions(['channel_payment', null, 'held'], async (after, signal) =>
    operatorPage(
      await operator(
        'channel-payments.list',
        { held: true, limit: ROWS_OF_A_PAGE, after },
        { signal },
      ),
    ),
  );
}
