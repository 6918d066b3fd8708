// The configuration of this program: of the coins that it has definitions of. Used by the command line, and by whatever
// starts without one.
import { type Config, readConfigFor } from '../core/config/config.ts';
import type { Environment } from '../core/config/environment.ts';
import { type Variable, variablesOf } from '../core/config/variables.ts';
import { definedCoins } from './registry.ts';

/** Throws ConfigError, with all problems. */
export function readConfig(environment: Environment): Config {
  return readConfigFor(environment, [...definedCoins.values()]);
}

/** Every variable that it reads, as docs/configuration.md lists them. */
export const variables: readonly Variable[] = variablesOf([...definedCoins.values()]);
