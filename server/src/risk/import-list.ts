// Imports a list of coin addresses from a file. A problem with the file as a whole throws ListError before anything is
// imported.
import { readFile, stat } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Coin, Network } from '../coins/coin.ts';
import { addressSpaceOf } from '../coins/registry.ts';
import { type Candidate, ListError, listCandidates } from './list-candidates.ts';
import type { RiskContext } from './provider.ts';

export interface ListedAddress {
  readonly currency: string;
  readonly address: string;
}

export interface RejectedLine {
  /** `line 12`, or the path in a JSON document, `XBT[3]`. */
  readonly where: string;
  readonly text: string;
  readonly reason: string;
  /** The supported coin that the line names. Null: none. */
  readonly coin: string | null;
  /** The text is an address of that coin with a tag, which lists do not accept. */
  readonly isTagged: boolean;
}

type Rejection = Pick<RejectedLine, 'reason' | 'coin' | 'isTagged'>;

export interface ImportedList {
  readonly addresses: readonly ListedAddress[];
  /** The first hundred lines that are not an address of the named coin. */
  readonly rejected: readonly RejectedLine[];
  readonly rejectedCount: number;
  /** Lines that name an unsupported coin and are not an address of a supported coin either. */
  readonly ignoredCount: number;
}

export interface ImportContext {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly network: Network;
}

export const LIST_BYTES_MAX = 50 * 1024 * 1024;
export const LIST_LINES_MAX = 2_000_000;
const REJECTED_MAX = 100;
const TEXT_SHOWN_MAX = 80;
/** Checking an address takes some microseconds. After this many, the event loop serves other requests. */
const CANDIDATES_PER_RUN = 500;

/**
 * A line that names a coin must be an address of that coin. A line that names no coin counts for each coin that
 * accepts it. An unknown code (USDT, ARB, BSV) may be a token or fork that shares addresses and owners with a
 * supported coin, so its line is tried against every coin. Throws ListError: too large, not text, or not a list.
 */
export async function importList(bytes: Uint8Array, context: ImportContext): Promise<ImportedList> {
  const candidates = candidatesOf(bytes, context);
  const codes = codesOf(context.coins);
  const found = new Map<string, ListedAddress>();
  const rejected: RejectedLine[] = [];
  let rejectedCount = 0;
  let ignoredCount = 0;
  for (const [index, candidate] of candidates.entries()) {
    if (index % CANDIDATES_PER_RUN === 0) await yieldToEventLoop();
    const result = resolve(candidate, codes, context);
    if (result === null) ignoredCount++;
    else if ('reason' in result) {
      rejectedCount++;
      if (rejected.length < REJECTED_MAX) rejected.push(rejectedLine(candidate, result));
    } else for (const item of result) found.set(`${item.currency} ${item.address}`, item);
  }
  return { addresses: [...found.values()], rejected, rejectedCount, ignoredCount };
}

function candidatesOf(bytes: Uint8Array, context: ImportContext): readonly Candidate[] {
  if (bytes.length > LIST_BYTES_MAX) throw new ListError(`larger than ${LIST_BYTES_MAX} bytes`);
  checkLineCount(bytes);
  const candidates = listCandidates(textOf(bytes), (text) => addressesOf(text, context).length > 0);
  if (candidates.length > LIST_LINES_MAX) throw new ListError(`over ${LIST_LINES_MAX} addresses`);
  return candidates;
}

/** Runs before any parser allocates objects. */
function checkLineCount(bytes: Uint8Array): void {
  let lines = 1;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
  if (lines > LIST_LINES_MAX + 1) throw new ListError(`over ${LIST_LINES_MAX} lines`);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ListError('not UTF-8 text');
  }
}

