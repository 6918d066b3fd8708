// Coins and currencies: all that reading a policy needs.
import { allCurrencies } from '../../src/coins/currencies.ts';
import { loadCoins } from '../../src/coins/registry.ts';

const coins = await loadCoins();
export const ground = { coins, currencies: allCurrencies(coins) };
