// Where backups are: a port with one file for each kind of place. A backup that was begun is nothing to anybody until
// it is finished.
import type { Config } from '../core/config/config.ts';
import { folderPlace } from './folder-place.ts';
import { isS3, s3Place } from './s3/s3-place.ts';

export interface Place {
  /** For people. */
  readonly title: string;
  /** Those that are whole, oldest first. */
  list(): Promise<string[]>;
  /** Throws BackupError when one of that name is there. */
  begin(name: string): Promise<Draft>;
  /** Throws BackupError when it is not there. */
  read(name: string, file: string): Promise<AsyncIterable<Uint8Array>>;
  remove(name: string): Promise<void>;
  /** How many bytes there is room for; null: nobody can tell. */
  free(): Promise<number | null>;
  /** Beside the backups: a log of a database, named after its system identifier and, as a rule, its history. */
  wal(name: string): WalPlace;
  readonly claims: ClaimPlace;
}

/** Small texts that are each written once, whole or not at all (claims/claim.ts). */
export interface ClaimPlace {
  /** Those whose names begin so. */
  list(beginning: string): Promise<string[]>;
  /** Returns when it is durable. False: another one of that name is there, and stays. */
  add(name: string, text: string): Promise<boolean>;
  read(name: string): Promise<string>;
}

/** Files of the log, each whole from the moment that its name is there. */
export interface WalPlace {
  /** For people. */
  readonly title: string;
  /** In order; those whose names begin so, all unless said. */
  list(beginning?: string): Promise<string[]>;
  /** Returns when it is durable. Never over what is there. */
  add(name: string, content: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
  /** By the clock of the place. */
  storedAt(name: string): Promise<Date>;
  /** What was committed before this moment is in it. */
  noteUntil(until: Date): Promise<void>;
  /** Null: never noted. */
  readUntil(): Promise<Date | null>;
}

/** One that is being made. */
export interface Draft {
  /** Returns when all of it is stored. Throws what reading or storing throws. */
  write(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** From now on it is there, and durable. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** A folder, or `s3://bucket/prefix`. Throws BackupError for an address that is none. */
export function openPlace(address: string, { objectStore }: Pick<Config, 'objectStore'>): Place {
  return isS3(address) ? s3Place(address, { settings: objectStore }) : folderPlace(address);
}

export async function readText(place: Place, name: string, file: string): Promise<string> {
  const chunks = [];
  for await (const chunk of await place.read(name, file)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
