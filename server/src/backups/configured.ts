// Stored with each backup, so that a restore on a new machine lists what must be set again. Secret variables appear
// only by name.
import { variables } from '../coins/read-config.ts';
import type { Environment } from '../core/config/environment.ts';

export interface Configured {
  readonly values: Readonly<Record<string, string>>;
  /** Only names. Values are in `keys.age` if the keys were backed up. */
  readonly secrets: readonly string[];
}

export function readConfigured(environment: Environment): Configured {
  const known = variables.filter(({ name }) => (environment[name] ?? '') !== '');
  const open = known.filter(({ isSecret }) => isSecret !== true);
  return {
    values: Object.fromEntries(open.map(({ name }) => [name, environment[name] ?? ''])),
    secrets: known.filter(({ isSecret }) => isSecret === true).map(({ name }) => name),
  };
}

/** For an environment file, readable by systemd and a shell. */
export function environmentLines({ values, secrets }: Configured): string[] {
  return [
    ...Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`),
    ...secrets.map((name) => `# ${name}: a secret, in keys.age if keys were backed up`),
  ];
}

/** As sentences. The data folder may differ. */
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
