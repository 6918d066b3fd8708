// Customers and their refund addresses, for high-risk money.
import { Type } from 'typebox';
import { code, list, map, object, required, text } from '../fields.ts';
import { ID_TEXT_MAX, idText, operationsOf, paging } from '../operation.ts';
import { Currency, row, Text } from '../schema.ts';

export const CustomerAddress = row({ address: Text, currency: Currency, network: Text });

export const Customer = row({
  id: Text,
  currency: Currency,
  refund_addresses: Type.Record(Type.String(), Type.String()),
  addresses: Type.Array(CustomerAddress),
});

const customerAddress = object({
  address: required(
    text(
      200,
      'Validated like the destination of a withdrawal. For XRP with `?dt=<tag>`, or `?dt=0` without a tag',
    ),
  ),
  currency: required(text(ID_TEXT_MAX, 'Coin')),
  network: text(50, 'Network of the coin'),
});

export const customersOperations = operationsOf('customers', {
  createCustomer: {
    method: 'POST',
    path: '/api/customers',
    summary: 'Create a customer',
    body: {
      id: required(idText('Your id for the customer')),
      currency: required(code('currency', 'Currency of the customer')),
      addresses: list(customerAddress, { max: 50 }),
      refund_addresses: map(text(200), { max: 50 }),
    },
    response: Customer,
    status: 201,
    errors: ['duplicate_custom_id', 'high_risk_address', 'risk_unavailable'],
  },
  listCustomers: {
    method: 'GET',
    path: '/api/customers',
    summary: 'List customers, newest first',
    query: {
      starting_after: idText(
        'Your id of the last customer that you received. 404 if it does not exist',
      ),
      limit: paging.limit,
    },
    response: Customer,
    shape: 'page',
  },
  showCustomer: {
    method: 'GET',
    path: '/api/customers/{customer_id}',
    summary: 'Get a customer',
    params: { customer_id: required(idText('Your id for the customer')) },
    response: Customer,
  },
  updateCustomer: {
    method: 'PATCH',
    path: '/api/customers/{customer_id}',
    summary: 'Update a customer',
    params: { customer_id: required(idText('Your id for the customer')) },
    body: {
      currency: code('currency', 'Currency of the customer'),
      addresses: list(customerAddress, { max: 50 }),
      refund_addresses: map(text(200), { max: 50 }),
    },
    response: Customer,
    errors: ['high_risk_address', 'risk_unavailable'],
  },
});
