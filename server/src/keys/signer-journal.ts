// The journal of a separate signer: one line per fact, only ever appended, on disk before the signature that it
// speaks of leaves the process. Each line carries the hash of itself and the one before, so a line that was changed
// or taken out is noticed at the next start.
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import type { Intent } from './intent.ts';
import type { JournalRecord } from './signer-memory.ts';

/** Owner only. */
const FILE_MODE = 0o600;

/** A line is missing, changed or unreadable. Signing on could pay twice. */
class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
}

export interface SignerJournal {
  /** On disk when it resolves. */
  append(records: readonly JournalRecord[]): Promise<void>;
  close(): Promise<void>;
}

interface OpenJournal {
  readonly journal: SignerJournal;
  readonly records: readonly JournalRecord[];
}

/** Reads it whole, and opens it for more. Throws JournalBroken. */
export async function openJournal(file: string): Promise<OpenJournal> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Half a line was never answered for: its process died while writing it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const { records, hash } = readLines(file, whole);
  const handle = await open(file, 'a', FILE_MODE);
  await handle.truncate(Buffer.byteLength(whole));
  await handle.sync();
  let last = hash;
  let isBroken = false;
  return {
    records,
    journal: {
      async append(added) {
        // Nobody knows what of the last lines is on the disk: reading it again at the next start does.
        if (isBroken)
          throw new JournalBroken(`${file} could not be written: start the signer anew`);
        isBroken = true;
        let lines = '';
        for (const record of added) {
          const body = encodeRecord(record);
          last = hashOf(last, body);
          lines += `${last} ${body}\n`;
        }
        await handle.appendFile(lines);
        await handle.datasync();
        isBroken = false;
      },
      close: () => handle.close(),
    },
  };
}

function readLines(file: string, text: string): { records: JournalRecord[]; hash: string } {
  const records: JournalRecord[] = [];
  let hash = '';
  for (const [n, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const space = line.indexOf(' ');
    const body = line.slice(space + 1);
    hash = hashOf(hash, body);
    if (line.slice(0, space) !== hash) {
      throw new JournalBroken(
        `line ${n + 1} of ${file} is not as it was written, or one before it is missing`,
      );
    }
    records.push(decodeRecord(body));
  }
  return { records, hash };
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
  if (record.kind === 'freed') return record;
  if (record.kind === 'seen') return { ...record, intent: readIntent(record.intent) };
  if (record.kind === 'proven') return { ...record, amounts: readAmounts(record.amounts) };
  const { fee, amounts } = record;
  return {
    ...record,
    ...(amounts && { amounts: readAmounts(amounts) }),
    leaves: BigInt(record.leaves),
    ...(fee && { fee: { ...fee, amount: BigInt(fee.amount) } }),
    intents: record.intents.map(readIntent),
  };
}

function readAmounts(stored: readonly (readonly [string, bigint])[]): [string, bigint][] {
  return stored.map(([outpoint, amount]) => [outpoint, BigInt(amount)]);
}

function readIntent(stored: Intent): Intent {
  return { ...stored, amount: BigInt(stored.amount), networkFee: BigInt(stored.networkFee) };
}
