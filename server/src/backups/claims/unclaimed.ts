// Handles the contents of a place from before claims existed. The first claim adopts them if all of them belong to the
// past of one database.

import type { WalOrigin } from '@chaintill/embedded-postgres/wal-archive';
import { parseWalName } from '@chaintill/embedded-postgres/wal-names';
import type { Manifest } from '../backup.ts';
import { parseStored } from '../wal/seal-wal.ts';

export interface Unclaimed {
  readonly manifests: readonly Manifest[];
  /** WAL files, as stored. */
  readonly files: readonly string[];
}

/** The first item that this database did not write before reaching its current state; null: all of it is its past. */
export function findForeign({ manifests, files }: Unclaimed, origin: WalOrigin): string | null {
  const names = parseStored(files).map(({ name }) => name);
  const log = names.find((name) => !isPast(name, origin));
  return log ?? manifests.find((manifest) => !isOwnPast(manifest, origin))?.name ?? null;
}

/** A file of an earlier timeline belongs to the past up to the position where the database left that timeline. */
function isPast(name: string, { timeline, number, left }: WalOrigin): boolean {
  const file = parseWalName(name);
  if (file === null) return true;
  if (file.timeline === timeline) return file.number <= number;
  return left.some((each) => each.timeline === file.timeline && file.number < each.number);
}

function isOwnPast({ timeline, last_log: last }: Manifest, origin: WalOrigin): boolean {
  const number = parseWalName(last)?.number ?? 0;
  if (timeline === origin.timeline) return number <= origin.number;
  return origin.left.some((each) => each.timeline === timeline && number <= each.number);
}
