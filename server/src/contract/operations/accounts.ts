// Accounts and their transactions. Source: wire.md (b).
import { endTime } from '../end-time.ts';
import { code, looseOneOf, oneOf, required, text, time, uuid } from '../fields.ts';
import { Account, REFERENCE_TYPES, Transaction } from '../objects/accounts.ts';
import { idText, operation, paging } from '../operation.ts';

/** In posting order: past entries never change. */
const statement = {
  booked_at_from: time('Lower bound of the posting time, inclusive'),
  booked_at_to: endTime(
    'Upper bound of the posting time, inclusive. A date includes the whole day in UTC',
  ),
  order_by: oneOf(['created_at', 'booked_at']),
};

export const accountsOperations = {
  listAccounts: operation({
    id: 'listAccounts',
    group: 'accounts',
    method: 'GET',
    path: '/api/accounts',
    summary: 'List the accounts with their balances',
    response: Account,
    shape: 'page',
  }),
  listAccountTransactions: operation({
    id: 'listAccountTransactions',
    group: 'accounts',
    method: 'GET',
    path: '/api/accounts/{account_id}/transactions',
    summary: 'List the transactions of one account, newest first',
    params: { account_id: required(uuid()) },
    query: { ...statement, ...paging },
    response: Transaction,
    shape: 'page',
  }),
  listTransactions: operation({
    id: 'listTransactions',
    group: 'transactions',
    method: 'GET',
    path: '/api/transactions',
    summary: 'List transactions of all accounts, newest first',
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
      ...statement,
      ...paging,
    },
    response: Transaction,
    shape: 'page',
  }),
} as const;
