// The tables that the search covers, and how each result is shown.
import type { App } from '../../app.ts';
import { trimTrailing } from '../../core/escape-text.ts';
import { amountOf } from '../../core/money.ts';
import { readTypedAmount } from '../../core/typed-amount.ts';
import { SLICE } from '../../db/newest-page.ts';
import { isUnpaidAt } from '../../invoices/shown-status.ts';
import type { OperatorApp } from '../operator.ts';
import type { HIT_TYPES } from './contract.ts';

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

/** The text itself, then its content: the ID in a link, the address in a URI. */
export function parseTexts(text: string): readonly string[] {
  return [...new Set([text, ...idsIn(text), ...taggedIn(text), ...addressesIn(text)])].slice(
    0,
    TEXTS_MAX,
  );
}

/** An XRP address and its tag, as exchanges and block explorers write them: `r…:7`, `r…?tag=7`. */
function taggedIn(text: string): string[] {
  const [, address, tag] =
    /^(r[1-9A-HJ-NP-Za-km-z]{24,34})(?::|\?tag=)(\d{1,10})$/.exec(text) ?? [];
  return address === undefined ? [] : [`${address}?dt=${tag}`];
}

const TEXTS_MAX = 4;
const LINK = /^https?:\/\//i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

function idsIn(text: string): string[] {
  return LINK.test(text) ? [...text.matchAll(UUID)].map(([id]) => id) : [];
}

/** `bitcoin:…?amount=1` (BIP 21), `ripple:…?dt=1`, `ethereum:…@1/transfer?address=…` (EIP-681). */
const PAYMENT_URI = /^([a-z][a-z0-9.+-]*):(?:pay-)?([^?@/]+)(?:[@/][^?]*)?(?:\?(.*))?$/is;

function addressesIn(text: string): string[] {
  const [, , address = '', query = ''] = LINK.test(text) ? [] : (PAYMENT_URI.exec(text) ?? []);
  if (address === '') return [];
  const parameters = new URLSearchParams(query);
  const payee = parameters.get('address');
  const tag = parameters.get('dt') ?? parameters.get('to_tag');
  return [...(payee === null ? [] : [payee]), tag === null ? address : `${address}?dt=${tag}`];
}

/** An address of a coin, with its tag if the text has one. */
export interface ParsedTexts {
  readonly coin: string;
  readonly address: string;
  readonly tag: string | null;
}

/** Parsed by each coin that accepts the text. */
export function parseDestinations(app: App, text: string): readonly ParsedTexts[] {
  return [...app.knownCoins.values()].flatMap((coin) => {
    const read = coin.parseAddress(text, app.config.network);
    if (read === null) return [];
    return { coin: coin.code, address: read.address, tag: read.tag?.toString() ?? null };
  });
}

export interface Hit {
  readonly type: (typeof HIT_TYPES)[number];
  readonly id: string;
  readonly project_id: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly at: Date;
  readonly owner_type?: string | null;
  readonly owner_id?: string | null;
}

export interface Source {
  readonly type: Hit['type'];
  readonly table: string;
  readonly shown: readonly [string, string, string, string, string];
  readonly amounts?: readonly (readonly [amount: string, currency: string])[];
  /** Pending rows: each set has an index, and amounts are searched in all of them. */
  readonly unsettled?: readonly string[];
  /** An index lists one project's newest rows. */
  readonly hasProjectOrder?: boolean;
  /** The object that received it: type and ID. */
  readonly owner?: readonly [type: string, id: string];
  /** An index has its IDs without the project. */
  readonly isOwned: boolean;
  /** The subset for which an index lists the IDs of one project. */
  readonly ofProject?: string;
  readonly hasReference: boolean;
  /** The condition of the reference index, besides a reference being present. */
  readonly holds?: string;
}

/** In what a source shows: the current time. */
export const NOW = ':now';

