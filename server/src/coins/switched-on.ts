// The coins of this instance: the five of the API, and those that the operator enabled.
import { type Config, ConfigError } from '../core/config/config.ts';
import { prefixOf } from '../core/config/values.ts';
import { parseEthereumAddress } from './codecs/ethereum-address.ts';
import type { Coin, ConfirmationTier } from './coin.ts';

/** No code exists there, so a wallet that pays the URI of a sandbox invoice on a test network transfers nothing. */
const SANDBOX_CONTRACT = '0x000000000000000000000000000000000000dead';

type Facts = Pick<
  Config,
  'rules' | 'network' | 'extraCoins' | 'tokens' | 'tokenContracts' | 'minConfirmations'
>;

/** Throws ConfigError with all problems when the contract of a token is unknown. */
export function switchedOn(
  coins: ReadonlyMap<string, Coin>,
  settings: Facts,
): ReadonlyMap<string, Coin> {
  const problems: string[] = [];
  const chosen = new Map<string, Coin>();
  for (const [code, coin] of coins) {
    const isNamed = settings.extraCoins.includes(code) || settings.tokens.includes(code);
    if (coin.isOptional && !isNamed) continue;
    const { confirmationTiers, ...facts } = located(coin, settings, problems);
    const min = settings.minConfirmations.get(code) ?? 1;
    chosen.set(code, { ...facts, confirmationTiers: raiseTiers(confirmationTiers, min) });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return chosen;
}

function located(coin: Coin, settings: Facts, problems: string[]): Coin {
  const { token } = coin;
  const variable = `CHAINTILL_${prefixOf(coin.code)}_CONTRACT`;
  const named = settings.tokenContracts.get(coin.code);
  if (token === null) return coin;
  if (named !== undefined) {
    if (parseEthereumAddress(named) !== null) return token.withContract(settings.network, named);
    problems.push(`${variable} must be the address of a contract, 0x and 40 digits`);
  } else if (token.contracts[settings.network] === null) {
    if (settings.rules.standInContracts)
      return token.withContract(settings.network, SANDBOX_CONTRACT);
    problems.push(`${variable} must name the contract of ${coin.code} on this network`);
  }
  return coin;
}

/** Every tier requires at least `min` confirmations. Drops a tier that requires no fewer than the next one. */
function raiseTiers(tiers: readonly ConfirmationTier[], min: number): readonly ConfirmationTier[] {
  return tiers
    .map(({ upTo, confirmations }) => ({ upTo, confirmations: Math.max(confirmations, min) }))
    .filter(({ confirmations }, n, raised) => confirmations !== raised[n + 1]?.confirmations);
}
