// A claim records which history stores in a place. Claims are numbered by epoch, and the last one counts. A history
// appears in at most one claim.
import { parsedJson } from '../../core/json-text.ts';
import type { InheritedLog } from '../../db/own-history.ts';
import { BackupError, isSealedAs, sealedAs } from '../backup.ts';
import type { Place } from '../place.ts';

export const CLAIM_FORMAT = 1;

export interface Claim {
  readonly format: typeof CLAIM_FORMAT;
  /** The system identifier of the database cluster: a place may serve several instances. */
  readonly system: string;
  readonly epoch: number;
  readonly history: string;
  readonly wal: string;
  /** WALs of earlier histories, which this WAL continues, oldest first. */
  readonly after: readonly InheritedLog[];
  /** Backups that the history made before claims existed. */
  readonly adopted: readonly string[];
  readonly claimed_at: string;
  /** Never null in claims written by a service. */
  readonly seal?: string | null;
}

const NAME = /^(\d{1,20})-(\d{6})$/;
const EPOCH_DIGITS = 6;
const WAL = /^\d{1,20}(-[0-9a-f]{12})?$/;

function claimName({ system, epoch }: Pick<Claim, 'system' | 'epoch'>): string {
  return `${system}-${String(epoch).padStart(EPOCH_DIGITS, '0')}`;
}

/** `system`: only this system's claims. Throws BackupError for a damaged or forged one. */
export async function readClaims(
  place: Place,
  key: Uint8Array | null,
  system?: string,
): Promise<Claim[]> {
  const names = await place.claims.list(system === undefined ? '' : `${system}-`);
  const claims: Claim[] = [];
  for (const name of names.filter((each) => NAME.test(each)).sort())
    claims.push(await readClaim(place, key, name));
  return claims;
}

export async function readLastClaim(
  place: Place,
  key: Uint8Array | null,
  system: string,
): Promise<Claim | null> {
  const names = (await place.claims.list(`${system}-`)).filter((each) => NAME.test(each)).sort();
  const last = names.at(-1);
  return last === undefined ? null : readClaim(place, key, last);
}

/** False: another process has written the claim of this epoch. */
export async function addClaim(
  place: Place,
  key: Uint8Array,
  claim: Omit<Claim, 'seal'>,
): Promise<boolean> {
  const name = claimName(claim);
  const text = `${JSON.stringify(sealedAs(key, claim), null, 1)}\n`;
  if (!(await place.claims.add(name, text))) return false;
  // Some stores do not support conditional writes: of two simultaneous writes, the later one remains.
  return (await place.claims.read(name)) === text;
}

async function readClaim(place: Place, key: Uint8Array | null, name: string): Promise<Claim> {
  const claim = parseClaim(name, await place.claims.read(name), place.title);
  if (key !== null && !isSealedAs(key, claim, `the claim ${name} in ${place.title}`))
    throw new BackupError(
      `the claim ${name} in ${place.title} has no valid seal: another instance wrote it`,
    );
  return claim;
}

function parseClaim(name: string, text: string, title: string): Claim {
  const claim = parsed(text);
  if (claim !== null && claim.format !== CLAIM_FORMAT)
    throw new BackupError(`the claim ${name} in ${title} was written by a newer release`);
  if (claim === null || !isWhole(claim) || claimName(claim) !== name)
    throw new BackupError(`the claim ${name} in ${title} is damaged`);
  return claim;
}

function parsed(text: string): Claim | null {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null ? (value as Claim) : null;
}

function isWhole({ wal, after, adopted, history, epoch }: Claim): boolean {
  const isLog = Array.isArray(after) && after.every((each) => WAL.test(each.wal));
  const isNamed = typeof history === 'string' && Number.isSafeInteger(epoch) && WAL.test(wal);
  return isLog && isNamed && Array.isArray(adopted);
}
