// Coins, rates, address risk, and signature verification.
import { Type } from 'typebox';
import { code, oneOf, required, text } from '../fields.ts';
import { idText, operationsOf } from '../operation.ts';
import * as schema from '../schema.ts';

export const Risk = schema.row({
  score: Type.Number({ description: '0 to 10, with two decimals' }),
  level: schema.oneOf(['low', 'medium', 'high']),
  resource_name: schema.Text,
  resource_category: schema.Text,
});

const Enabled = schema.row({ enabled: Type.Boolean() });

export const CoinNetwork = schema.row({
  network: schema.Text,
  name: schema.Text,
  precision: Type.Integer(),
  destination_tag: schema.nullable(schema.row({ required: Type.Boolean(), name: schema.Text })),
  invoices: Enabled,
  channels: Enabled,
  coin_withdrawals: Enabled,
});

export const CoinInfo = schema.row({
  currency: schema.Currency,
  name: schema.Text,
  logo_url: schema.Text,
  networks: Type.Array(CoinNetwork),
});

export const Rate = schema.row({ buy_rate: schema.Amount, sell_rate: schema.Amount });

export const Rates = Type.Record(Type.String(), Rate);

export const Nothing = schema.row({});

export const referenceDataOperations = {
  ...operationsOf('coins', {
    listCoins: {
      method: 'GET',
      path: '/api/coins',
      summary: 'List the coins and their networks',
      response: CoinInfo,
      shape: 'list',
    },
  }),
  ...operationsOf('rates', {
    listRates: {
      method: 'GET',
      path: '/api/rates',
      summary: 'List all rates, each pair under two keys (BTCEUR and BTC/EUR)',
      response: Rates,
      shape: 'list',
      errors: ['rates_unavailable'],
    },
    showRate: {
      method: 'GET',
      path: '/api/rates/{base}/{quote}',
      summary: 'Get the rate of a pair',
      params: {
        base: required(idText('Coin')),
        quote: required(idText('Currency it is priced in')),
      },
      response: Rate,
      errors: ['rates_unavailable'],
    },
    showRateByPair: {
      method: 'GET',
      path: '/api/rates/{pair}',
      summary: 'Get the rate of a pair in one word (BTCEUR)',
      params: { pair: required(idText('The pair')) },
      response: Rate,
      errors: ['rates_unavailable'],
    },
  }),
  ...operationsOf('risks', {
    scoreRisk: {
      method: 'POST',
      path: '/api/risks/score',
      summary: 'Assess the risk of an address',
      permission: 'read',
      body: {
        address: required(text(200)),
        currency: required(code('coin', 'Coin of the address')),
        type: required(oneOf(['source_of_funds', 'destination_of_funds'])),
      },
      response: Risk,
      errors: ['risk_unavailable'],
    },
  }),
  ...operationsOf('authentication', {
    testAuthentication: {
      method: 'POST',
      path: '/api/auth/test',
      summary: 'Test your signature: returns 200 if the request is signed correctly',
      permission: 'read',
      response: Nothing,
    },
  }),
} as const;
