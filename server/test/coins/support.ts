// Shared by the tests of the coins: the coins, the networks, and the test wallet's account keys.
import type { Coin, Network } from '../../src/coins/coin.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { switchedOn } from '../../src/coins/switched-on.ts';
import { defined } from '../../src/core/assert.ts';
import { modeRules } from '../../src/core/config/mode-rules.ts';
import { accountKeys, openMaster } from '../../src/keys/seed.ts';
import wallets from './vectors/wallets.json' with { type: 'json' };

export const coins = definedCoins;
/** The coins of an instance with the default configuration. */
export const interfaceCoins = switchedOn(coins, {
  rules: modeRules.live,
  network: 'main',
  extraCoins: [],
  tokens: [],
  tokenContracts: new Map(),
  minConfirmations: new Map(),
});
export const networks: readonly Network[] = ['main', 'test', 'regtest'];

export function coinOf(code: string): Coin {
  return defined(coins.get(code), code);
}

/** The network's name in a vector file. */
export function networkOf(name: string | undefined): Network {
  return defined(
    networks.find((network) => network === name),
    `network ${name}`,
  );
}

export function canonical(code: string, text: string, network: Network): string | null {
  return coinOf(code).parseAddress(text, network)?.address ?? null;
}

const masters = {
  main: await openMaster(wallets.mnemonic, 'main'),
  test: await openMaster(wallets.mnemonic, 'test'),
  regtest: await openMaster(wallets.mnemonic, 'regtest'),
};

/** The published test wallet's extended public key of a coin. */
export function testWalletKey(code: string, network: Network): string {
  return accountKeys(masters[network], coinOf(code), network).extendedPublicKey;
}
