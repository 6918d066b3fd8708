// Customers and their addresses for returning high-risk money. Source: wire.md (b).
import { code, list, map, object, required, text } from '../fields.ts';
import { Customer } from '../objects/customers.ts';
import { ID_TEXT_MAX, idText, operation, paging } from '../operation.ts';

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

export const customersOperations = {
  createCustomer: operation({
    id: 'createCustomer',
    group: 'customers',
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
  }),
  listCustomers: operation({
    id: 'listCustomers',
    group: 'customers',
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
  }),
  showCustomer: operation({
    id: 'showCustomer',
    group: 'customers',
    method: 'GET',
    path: '/api/customers/{customer_id}',
    summary: 'Get a customer',
    params: { customer_id: required(idText('Your id for the customer')) },
    response: Customer,
  }),
  updateCustomer: operation({
    id: 'updateCustomer',
    group: 'customers',
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
  }),
} as const;
