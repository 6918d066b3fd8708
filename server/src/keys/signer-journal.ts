// The journal of a separate signer: one line per fact, only ever appended, on disk before the signature that it
// speaks of leaves the process. Each line carries the hash of itself and the one before, so a line that was changed
// or taken out is noticed at the next start; how many there were is written beside it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { Intent } from './intent.ts';
import { type JournalHead, NO_LINES, openHead, readHead } from './journal-head.ts';
import type { JournalRecord } from './signer-memory.ts';

const HELP = 'see "The journal" in docs/keys.md';

/** Owner only. */
const FILE_MODE = 0o600;

/** A line is missing, changed or unreadable. Signing on could pay twice. */
class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
}

export interface SignerJournal {
  /** How far it goes. */
  head(): JournalHead;
  /** On disk when it resolves. */
  append(records: readonly JournalRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface OpenJournal {
  readonly journal: SignerJournal;
  readonly records: readonly JournalRecord[];
}

interface JournalPlace {
  readonly file: string;
  readonly headFile: string;
  /** Of the code of its head. */
  readonly key: Uint8Array;
  /** A service was answered before: then there were lines. */
  readonly isUsed: boolean;
  /** Lines are missing at its end, and a person says so. */
  readonly acceptsCut?: boolean;
}

/** Reads it whole, and opens it for more. Throws JournalBroken. */
export async function openJournal(place: JournalPlace): Promise<OpenJournal> {
  const { file } = place;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Half a line was never answered for: its process died while writing it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const last = place.acceptsCut === true ? null : await lastHead(place);
  const { records, head } = readLines(file, whole, last);
  const handle = await open(file, 'a', FILE_MODE);
  try {
    await handle.truncate(Buffer.byteLength(whole));
    await handle.sync();
    const headFile = await openHead(place.headFile, place.key);
    await headFile.write(head);
    return { records, journal: journalOn({ file, handle, headFile, head }) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where it ended. Throws JournalBroken when nobody can tell. */
async function lastHead(place: JournalPlace): Promise<JournalHead> {
  const head = await readHead(place.headFile, place.key).catch((error: Error) => {
    throw new JournalBroken(`${error.message}: ${HELP}`);
  });
  const isNew = !place.isUsed && !existsSync(place.file);
  if (head === null && !isNew) throw new JournalBroken(`${place.headFile} is missing: ${HELP}`);
  return head ?? NO_LINES;
}

interface Writing {
  readonly file: string;
  readonly handle: FileHandle;
  readonly headFile: Awaited<ReturnType<typeof openHead>>;
  readonly head: JournalHead;
}

function journalOn({ file, handle, headFile, head: first }: Writing): SignerJournal {
  let head = first;
  let isBroken = false;
  return {
    head: () => head,
    async append(added) {
      // Nobody knows what of the last lines is on the disk: reading it again at the next start does.
      if (isBroken) throw new JournalBroken(`${file} could not be written: start the signer again`);
      isBroken = true;
      let lines = '';
      let next = head;
      for (const record of added) {
        const body = encodeRecord(record);
        next = after(next, record, body);
        lines += `${next.hash} ${body}\n`;
      }
      await handle.appendFile(lines);
      await handle.datasync();
      // After the lines: a process that dies in between leaves a head that is too low, never too high.
      await headFile.write(next);
      head = next;
      isBroken = false;
    },
    async close() {
      await handle.close();
      await headFile.close();
    },
  };
}

/** `last`: where it ended; null when a person says that this is not known. */
function readLines(
  file: string,
  text: string,
  last: JournalHead | null,
): { records: JournalRecord[]; head: JournalHead } {
  const records: JournalRecord[] = [];
  let head = NO_LINES;
  let isThere = last === null || last.count === 0;
  for (const [n, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const space = line.indexOf(' ');
    const body = line.slice(space + 1);
    if (line.slice(0, space) !== hashOf(head.hash, body)) {
      throw new JournalBroken(
        `line ${n + 1} of ${file} is not as it was written, or one before it is missing`,
      );
    }
    const record = decodeRecord(body);
    head = after(head, record, body);
    records.push(record);
    if (head.count === last?.count && head.hash === last.hash) isThere = true;
  }
  if (isThere) return { records, head };
  throw new JournalBroken(
    `${file} ends at ${head.count}, and went to ${last?.count} when it was last written: ${HELP}`,
  );
}

function after(head: JournalHead, record: JournalRecord, body: string): JournalHead {
  const before = record.kind === 'cut' ? Math.max(head.count, record.known) : head.count;
  return { count: before + 1, hash: hashOf(head.hash, body) };
}

function hashOf(previous: string, body: string): string {
  return createHash('sha256').update(`${previous}\n${body}`).digest('hex');
}

function encodeRecord(record: JournalRecord): string {
  return JSON.stringify(record, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
}

/** Only lines with the right hash come here: they are as `encodeRecord` wrote them. */
function decodeRecord(body: string): JournalRecord {
  const record = JSON.parse(body) as JournalRecord;
  if (record.kind === 'freed' || record.kind === 'cut') return record;
  if (record.kind === 'seen') return { ...record, intent: readIntent(record.intent) };
  if (record.kind === 'proven') return { ...record, amounts: readAmounts(record.amounts) };
  const { fee, amounts, networkFee } = record;
  return {
    ...record,
    ...(amounts && { amounts: readAmounts(amounts) }),
    leaves: BigInt(record.leaves),
    ...(fee && { fee: { ...fee, amount: BigInt(fee.amount) } }),
    networkFee: { ...networkFee, amount: BigInt(networkFee.amount) },
    intents: record.intents.map(readIntent),
  };
}

function readAmounts(stored: readonly (readonly [string, bigint])[]): [string, bigint][] {
  return stored.map(([outpoint, amount]) => [outpoint, BigInt(amount)]);
}

function readIntent(stored: Intent): Intent {
  return { ...stored, amount: BigInt(stored.amount), networkFee: BigInt(stored.networkFee) };
}
