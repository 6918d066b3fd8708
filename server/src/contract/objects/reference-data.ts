// Coins, rates and risk scores, as the API shows them, in the recorded key order (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import { Amount, Currency, closed, nullable, oneOf, Text } from '../schema.ts';

export const Risk = Type.Object(
  {
    score: Type.Number({ description: '0 to 10, with two decimals' }),
    level: oneOf(['low', 'medium', 'high']),
    resource_name: Text,
    resource_category: Text,
  },
  closed,
);

const Enabled = Type.Object({ enabled: Type.Boolean() }, closed);

export const CoinNetwork = Type.Object(
  {
    network: Text,
    name: Text,
    precision: Type.Integer(),
    destination_tag: nullable(Type.Object({ required: Type.Boolean(), name: Text }, closed)),
    invoices: Enabled,
    channels: Enabled,
    coin_withdrawals: Enabled,
  },
  closed,
);

export const CoinInfo = Type.Object(
  { currency: Currency, name: Text, logo_url: Text, networks: Type.Array(CoinNetwork) },
  closed,
);

export const Rate = Type.Object({ buy_rate: Amount, sell_rate: Amount }, closed);

export const Rates = Type.Record(Type.String(), Rate);

export const Nothing = Type.Object({}, closed);
