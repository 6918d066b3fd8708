// Queries and decisions of the inbox screens: with the merchant's operations or, for high-risk money, money without an
// owner, and people who decide for the whole instance, with the operator's.
import type { CoinDeposit } from '@chaintill/client';
import { queryOptions } from '@tanstack/react-query';
import { merchant, operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { requestedOrder, requestedTimeOrder } from '../../shared/list-orders.ts';
import { PROPOSE, type Proposal, settle } from '../../shared/proposals.ts';
import {
  listOptions,
  merchantPages,
  merchantQuery,
  operatorList,
  operatorPages,
  operatorQuery,
  pagesOf,
  type TextSearch,
} from '../../shared/queries.ts';
import { requestedSpan } from '../../shared/ui/filters.tsx';
import { shortened } from '../../shared/ui/values.tsx';
import { likelyAmong } from './likely.ts';

export type Reason = NonNullable<CoinDeposit['reason']>;
export type Unmatched = OperatorApi['deposits.unmatched']['output']['rows'][number];

/** The data that the dialogs need, whichever list it came from. */
export interface Waiting {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  /** Null: it has no owner yet. */
  readonly project: string | null;
  /** Decided with the operator's operations. */
  readonly isByOperator: boolean;
  /** Proposed for a person who may decide. */
  readonly isProposed?: boolean;
}

type InboxFilter = TextSearch<'reason' | 'currency' | 'txid' | 'shown' | 'from' | 'to' | 'sort'>;

export interface InboxRow {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly reason: Reason | null;
  readonly status: CoinDeposit['status'];
  /** The likely owner: known names and references. */
  readonly owner: readonly string[];
  readonly seenAt: string;
}

/**
 * When sorting, or filtering by transaction or day, the operator's list is used, which contains only pending items.
 */
export function inboxList(project: string, filter: InboxFilter) {
  const { txid, from, to, currency, reason: text, sort } = filter;
  const reason = text as Reason | undefined;
  const order = requestedOrder(sort, currency);
  const isByOperator = [txid, from, to, order].some((each) => each !== undefined);
  const requested = {
    project,
    reason,
    coin: currency,
    txid,
    order,
    ...requestedSpan({ from, to }),
  };
  return listOptions(
    ['deposit', project, 'list', filter],
    isByOperator
      ? pagesOf(operatorPages('deposits.unmatched', requested), rowOfUnmatched)
      : pagesOf(merchantPages(project, 'listCoinDeposits', { currency, reason }), rowOfDeposit),
  );
}

function rowOfDeposit(deposit: CoinDeposit): InboxRow {
  const { id, amount, currency, reason, status, created_at: seenAt } = deposit;
  const { custom_id, customer_id, invoice_id, channel_id } = deposit;
  const of = invoice_id ?? channel_id;
  const owner = [custom_id ?? (of === null ? null : shortened(of)), customer_id];
  return {
    id,
    amount,
    currency,
    reason,
    status,
    seenAt,
    owner: owner.filter((name) => name !== null),
  };
}

function rowOfUnmatched({
  id,
  amount,
  reason,
  came_to: to,
  seen_at: seenAt,
  status,
}: Unmatched): InboxRow {
  const owner = to === null ? [] : [shortened(to.id)];
  return {
    id,
    ...amount,
    reason,
    owner,
    seenAt,
    status: status === 'pending' ? 'pending' : 'on_hold',
  };
}

export function depositOne(project: string, id: string) {
  return merchantQuery(project, {
    key: ['deposit', project, id],
    name: 'showCoinDeposit',
    input: { id },
  });
}

type UnmatchedFilter = TextSearch<
  'reason' | 'project' | 'coin' | 'txid' | 'shown' | 'from' | 'to' | 'sort'
>;

export function unmatchedList(filter: UnmatchedFilter) {
  const { from, to, reason, sort, shown: _, ...rest } = filter;
  const requested = {
    ...rest,
    ...requestedSpan({ from, to }),
    order: requestedTimeOrder(sort),
    reason: reason as Reason | undefined,
  };
  return operatorList(['deposit', null, 'list', filter], 'deposits.unmatched', requested);
}

export type DecidedFilter = TextSearch<'txid' | 'shown' | 'from' | 'to'>;

export function decidedList(project: string | null, { txid, from, to }: DecidedFilter) {
  const requested = {
    ...(project === null ? {} : { project }),
    txid,
    ...requestedSpan({ from, to }),
  };
  return operatorList(
    ['deposit', project, 'decided', { txid, from, to }],
    'deposits.resolutions',
    requested,
  );
}

export function depositPreview(id: string) {
  return {
    ...operatorQuery(['deposit', 'preview', id], 'deposits.preview', { deposit_id: id }),
    staleTime: 0,
  };
}

export function depositHistory(project: string, id: string) {
  return operatorQuery(['deposit', project, id, 'history'], 'deposits.history', { deposit_id: id });
}

const CANDIDATES_MAX = 100;
const SHOWN = 5;

/** Among the newest invoices, of the same customer if known. */
export function likelyInvoices(project: string | null, deposit: CoinDeposit | undefined) {
  return queryOptions({
    queryKey: ['invoice', project, 'likely', deposit?.id],
    enabled: project !== null && deposit !== undefined,
    queryFn: async ({ signal }) => {
      if (deposit === undefined) return [];
      const filter = { limit: CANDIDATES_MAX, customer_id: deposit.customer_id ?? undefined };
      const [{ data }, settings] = await Promise.all([
        merchant(project ?? '')('listInvoices', filter, { signal }),
        operator('projects.show', { project: project ?? '' }, { signal }),
      ]);
      const tolerance =
        settings.underpayment_tolerance_percent ??
        settings.unless_set.underpayment_tolerance_percent;
      return likelyAmong(deposit, { invoices: data, tolerance }).slice(0, SHOWN);
    },
  });
}

/** The customer's return address for this coin. Null if they have none. */
export function customerAddress(project: string | null, deposit: CoinDeposit | undefined) {
  const id = deposit?.customer_id ?? null;
  return queryOptions({
    queryKey: ['customer', project, id, 'address', deposit?.id],
    enabled: project !== null && id !== null,
    queryFn: async ({ signal }) => {
      const api = merchant(project ?? '');
      const { addresses } = await api('showCustomer', { customer_id: id ?? '' }, { signal });
      const isOfCoin = (one: { readonly currency: string; readonly network: string }) =>
        one.currency === deposit?.currency && one.network === deposit.network;
      return addresses.find(isOfCoin)?.address ?? null;
    },
  });
}

export interface Decision {
  readonly waiting: Waiting;
  readonly reason: string;
  readonly attempt: string;
  readonly confirms: string;
  /** For the person who approves a proposal. */
  readonly note: string;
}

type Kind = Extract<Proposal['kind'], 'credit' | 'refund'>;
type ProposedFields = Readonly<Partial<Record<'address' | 'invoice_id' | 'channel_id', string>>>;

function proposed(decision: Decision, kind: Kind, fields: ProposedFields): Promise<unknown> {
  const { waiting, reason: description, attempt, confirms, note } = decision;
  const of = { project: waiting.project ?? '', type: 'deposit', id: waiting.id } as const;
  const proposing = { of, way: PROPOSE, kind, fields: { ...fields, description, note } };
  return settle(proposing, { attempt, confirms });
}

export function creditMoney(decision: Decision, project: string): Promise<unknown> {
  const { waiting, reason, attempt, confirms } = decision;
  const { id, isByOperator } = waiting;
  if (waiting.isProposed === true) return proposed(decision, 'credit', {});
  return isByOperator
    ? operator('deposits.credit', { deposit_id: id, project, reason }, { confirms })
    : merchant(project)('creditCoinDeposit', { id, description: reason }, { attempt, confirms });
}

export function sendMoneyBack(
  decision: Decision,
  { project, address }: { readonly project: string; readonly address: string },
): Promise<unknown> {
  const { waiting, reason, attempt, confirms } = decision;
  const { id, isByOperator } = waiting;
  if (waiting.isProposed === true) return proposed(decision, 'refund', { address });
  if (!isByOperator) {
    const input = { id, address, description: reason };
    return merchant(project)('refundCoinDeposit', input, { attempt, confirms });
  }
  // Omitted for a deposit that has a project, because that project sends it.
  const books = waiting.project === null ? { project } : {};
  const input = { deposit_id: id, to: address, reason, ...books };
  return operator('deposits.refund', input, { confirms });
}

export interface Owner {
  readonly type: 'invoice' | 'channel';
  readonly id: string;
}

export function attachMoney(decision: Decision, { type, id: owner }: Owner): Promise<unknown> {
  const { waiting, reason, attempt, confirms } = decision;
  const { id, isByOperator, project } = waiting;
  if (waiting.isProposed === true) return proposed(decision, 'credit', { [`${type}_id`]: owner });
  if (isByOperator || project === null)
    return operator('deposits.attach', { deposit_id: id, id: owner, reason }, { confirms });
  const to = type === 'invoice' ? { invoice_id: owner } : { channel_id: owner };
  const input = { id, ...to, description: reason };
  return merchant(project)('attachCoinDeposit', input, { attempt, confirms });
}
