// Coins and currencies: all that reading a policy needs.
import { allCurrencies } from '../../src/coins/currencies.ts';
import { definedCoins } from '../../src/coins/registry.ts';

const coins = definedCoins;
export const fixture = { coins, currencies: allCurrencies(coins) };
