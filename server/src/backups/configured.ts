// The service's configuration at the time of its backup: non-secret variables with their values, and the names of
// secret ones. A restore on a new machine lists what must be set again.
import { variables } from '../coins/read-config.ts';
import type { Environment } from '../core/config/environment.ts';

export interface Configured {
  readonly values: Readonly<Record<string, string>>;
  /** Names of the secret variables that are set; their values, if stored at all, are in `keys.age`. */
  readonly secrets: readonly string[];
}

/** The variables that are set, by name. */
export function readConfigured(environment: Environment): Configured {
  const known = variables.filter(({ name }) => (environment[name] ?? '') !== '');
  const open = known.filter(({ isSecret }) => isSecret !== true);
  return {
    values: Object.fromEntries(open.map(({ name }) => [name, environment[name] ?? ''])),
    secrets: known.filter(({ isSecret }) => isSecret === true).map(({ name }) => name),
  };
}

/** Lines of an environment file, readable by systemd and a shell. */
export function environmentLines({ values, secrets }: Configured): string[] {
  return [
    ...Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`),
    ...secrets.map((name) => `# ${name}: a secret, in keys.age if keys were backed up`),
  ];
}

/** Variables that are missing or different on this machine, as sentences. Its own folder is excluded. */
export function differences(then: Configured, now: Configured): string[] {
  const names = new Set([...Object.keys(then.values), ...Object.keys(now.values)]);
  names.delete('CHAINTILL_DATA_DIR');
  const changed = [...names].filter((name) => then.values[name] !== now.values[name]).sort();
  return [
    ...changed.map(
      (name) => `${name}: was ${reported(then.values[name])}, is ${reported(now.values[name])}`,
    ),
    ...then.secrets
      .filter((name) => !now.secrets.includes(name))
      .map((name) => `${name}: was set, now is not`),
  ];
}

function reported(value: string | undefined): string {
  return value === undefined ? 'not set' : quoted(value);
}

function quoted(value: string): string {
  return /^[\w./:,@%+-]*$/.test(value) ? value : `"${value.replace(/[\\"$`]/g, '\\$&')}"`;
}
