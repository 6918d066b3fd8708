// What makes a transaction, in words.
import type { Transaction } from '@chaintill/client';
import { defineMessages } from '../i18n.tsx';

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
