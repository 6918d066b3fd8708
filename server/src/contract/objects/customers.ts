// Customers and their refund addresses, as the API shows them, in the recorded key order (interface.md part 2, wire.md
// (c)).
import { Type } from 'typebox';
import { Currency, closed, Text } from '../schema.ts';

export const CustomerAddress = Type.Object(
  { address: Text, currency: Currency, network: Text },
  closed,
);

export const Customer = Type.Object(
  {
    id: Text,
    currency: Currency,
    refund_addresses: Type.Record(Type.String(), Type.String()),
    addresses: Type.Array(CustomerAddress),
  },
  closed,
);
