// Append-only, one line per record, on disk before the signature leaves the process. Each line has the hash of itself
// and the previous line, and the head file has their number, so the next start detects changed or missing lines.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { readIfThere } from '../core/store-files.ts';
import type { Intent } from './intent.ts';
import { type JournalHead, NO_LINES, openHead, readHead } from './journal-head.ts';
import type { JournalRecord } from './signer-memory.ts';
import { encode } from './signer-protocol.ts';

const HELP = 'see "The journal" in docs/keys.md';

const FILE_MODE = 0o600;

/** Continuing to sign could pay twice. */
class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
}

export interface SignerJournal {
  head(): JournalHead;
  /** The records are on disk when the promise resolves. */
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
  readonly key: Uint8Array;
  /** A service has received an answer before, so lines must exist. */
  readonly isUsed: boolean;
  /** A person has confirmed that lines are missing at the end. */
  readonly acceptsTruncation?: boolean;
}

/** Verifies the whole journal. Throws JournalBroken. */
export async function openJournal(place: JournalPlace): Promise<OpenJournal> {
  const { file } = place;
  const text = (await readIfThere(file)) ?? '';
  // The process crashed while writing an incomplete last line, so nothing was signed for it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const last = place.acceptsTruncation === true ? null : await lastHead(place);
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
      // After a failed write, only reading the journal again shows which lines are on disk.
      if (isBroken) throw new JournalBroken(`${file} could not be written: restart the signer`);
      isBroken = true;
      let lines = '';
      let next = head;
      for (const record of added) {
        const body = encode(record);
        next = after(next, record, body);
        lines += `${next.hash} ${body}\n`;
      }
      await handle.appendFile(lines);
      await handle.datasync();
      // Written after the lines: a crash in between leaves a head that is too low, never too high.
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

/** `last`: the recorded end; null when a person has confirmed that it is unknown. */
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
      throw new JournalBroken(`line ${n + 1} of ${file} was changed, or an earlier one is missing`);
    }
    const record = decodeRecord(body);
    head = after(head, record, body);
    records.push(record);
    if (head.count === last?.count && head.hash === last.hash) isThere = true;
  }
  if (isThere) return { records, head };
  throw new JournalBroken(
    `${file} ends at ${head.count}, but was last written up to ${last?.count}: ${HELP}`,
  );
}

function after(head: JournalHead, record: JournalRecord, body: string): JournalHead {
  const before = record.kind === 'cut' ? Math.max(head.count, record.known) : head.count;
  return { count: before + 1, hash: hashOf(head.hash, body) };
}

function hashOf(previous: string, body: string): string {
  return createHash('sha256').update(`${previous}\n${body}`).digest('hex');
}

/** Only lines with a valid hash get here, so they have the format of `encode`. */
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
