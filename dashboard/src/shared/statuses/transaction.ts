// What makes a transaction, in words.
import type { Transaction } from '@chaintill/client';
import { defineMessages, type Language, useLanguage } from '../i18n.tsx';
import type { StatusTable } from '../ui/status.tsx';
import { channelPaymentStatus } from './channel-payment.ts';
import { depositStatus } from './deposit.ts';
import { invoiceStatus } from './invoice.ts';
import { withdrawalStatus } from './withdrawal.ts';

export type ReferenceType = Transaction['reference_type'];

export const referenceType = defineMessages(
  {
    BankDeposit: 'Bank deposit',
    BankWithdrawal: 'Bank withdrawal',
    ChannelPayment: 'Channel payment',
    CoinDeposit: 'Deposit',
    CoinWithdrawal: 'Withdrawal',
    ExchangeTransfer: 'Exchange',
    Invoice: 'Invoice',
    InvoiceRefund: 'Refund',
    ManualBalanceTransaction: 'Correction',
  } satisfies Record<ReferenceType, string>,
  {
    de: {
      BankDeposit: 'Bankeinzahlung',
      BankWithdrawal: 'Bankauszahlung',
      ChannelPayment: 'Kanalzahlung',
      CoinDeposit: 'Einzahlung',
      CoinWithdrawal: 'Auszahlung',
      ExchangeTransfer: 'Umtausch',
      Invoice: 'Rechnung',
      InvoiceRefund: 'Erstattung',
      ManualBalanceTransaction: 'Korrektur',
    },
    fr: {
      BankDeposit: 'Dépôt bancaire',
      BankWithdrawal: 'Retrait bancaire',
      ChannelPayment: 'Paiement de canal',
      CoinDeposit: 'Dépôt',
      CoinWithdrawal: 'Retrait',
      ExchangeTransfer: 'Échange',
      Invoice: 'Facture',
      InvoiceRefund: 'Remboursement',
      ManualBalanceTransaction: 'Correction',
    },
    es: {
      BankDeposit: 'Ingreso bancario',
      BankWithdrawal: 'Retirada bancaria',
      ChannelPayment: 'Pago de canal',
      CoinDeposit: 'Depósito',
      CoinWithdrawal: 'Retirada',
      ExchangeTransfer: 'Cambio',
      Invoice: 'Factura',
      InvoiceRefund: 'Reembolso',
      ManualBalanceTransaction: 'Corrección',
    },
  },
);

export const referenceTypes = Object.keys(referenceType.en) as ReferenceType[];

type Words = Readonly<Record<string, string>>;

const wordsOf: Readonly<Partial<Record<string, Readonly<Record<Language, Words>>>>> = {
  Invoice: invoiceStatus.words,
  CoinWithdrawal: withdrawalStatus.words,
  ChannelPayment: channelPaymentStatus.words,
  CoinDeposit: depositStatus.words,
} satisfies Partial<Record<ReferenceType, StatusTable<never>['words']>>;

/** What has no words of its own is shown as it is called. */
export function useTransactionStatus(): (type: string, status: string | null) => string | null {
  const { language } = useLanguage();
  return (type, status) =>
    status === null ? null : (wordsOf[type]?.[language][status] ?? status.replaceAll('_', ' '));
}

/** The statuses that what makes transactions can have: of one type, or of all, each once. */
export function useTransactionStatuses(
  type: string | undefined,
): readonly { readonly value: string; readonly label: string }[] {
  const { language } = useLanguage();
  const tables = type === undefined ? Object.values(wordsOf) : [wordsOf[type]];
  const words = tables.flatMap((table) => Object.entries(table?.[language] ?? {}));
  const first = new Map(words.toReversed());
  return [...first].map(([value, label]) => ({ value, label }));
}
