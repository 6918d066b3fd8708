// Accounts and their transactions.

import { endTime } from '../end-time.ts';
import { code, looseOneOf, oneOf, required, text, time, uuid } from '../fields.ts';
import { idText, operationsOf, paging } from '../operation.ts';
import * as schema from '../schema.ts';
import { Risk } from './reference-data.ts';

/** The object types that a row of the transaction list can reference. */
const REFERENCE_TYPES = [
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

export const Account = schema.row({
  id: schema.Id,
  balance: schema.Amount,
  available: schema.amountOf('The balance minus holds of open withdrawals'),
  currency: schema.Currency,
  project_id: schema.Id,
});

export const Transaction = schema.row({
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
});

/** In posting order: past entries never change. */
const statement = {
  booked_at_from: time('Lower bound of the posting time, inclusive'),
  booked_at_to: endTime(
    'Upper bound of the posting time, inclusive. A date includes the whole day in UTC',
  ),
  order_by: oneOf(['created_at', 'booked_at']),
};

export const accountsOperations = {
  ...operationsOf('accounts', {
    listAccounts: {
      method: 'GET',
      path: '/api/accounts',
      summary: 'List the accounts with their balances',
      response: Account,
      shape: 'page',
    },
    listAccountTransactions: {
      method: 'GET',
      path: '/api/accounts/{account_id}/transactions',
      summary: 'List the transactions of one account, newest first',
      params: { account_id: required(uuid()) },
      query: { ...statement, ...paging },
      response: Transaction,
      shape: 'page',
    },
  }),
  ...operationsOf('transactions', {
    listTransactions: {
      method: 'GET',
      path: '/api/transactions',
      summary: 'List transactions of all accounts, newest or oldest first',
      query: {
        created_at_from: time('Lower bound of the creation time, inclusive'),
        created_at_to: endTime(
          'Upper bound of the creation time, inclusive. A date includes the whole day in UTC',
        ),
        reference_type: looseOneOf(REFERENCE_TYPES),
        currency: code('currency', 'Account currency'),
        status: text(50),
        risk_level: oneOf(['low', 'medium', 'high']),
        customer_id: idText('Your reference for the customer'),
        order: oneOf(
          ['newest', 'oldest'],
          'Which transactions are first (default: newest). In posting order, always newest',
        ),
        ...statement,
        ...paging,
      },
      response: Transaction,
      shape: 'page',
    },
  }),
} as const;
