// The process environment, and the CHAINTILL_ variables in it that this release rejects.
import type { Variable } from './variables.ts';

// Old and new names. The service refuses to start with an old name, because ignoring the variable would drop a limit.

export const RENAMED_VARIABLES: Readonly<Record<string, string>> = {
  CHAINTILL_ARCHIVE_FOLDER: 'CHAINTILL_EVENT_ARCHIVE_DIR',
  CHAINTILL_BACKUP_AT: 'CHAINTILL_BACKUP_TIME',
  CHAINTILL_BACKUP_HOURS_MAX: 'CHAINTILL_BACKUP_MAX_AGE_HOURS',
  CHAINTILL_BACKUP_TO: 'CHAINTILL_BACKUP_DESTINATION',
  CHAINTILL_BATCH_PAYMENTS: 'CHAINTILL_BATCH_MAX_PAYMENTS',
  CHAINTILL_BATCH_SECONDS: 'CHAINTILL_BATCH_WINDOW_SECONDS',
  CHAINTILL_BODY_BYTES_MAX: 'CHAINTILL_MAX_BODY_BYTES',
  CHAINTILL_BREACHED_PASSWORDS: 'CHAINTILL_BREACHED_PASSWORDS_FILE',
  CHAINTILL_CALLBACK_ALLOW: 'CHAINTILL_CALLBACK_ALLOWED_NETWORKS',
  CHAINTILL_CALLBACK_DAYS: 'CHAINTILL_CALLBACK_RETENTION_DAYS',
  CHAINTILL_CELLS: 'CHAINTILL_CELLS_DIR',
  CHAINTILL_CONSOLIDATE: 'CHAINTILL_CONSOLIDATION_MAX_FEE',
  CHAINTILL_CONSOLIDATE_OUTPUTS: 'CHAINTILL_CONSOLIDATION_KEEP_OUTPUTS',
  CHAINTILL_NETWORK_FEE_LOSS: 'CHAINTILL_NETWORK_FEE_OVERSPEND_LIMIT',
  CHAINTILL_RATES_FRESH_SECONDS: 'CHAINTILL_RATE_MAX_AGE_SECONDS',
  CHAINTILL_RATE_SOURCES_MIN: 'CHAINTILL_MIN_RATE_SOURCES',
  CHAINTILL_REQUEST_LOG_DAYS: 'CHAINTILL_REQUEST_LOG_RETENTION_DAYS',
  CHAINTILL_RISK_LISTS: 'CHAINTILL_RISK_LIST_FILES',
  CHAINTILL_SSO_SECRET_FILE: 'CHAINTILL_SSO_CLIENT_SECRET_FILE',
  CHAINTILL_WALLET_KEYS: 'CHAINTILL_WALLET_PUBLIC_KEYS_FILE',
  CHAINTILL_WAL_SECONDS: 'CHAINTILL_WAL_ARCHIVE_SECONDS',
  CHAINTILL_WAL_TO: 'CHAINTILL_WAL_ARCHIVE_DESTINATION',
};

export function unknownVariableText(name: string): string {
  const renamed = RENAMED_VARIABLES[name];
  if (renamed === undefined)
    return `${name} is no variable of this release: docs/configuration.md lists them`;
  return `${name} is now ${renamed}: rename it`;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The only place that reads the environment of this process. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Test variables, and variables that Kubernetes sets for a service named chaintill. */
const NOT_OURS = /^CHAINTILL_(?:TEST|SIMULATION)_|_(?:SERVICE_HOST|SERVICE_PORT|PORT)(?:_|$)/;

/** A misspelled CHAINTILL_NETWORK would run on mainnet, and a misspelled limit would not apply. */
export function unknownVariables(
  environment: Environment,
  variables: readonly Variable[],
): string[] {
  const known = new Set(variables.map(({ name }) => name));
  return Object.keys(environment)
    .filter((name) => name.startsWith('CHAINTILL_') && !known.has(name) && !NOT_OURS.test(name))
    .sort();
}
