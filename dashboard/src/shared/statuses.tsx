// The statuses of everything that has one: their labels and colors.
import type {
  ChannelPayment,
  CoinDeposit,
  CoinWithdrawal,
  Invoice,
  Transaction,
} from '@chaintill/client';
import { scaled } from './amounts.ts';
import { now } from './clock.ts';
import { type Language, type Texts, textsIn, useLanguage, useTexts } from './i18n.tsx';
import classes from './ui/text.module.css';

type Tone = 'good' | 'careful' | 'bad' | 'calm' | 'quiet';

export interface StatusTable<S extends string> {
  /** The labels, by their key under `statuses` in the catalog. */
  readonly texts: NamesOf<S>;
  readonly tones: Readonly<Record<S, Tone>>;
}

type Statuses = Texts['common']['statuses'];

type NamesOf<S extends string> = {
  [K in keyof Statuses]: Statuses[K] extends Readonly<Record<S, string>> ? K : never;
}[keyof Statuses];

export function table<S extends string>(
  texts: NamesOf<S>,
  tones: Readonly<Record<S, Tone>>,
): StatusTable<S> {
  return { texts, tones };
}

export const codesOf = <S extends string>({ tones }: StatusTable<S>) => Object.keys(tones) as S[];

export function useStatusNames<S extends string>(of: StatusTable<S>): Readonly<Record<S, string>> {
  return useTexts('common').statuses[of.texts] as Readonly<Record<S, string>>;
}

interface StatusProps<S extends string> {
  readonly of: StatusTable<S>;
  readonly value: S;
}

/** An object's status: a color, always with its label. */
export function Status<S extends string>({ of, value }: StatusProps<S>) {
  const t: Readonly<Record<S, string>> = useStatusNames(of);
  return (
    <span className={classes.status} data-tone={of.tones[value]}>
      {t[value]}
    </span>
  );
}

export type ReferenceType = Transaction['reference_type'];

const known: Readonly<Record<ReferenceType, true>> = {
  BankDeposit: true,
  BankWithdrawal: true,
  ChannelPayment: true,
  CoinDeposit: true,
  CoinWithdrawal: true,
  ExchangeTransfer: true,
  Invoice: true,
  InvoiceRefund: true,
  ManualBalanceTransaction: true,
};
export const referenceTypes = Object.keys(known) as ReferenceType[];

export type WithdrawalStatus = CoinWithdrawal['status'];

export const withdrawalStatus = table<WithdrawalStatus>('withdrawal', {
  new: 'calm',
  pending: 'calm',
  on_hold: 'careful',
  processing: 'calm',
  sent: 'calm',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
});
export const withdrawalStatuses = codesOf(withdrawalStatus);

/** An unpaid invoice is expired from its expiry on, as on its payment page. */
export const shownInvoice = table<Exclude<Invoice['status'], 'cancelled'> | 'expired'>(
  'shownInvoice',
  {
    new: 'calm',
    expired: 'quiet',
    completed: 'good',
    unresolved: 'careful',
    refunded: 'quiet',
  },
);

export const invoiceContext = table<NonNullable<Invoice['status_context']>>('invoiceContext', {
  overpaid: 'careful',
  underpaid: 'careful',
  paid_late: 'careful',
  illicit_resource: 'bad',
});
export const invoiceContexts = codesOf(invoiceContext);
export const depositStatus = table<CoinDeposit['status']>('deposit', {
  pending: 'calm',
  on_hold: 'careful',
  completed: 'good',
  refunded: 'quiet',
  attached: 'good',
});
export const channelPaymentStatus = table<ChannelPayment['status']>('channelPayment', {
  pending: 'calm',
  on_hold: 'careful',
  completed: 'good',
  refunded: 'quiet',
  cancelled: 'quiet',
});
export const paymentStatuses = codesOf(channelPaymentStatus);

/** A channel payment's status. One of a later release is shown by its code. */
export function PaymentStatus({ value }: { readonly value: string }) {
  const known = paymentStatuses.find((each) => each === value);
  return known === undefined ? value : <Status of={channelPaymentStatus} value={known} />;
}

type Names = readonly (keyof Texts['common']['statuses'])[];

const namesOf: Readonly<Record<string, Names>> = {
  invoice: ['shownInvoice'],
  withdrawal: ['withdrawal'],
  deposit: ['unmatched', 'chain'],
  channel: ['endpoint'],
  channel_payment: ['channelPayment'],
  subscription: ['subscription'],
  checkout: ['checkout'],
};

export function foundStatusIn(language: Language, type: string, status: string): string {
  const { statuses } = textsIn(language, 'common');
  const known = namesOf[type]?.flatMap((name) => Object.entries(statuses[name])) ?? [];
  return known.find(([code]) => code === status)?.[1] ?? status.replaceAll('_', ' ');
}

export function useFoundStatus(): (type: string, status: string) => string {
  const { language } = useLanguage();
  return (type, status) => foundStatusIn(language, type, status);
}

interface InvoiceFacts {
  readonly status: Invoice['status'];
  readonly expires_at: string;
  /** Decimal text. */
  readonly paid: string;
}

/** The service still watches the address of an expired invoice for a while. */
export function shownInvoiceStatus({ status, expires_at: expiresAt, paid }: InvoiceFacts) {
  if (status === 'cancelled') return 'expired';
  const isOver = new Date(expiresAt).getTime() <= now() && scaled([paid]).units[0] === 0n;
  return status === 'new' && isOver ? 'expired' : status;
}

export interface InvoiceStatusProps extends InvoiceFacts {
  readonly context: Invoice['status_context'];
}

/** An invoice's status and its reason, for the merchant. */
export function InvoiceStatusBadge({ context, ...invoice }: InvoiceStatusProps) {
  return (
    <>
      <Status of={shownInvoice} value={shownInvoiceStatus(invoice)} />{' '}
      {context !== null && <Status of={invoiceContext} value={context} />}
    </>
  );
}