function codesOf(coins: ReadonlyMap<string, Coin>): ReadonlyMap<string, Coin> {
  const codes = new Map<string, Coin>();
  for (const coin of coins.values()) {
    for (const word of [coin.network, coin.name, coin.code].map((text) => text.toLowerCase()))
      if (!codes.has(word)) codes.set(word, coin);
  }
  for (const coin of coins.values()) {
    for (const alias of coin.aliases) codes.set(alias.toLowerCase(), coin);
  }
  return codes;
}

function resolve(
  candidate: Candidate,
  codes: ReadonlyMap<string, Coin>,
  context: ImportContext,
): readonly ListedAddress[] | Rejection | null {
  const word = candidate.code?.replace(/^digital currency address\s*-\s*/i, '').toLowerCase();
  const coin = word === undefined ? undefined : codes.get(word);
  if (coin !== undefined) {
    const address = addressOf(candidate.text, coin, context.network);
    if (address !== null) return [{ currency: coin.code, address }];
    const isTagged = coin.destinationTag !== null;
    const reason = `not a ${coin.code} address${isTagged ? ' without a tag' : ''}`;
    return { reason, coin: coin.code, isTagged };
  }
  const found = addressesOf(candidate.text, context);
  if (found.length > 0) return found;
  if (word !== undefined && candidate.text !== '') return null;
  return { reason: 'not an address of any coin', coin: null, isTagged: false };
}

/** Once for all coins that share the address: an entry for one applies to all (providers/local.ts). */
function addressesOf(text: string, context: ImportContext): readonly ListedAddress[] {
  const found = new Map<string, ListedAddress>();
  for (const coin of context.coins.values()) {
    const space = addressSpaceOf(coin.code);
    const address = found.has(space) ? null : addressOf(text, coin, context.network);
    if (address !== null) found.set(space, { currency: coin.code, address });
  }
  return [...found.values()];
}

/** Null for an address with a tag: lists do not distinguish the customers of a shared address. */
function addressOf(text: string, coin: Coin, network: Network): string | null {
  if (text === '') return null;
  const destination = coin.parseAddress(text, network);
  if (destination !== null) return destination.tag === null ? destination.address : null;
  if (coin.destinationTag === null || text.includes('?')) return null;
  // If the wire form requires a tag, lists still contain the plain address.
  return coin.parseAddress(`${text}?dt=0`, network)?.address ?? null;
}

function rejectedLine(candidate: Candidate, why: Rejection): RejectedLine {
  return { where: candidate.where, text: candidate.text.slice(0, TEXT_SHOWN_MAX), ...why };
}

/**
 * A list with an unusable line prevents the service from starting: an address that is silently not screened is worse.
 * The sandbox only logs the line, because its test networks accept no address of a real list.
 */
export async function readListFile(
  path: string,
  context: Pick<RiskContext, 'coins' | 'network' | 'toleratesBadLists' | 'log'>,
): Promise<readonly ListedAddress[]> {
  const list = await importList(await bytesOf(path), context).catch((cause: unknown) => {
    if (cause instanceof ListError) throw new ListError(`${path}: ${cause.message}`, { cause });
    throw cause;
  });
  const { addresses, rejected, rejectedCount, ignoredCount } = list;
  if (rejectedCount > 0) {
    if (!context.toleratesBadLists) throw new ListError(`${path}: ${complaint(list)}`);
    context.log.warn(
      { path, rejectedCount, rejected: rejected.slice(0, 3) },
      'risk list has unusable lines',
    );
  }
  context.log.info({ path, addresses: addresses.length, ignoredCount }, 'risk list read');
  return addresses;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > LIST_BYTES_MAX) throw new ListError(`${path}: larger than ${LIST_BYTES_MAX} bytes`);
  return readFile(path);
}

function complaint(list: Awaited<ReturnType<typeof importList>>): string {
  const shown = list.rejected
    .slice(0, 10)
    .map(({ where, text, reason }) => `  ${where}: ${reason}: ${text}`);
  return [`${list.rejectedCount} unusable line(s)`, ...shown].join('\n');
}
