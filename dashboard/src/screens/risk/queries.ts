// Queries of the risk screen: lists, and items on hold.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, type TextSearch } from '../../shared/queries.ts';

export type Listed = OperatorApi['risk.list']['output']['rows'][number];
export type Illicit = OperatorApi['invoices.high-risk']['output']['rows'][number];
export type HeldPayment = OperatorApi['channel-payments.list']['output']['rows'][number];
export type ListName = NonNullable<OperatorApi['risk.list']['input']['list']>;
export type ListNames = Readonly<Record<ListName, string>>;

type RiskFilter = TextSearch<'list' | 'coin' | 'address'>;

export function listedAddresses({ list, ...filter }: RiskFilter) {
  const wanted = { ...filter, list: list as ListName | undefined };
  return operatorList(['risk', null, 'list', wanted], 'risk.list', wanted);
}

export function illicitInvoices() {
  return operatorList(['invoice', null, 'illicit'], 'invoices.high-risk', {});
}

export function heldPayments() {
  return operatorList(['channel_payment', null, 'held'], 'channel-payments.list', { held: true });
}
