// Conversions, and transfers between two accounts, as the API shows them, in the recorded key order (interface.md part
// 2, wire.md (c)).
import { Type } from 'typebox';
import { Amount, Currency, closed, Id, nullable, Text } from '../schema.ts';

export const Exchange = Type.Object(
  {
    pair: Type.String({ description: 'The two currency codes without a separator, <BASE><QUOTE>' }),
    rate: Amount,
    fee: Amount,
    fee_currency: Currency,
  },
  closed,
);

export const ExchangeTransfer = Type.Object(
  {
    id: Id,
    charged_amount: Amount,
    charged_currency: Currency,
    received_amount: Amount,
    received_currency: Currency,
    custom_id: nullable(Text),
    exchange: Exchange,
  },
  closed,
);
