// What a service was configured with when its backup was made: the variables that are no secret, with their values, and
// the names of those that are. A restore on a new machine shows what has to be set there again.
import { variables } from '../coins/read-config.ts';
import type { Environment } from '../core/config/environment.ts';

export interface Configured {
  readonly values: Readonly<Record<string, string>>;
  /** Of what is set and secret; the values are in `keys.age`, if anywhere. */
  readonly secrets: readonly string[];
}

/** What is set, by name. */
export function readConfigured(environment: Environment): Configured {
  const known = variables.filter(({ name }) => (environment[name] ?? '') !== '');
  const open = known.filter(({ isSecret }) => isSecret !== true);
  return {
    values: Object.fromEntries(open.map(({ name }) => [name, environment[name] ?? ''])),
    secrets: known.filter(({ isSecret }) => isSecret === true).map(({ name }) => name),
  };
}

/** As lines of a file of the environment, which systemd and a shell read. */
export function environmentLines({ values, secrets }: Configured): string[] {
  return [
    ...Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`),
    ...secrets.map((name) => `# ${name}: a secret, in keys.age if keys were backed up`),
  ];
}

/** What the machine lacks or has otherwise, as sentences; its own folder is its own matter. */
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
      .map((name) => `${name}: was set, is not`),
  ];
}

function reported(value: string | undefined): string {
  return value === undefined ? 'not set' : quoted(value);
}

function quoted(value: string): string {
  return /^[\w./:,@%+-]*$/.test(value) ? value : `"${value.replace(/[\\"$`]/g, '\\$&')}"`;
}
