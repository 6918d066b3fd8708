// Storage for backups: a port with one file per kind of place. Only finished backups are visible.
import type { Config } from '../core/config/config.ts';
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