export const INVOICES: Source = {
  type: 'invoice',
  table: 'invoices',
  isOwned: true,
  hasReference: true,
  shown: [
    'coalesce(custom_id, name)',
    `case when ${isUnpaidAt(NOW)} then 'expired' else status end`,
    'price_amount',
    'price_currency',
    'created_at',
  ],
  amounts: [
    ['price_amount', 'price_currency'],
    ['pay_amount', 'pay_currency'],
    ['paid_amount', 'pay_currency'],
  ],
  unsettled: [`status = 'unresolved'`],
};
export const WITHDRAWALS: Source = {
  type: 'withdrawal',
  table: 'coin_withdrawals',
  isOwned: true,
  hasReference: true,
  holds: `custom_id is not null and not (status = 'cancelled' and committed_at is null)`,
  shown: [
    'coalesce(custom_id, address)',
    'status',
    'received_amount',
    'received_currency',
    'created_at',
  ],
  amounts: [
    ['received_amount', 'received_currency'],
    ['charged_amount', 'charged_currency'],
  ],
  unsettled: [`status = 'on_hold'`, `status = 'pending'`, `status = 'failed'`],
};
export const DEPOSITS: Source = {
  type: 'deposit',
  table: 'deposits',
  isOwned: true,
  hasReference: false,
  ofProject: 'is_unmatched',
  shown: [
    'txid',
    `case when is_unmatched then 'unmatched' else status end`,
    'amount',
    'coin',
    'first_seen_at',
  ],
  amounts: [['amount', 'coin']],
  unsettled: ['is_unmatched'],
  hasProjectOrder: false,
  owner: ['owner_type', 'owner_id'],
};
const CHANNEL_PAYMENTS: Source = {
  type: 'channel_payment',
  table: 'channel_payments',
  isOwned: true,
  hasReference: false,
  shown: ['txid', 'status', 'paid_amount', 'paid_currency', 'created_at'],
  amounts: [['paid_amount', 'paid_currency']],
  unsettled: [`status = 'on_hold'`],
  owner: [`'channel'`, 'channel_id'],
};
export const CHANNELS: Source = {
  type: 'channel',
  table: 'channels',
  isOwned: true,
  hasReference: true,
  shown: ['name', 'status', 'null::numeric', 'null', 'created_at'],
};
export const SUBSCRIPTIONS: Source = {
  type: 'subscription',
  table: 'subscriptions',
  isOwned: true,
  hasReference: true,
  shown: ['name', 'status', 'amount', 'currency', 'created_at'],
};
export const CHECKOUTS: Source = {
  type: 'checkout',
  table: 'checkouts',
  isOwned: true,
  hasReference: true,
  shown: ['coalesce(custom_id, name)', 'status', 'price_amount', 'price_currency', 'created_at'],
  amounts: [['price_amount', 'price_currency']],
};
export const PAYMENT_LINKS: Source = {
  type: 'payment_link',
  table: 'payment_links',
  isOwned: true,
  hasReference: false,
  shown: [`terms ->> 'name'`, 'null', 'null::numeric', 'null', 'created_at'],
};
export const TERMINALS: Source = {
  type: 'terminal',
  table: 'terminals',
  isOwned: true,
  hasReference: false,
  shown: ['name', 'null', 'null::numeric', 'null', 'created_at'],
};
export const EXCHANGES: Source = {
  type: 'exchange',
  table: 'exchange_transfers',
  isOwned: false,
  hasReference: true,
  holds: 'expired_at is null',
  shown: ['pair', 'null', 'charged_amount', 'charged_currency', 'created_at'],
};
const CALLBACKS: Source = {
  type: 'callback',
  table: 'events',
  isOwned: false,
  hasReference: false,
  shown: [`type || '.' || event`, 'null', 'null::numeric', 'null', 'created_at'],
  owner: ['type', 'object_id'],
};
export const CUSTOMERS: Source = {
  type: 'customer',
  table: 'customers',
  isOwned: false,
  hasReference: false,
  shown: ['id', 'null', 'null::numeric', 'currency', 'created_at'],
};
export const SOURCES = [
  INVOICES,
  WITHDRAWALS,
  DEPOSITS,
  CHANNELS,
  CHANNEL_PAYMENTS,
  SUBSCRIPTIONS,
  CHECKOUTS,
  PAYMENT_LINKS,
  TERMINALS,
  EXCHANGES,
  CALLBACKS,
];
export const WITH_AMOUNTS = [INVOICES, CHECKOUTS, WITHDRAWALS, CHANNEL_PAYMENTS, DEPOSITS];
