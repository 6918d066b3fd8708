// Storage for backups: a port with one file per kind of place. Only finished backups are visible.

import { variables } from '../coins/read-config.ts';
import type { Config } from '../core/config/config.ts';
import type { Environment } from '../core/config/environment.ts';
import { allOf } from '../core/store-files.ts';
import { folderPlace } from './folder-place.ts';
import { isS3, s3Place } from './s3/s3-place.ts';

export interface Place {
  readonly title: string;
  /** Complete backups, oldest first. */
  list(): Promise<string[]>;
  /** Throws BackupError when a backup of that name exists. */
  begin(name: string): Promise<Draft>;
  /** Throws BackupError when the backup or the file does not exist. */
  read(name: string, file: string): Promise<AsyncIterable<Uint8Array>>;
  remove(name: string): Promise<void>;
  /** Free bytes; null: unknown. */
  free(): Promise<number | null>;
  /** `name`: the database's system identifier, and usually its history. */
  wal(name: string): WalPlace;
  readonly claims: ClaimPlace;
}

/** Small texts, each written atomically and only once (claims/claim.ts). */
export interface ClaimPlace {
  list(beginning: string): Promise<string[]>;
  /** Durable on return. False: a different text of that name exists and remains. */
  add(name: string, text: string): Promise<boolean>;
  read(name: string): Promise<string>;
}

/** Each WAL file is complete as soon as its name appears. */
export interface WalPlace {
  readonly title: string;
  /** Names in order, optionally only those with this prefix. */
  list(beginning?: string): Promise<string[]>;
  /** Durable on return. Never overwrites. */
  add(name: string, content: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
  storedAt(name: string): Promise<Date>;
  /** Records that everything committed before this time is stored. */
  noteUntil(until: Date): Promise<void>;
  /** Null: never recorded. */
  readUntil(): Promise<Date | null>;
}

export interface Draft {
  /** Returns when everything is stored. Throws errors of reading or storing. */
  write(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes the backup visible and durable. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** A folder, or `s3://bucket/prefix`. Throws BackupError for an invalid address. */
export function openPlace(address: string, { objectStore }: Pick<Config, 'objectStore'>): Place {
  return isS3(address) ? s3Place(address, { settings: objectStore }) : folderPlace(address);
}

export async function readText(place: Place, name: string, file: string): Promise<string> {
  return (await allOf(await place.read(name, file))).toString('utf8');
}

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
