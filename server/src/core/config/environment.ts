// The process environment, and which of its variables do not belong to the service.
import type { Variable } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process; the only place that reads it. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Variables of the tests, and those that Kubernetes sets for a service named chaintill. */
const NOT_OURS = /^CHAINTILL_(?:TEST|SIMULATION)_|_(?:SERVICE_HOST|SERVICE_PORT|PORT)(?:_|$)/;

/**
 * A misspelled CHAINTILL_NETWORK would run on mainnet, and a misspelled limit would not apply, so both are rejected.
 */
export function unknownVariables(
  environment: Environment,
  variables: readonly Variable[],
): string[] {
  const known = new Set(variables.map(({ name }) => name));
  return Object.keys(environment)
    .filter((name) => name.startsWith('CHAINTILL_') && !known.has(name) && !NOT_OURS.test(name))
    .sort();
}
