// Accounts and the rows of the transaction list, as the API shows them, in the recorded key order (interface.md part 2,
// wire.md (c)).
import { Type } from 'typebox';
import * as schema from '../schema.ts';
import { Risk } from './reference-data.ts';

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
    id: schema.Id,
    balance: schema.Amount,
    available: schema.amountOf('The balance minus holds of open withdrawals'),
    currency: schema.Currency,
    project_id: schema.Id,
  },
  schema.closed,
);

export const Transaction = Type.Object(
  {
    id: schema.Id,
    custom_id: schema.nullable(schema.Text),
    customer_id: schema.nullable(schema.Text),
    amount: schema.amountOf('Amount. Debits are negative'),
    currency: schema.Currency,
    balance: schema.amountOf('Account balance after the transaction'),
    fee: schema.nullable(schema.Amount),
    fee_currency: schema.nullable(schema.Currency),
    reference_id: schema.Id,
    reference_type: schema.oneOf(REFERENCE_TYPES),
    description: schema.nullable(schema.Text),
    status: schema.nullable(schema.Text),
    status_context: schema.nullable(schema.Text),
    risk: schema.nullable(Risk),
    created_at: schema.Time,
    booked_at: schema.nullable(
      schema.timeOf(
        'Time of posting. The amount does not change afterwards. Null for rows that are not posted',
      ),
    ),
  },
  schema.closed,
);
