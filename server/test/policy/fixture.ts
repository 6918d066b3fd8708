// Coins and currencies: all that reading a policy needs.
import { allCurrencies, definedCoins } from '../../src/coins/registry.ts';

const coins = definedCoins;
export const fixture = { coins, currencies: allCurrencies(coins) };
