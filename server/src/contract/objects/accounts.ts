// Accounts and the rows of the transaction list, as the API shows them, in the recorded key order (interface.md part 2,
// wire.md (c)).
import { Type } from 'typebox';
import { Risk } from './reference-data.ts';
import {
  Amount,
  amountOf,
  Currency,
  closed,
  Id,
  nullable,
  oneOf,
  Text,
  Time,
  timeOf,
} from './schema-types.ts';

/** The object types that a row of the transaction list can reference. */
export const REFERENCE_TYPES = [
  'BankDeposit',
  'BankWithdrawal',
  'ChannelPayment',
  'CoinDeposit',
  'CoinWithdrawal',
  'ExchangeTransfer',
  'Invoice',
  'InvoiceRefund',
  'ManualBalanceTransaction',
] as const;

export const Account = Type.Object(
  {
    id: Id,
    balance: Amount,
    available: amountOf('The balance minus holds of open withdrawals'),
    currency: Currency,
    project_id: Id,
  },
  closed,
);

export const Transaction = Type.Object(
  {
    id: Id,
    custom_id: nullable(Text),
    customer_id: nullable(Text),
    amount: amountOf('Amount. Debits are negative'),
    currency: Currency,
    balance: amountOf('Account balance after the transaction'),
    fee: nullable(Amount),
    fee_currency: nullable(Currency),
    reference_id: Id,
    reference_type: oneOf(REFERENCE_TYPES),
    description: nullable(Text),
    status: nullable(Text),
    status_context: nullable(Text),
    risk: nullable(Risk),
    created_at: Time,
    booked_at: nullable(
      timeOf(
        'Time of posting. The amount does not change afterwards. Null for rows that are not posted',
      ),
    ),
  },
  closed,
);
