// Coins, rates, address risk, and signature verification. Source: wire.md (b).
import { code, oneOf, required, text } from '../fields.ts';
import { CoinInfo, Nothing, Rate, Rates, Risk } from '../objects/reference-data.ts';
import { idText, operation } from '../operation.ts';

export const referenceDataOperations = {
  listCoins: operation({
    id: 'listCoins',
    group: 'coins',
    method: 'GET',
    path: '/api/coins',
    summary: 'List the coins and their networks',
    response: CoinInfo,
    shape: 'list',
  }),
  listRates: operation({
    id: 'listRates',
    group: 'rates',
    method: 'GET',
    path: '/api/rates',
    summary: 'List all rates, each pair under two keys (BTCEUR and BTC/EUR)',
    response: Rates,
    shape: 'list',
    errors: ['rates_unavailable'],
  }),
  showRate: operation({
    id: 'showRate',
    group: 'rates',
    method: 'GET',
    path: '/api/rates/{base}/{quote}',
    summary: 'Get the rate of a pair',
    params: { base: required(idText('Coin')), quote: required(idText('Currency it is priced in')) },
    response: Rate,
    errors: ['rates_unavailable'],
  }),
  showRateByPair: operation({
    id: 'showRateByPair',
    group: 'rates',
    method: 'GET',
    path: '/api/rates/{pair}',
    summary: 'Get the rate of a pair in one word (BTCEUR)',
    params: { pair: required(idText('The pair')) },
    response: Rate,
    errors: ['rates_unavailable'],
  }),
  scoreRisk: operation({
    id: 'scoreRisk',
    group: 'risks',
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
  }),
  testAuthentication: operation({
    id: 'testAuthentication',
    group: 'authentication',
    method: 'POST',
    path: '/api/auth/test',
    summary: 'Test your signature: returns 200 if the request is signed correctly',
    permission: 'read',
    response: Nothing,
  }),
} as const;
