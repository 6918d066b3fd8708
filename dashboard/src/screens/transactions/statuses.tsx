// The statuses of the objects behind transactions. A transaction does not know when its invoice expires, so a new
// invoice is open, whether it still waits for its payment or has expired.

import { invoiceStatus } from '../../shared/further-statuses.ts';
import { type Texts, useTexts } from '../../shared/i18n.tsx';
import {
  channelPaymentStatus,
  depositStatus,
  type ReferenceType,
  Status,
  type WithdrawalStatus,
  withdrawalStatus,
} from '../../shared/statuses.tsx';
import classes from '../../shared/ui/text.module.css';

const namesOfType: Readonly<Partial<Record<string, keyof Texts['common']['statuses']>>> = {
  Invoice: 'invoice',
  CoinWithdrawal: 'withdrawal',
  ChannelPayment: 'channelPayment',
  CoinDeposit: 'deposit',
} satisfies Partial<Record<ReferenceType, keyof Texts['common']['statuses']>>;

type StatusNames = Readonly<Record<string, string>>;

function useNames(): (type: string) => StatusNames {
  const { statuses } = useTexts('common');
  const { openInvoice } = useTexts('transactions');
  return (type) => {
    const name = namesOfType[type];
    if (name === undefined) return {};
    return name === 'invoice' ? { ...statuses[name], new: openInvoice } : statuses[name];
  };
}

/** A status without a name is shown by its code. */
export function useTransactionStatus(): (type: string, status: string | null) => string | null {
  const names = useNames();
  return (type, status) =>
    status === null ? null : (names(type)[status] ?? status.replaceAll('_', ' '));
}

const tables = {
  Invoice: invoiceStatus,
  CoinWithdrawal: withdrawalStatus,
  ChannelPayment: channelPaymentStatus,
  CoinDeposit: depositStatus,
} as const;

interface Props {
  readonly type: string;
  readonly status: string;
}

/** In the color that the object's own screens use. */
export function TransactionStatus({ type, status }: Props) {
  const text = useTransactionStatus()(type, status);
  const of = Object.entries(tables).find(([each]) => each === type)?.[1];
  if (type === 'Invoice' && status === 'new')
    return (
      <span className={classes.status} data-tone="calm">
        {text}
      </span>
    );
  const isKnown = of !== undefined && Object.hasOwn(of.tones, status);
  // The tables have the same shape; the code was found in this one.
  const table = of as typeof withdrawalStatus;
  return isKnown ? <Status of={table} value={status as WithdrawalStatus} /> : text;
}

export function useTransactionStatuses(
  type: string | undefined,
): readonly { readonly value: string; readonly label: string }[] {
  const names = useNames();
  const types = type === undefined ? Object.keys(namesOfType) : [type];
  const first = new Map(types.flatMap((each) => Object.entries(names(each))).toReversed());
  return [...first].map(([value, label]) => ({ value, label }));
}
