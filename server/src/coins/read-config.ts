// Reads the configuration for the coins that this program defines.
import { type Config, readConfigFor } from '../core/config/config.ts';
import type { Environment } from '../core/config/environment.ts';
import { type Variable, variablesOf } from '../core/config/variables.ts';
import { definedCoins } from './registry.ts';

/** Throws ConfigError with all problems. */
export function readConfig(environment: Environment): Config {
  return readConfigFor(environment, [...definedCoins.values()]);
}

export const variables: readonly Variable[] = variablesOf([...definedCoins.values()]);
