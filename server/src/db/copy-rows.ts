// Copies tables between servers with PostgreSQL's COPY, or only computes a checksum. The text format is identical on
// every supported version, so equal checksums mean equal rows in equal order. The driver has the protocol messages
// but no functions for them. Pooled connections time out after an hour, so a copier has its own.
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { ConnectionFacts } from './database.ts';

export interface Copier {
  readonly client: pg.Client;
  query<Row>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

export interface TableSum {
  readonly rows: number;
  /** Over the rows in table order, in hex. */
  readonly sha256: string;
}

/** One message per row would cost the receiver more than the row itself. */
const CHUNK_BYTES = 65_536;
const ALWAYS_THE_SAME = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

export async function openCopier(connection: ConnectionFacts): Promise<Copier> {
  const client = new pg.Client({ ...connection });
  // An unhandled error event would end the process. The pending request fails separately.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(ALWAYS_THE_SAME);
  return {
    client,
    query: async <Row>(text: string) => (await client.query(text)).rows as Row[],
    close: () => client.end().catch(() => undefined),
  };
}

/** Methods that the driver has but its types omit. */
type CopyConnection = pg.Connection & {
  readonly stream: Duplex;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
};

interface Copying extends pg.Submittable {
  handleCopyInResponse?(connection: CopyConnection): void;
  handleCopyData?(message: { readonly chunk: Uint8Array }, connection: CopyConnection): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/** `text` is a `copy ... to stdout`. `take` returns false to pause, and later calls `goOn`. */
async function read(
  { client }: Copier,
  text: string,
  take: (chunk: Uint8Array, goOn: () => void) => boolean,
): Promise<TableSum> {
  const hash = createHash('sha256');
  const rows = await new Promise<number>((resolve, reject) => {
    ask(client, text, {
      ...ending(resolve, reject),
      handleCopyData({ chunk }, { stream }) {
        hash.update(chunk);
        if (!take(chunk, () => stream.resume())) stream.pause();
      },
    });
  });
  return { rows, sha256: hash.digest('hex') };
}

function ending(resolve: (rows: number) => void, reject: (error: Error) => void) {
  let rows = 0;
  return {
    handleCommandComplete: ({ text }: { readonly text: string }) => {
      rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(rows),
  };
}

function ask(client: pg.Client, text: string, rest: Omit<Copying, 'submit'>): void {
  const copying: Copying = { ...rest, submit: (connection) => connection.query(text) };
  client.query(copying);
}

interface Writer {
  write(chunk: Uint8Array, goOn: () => void): boolean;
  end(): void;
  readonly done: Promise<number>;
}

/** `text` is a `copy ... from stdin`. */
function openWriter({ client }: Copier, text: string): Promise<Writer> {
  return new Promise((begin, refuse) => {
    const done = new Promise<number>((resolve, reject) => {
      ask(client, text, {
        ...ending(resolve, reject),
        handleCopyInResponse: (connection) => begin({ ...gathering(connection), done }),
        handleError(error) {
          refuse(error);
          reject(error);
        },
      });
    });
    // The caller awaits `done` later; until then a rejection must not end the process.
    done.catch(() => undefined);
  });
}

function gathering(connection: CopyConnection): Pick<Writer, 'write' | 'end'> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let isWaiting = false;
  const flush = () => {
    if (bytes > 0) connection.sendCopyFromChunk(Buffer.concat(chunks, bytes));
    chunks = [];
    bytes = 0;
  };
  return {
    write(chunk, goOn) {
      // The driver reuses this buffer for the next message.
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes >= CHUNK_BYTES) flush();
      if (!connection.stream.writableNeedDrain) return true;
      // Data that the server sent before the pause still arrives.
      if (!isWaiting)
        connection.stream.once('drain', () => {
          isWaiting = false;
          goOn();
        });
      isWaiting = true;
      return false;
    },
    end() {
      flush();
      connection.endCopyFrom();
    },
  };
}

/** The name and the columns are SQL. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

function columnsOf({ columns }: CopiedTable): string {
  return columns.length === 0 ? '' : `(${columns.join(', ')})`;
}

/** Throws the error of either server. */
export async function copyRows(
  table: CopiedTable,
  { from, to }: { readonly from: Copier; readonly to: Copier },
): Promise<TableSum> {
  const writer = await openWriter(to, `copy ${table.name} ${columnsOf(table)} from stdin`);
  const reading = read(from, copyOf(table), writer.write);
  // The side that fails first has the cause; the caller then closes both sessions.
  const sum = await Promise.race([reading, writer.done.then(() => reading)]);
  writer.end();
  await writer.done;
  return sum;
}

export function sumRows(table: CopiedTable, from: Copier): Promise<TableSum> {
  return read(from, copyOf(table), () => true);
}

function copyOf(table: CopiedTable): string {
  return `copy ${table.name} ${columnsOf(table)} to stdout`;
}
