// Coins and currencies: everything that parsing a policy needs.
import { allCurrencies, definedCoins } from '../../src/coins/registry.ts';

const coins = definedCoins;
export const fixture = { coins, currencies: allCurrencies(coins) };
