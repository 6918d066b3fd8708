// Whole tables as PostgreSQL's COPY writes them, as text, from one server to another or only to be summed up: the
// driver has the messages of that protocol and no functions for them. The form is the same on every version that we
// support, so that equal sums are equal rows in equal order. A connection of its own, as ours give up after an hour.
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { ConnectionFacts } from './database.ts';

/** A session of its own; its statements take as long as they take. */
export interface Copier {
  readonly client: pg.Client;
  query<Row>(text: string): Promise<Row[]>;
  /** Ends it, in the middle of whatever it does. */
  close(): Promise<void>;
}

export interface TableSum {
  readonly rows: number;
  /** Of the rows in the order of the table, in hex. */
  readonly sha256: string;
}

/** A row of its own per message is more work for the other side than a row. */
const CHUNK_BYTES = 65_536;
const ALWAYS_THE_SAME = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** As the owner. */
export async function openCopier(connection: ConnectionFacts): Promise<Copier> {
  const client = new pg.Client({ ...connection });
  // An error event that nobody hears ends the process; what was asked for fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(ALWAYS_THE_SAME);
  return {
    client,
    query: async <Row>(text: string) => (await client.query(text)).rows as Row[],
    close: () => client.end().catch(() => undefined),
  };
}

/** What the driver has and its types do not tell. */
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

/** `text` is a `copy ... to stdout`; `take` says whether it can take more, and calls `goOn` when it can again. */
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

/** How many rows; the server says it at the end. */
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
  /** False: no more before `goOn` was called. */
  write(chunk: Uint8Array, goOn: () => void): boolean;
  end(): void;
  /** How many rows it took. */
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
    // Heard by who awaits it; until then it must not end the process.
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
      // The driver reads the next message into the same bytes.
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes >= CHUNK_BYTES) flush();
      if (!connection.stream.writableNeedDrain) return true;
      // What the other side had sent already comes all the same.
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

/** A table with its columns, both as in SQL. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

function columnsOf({ columns }: CopiedTable): string {
  return columns.length === 0 ? '' : `(${columns.join(', ')})`;
}

/** All rows of a table, into the one of the same name; what was read. Throws what either server says. */
export async function copyRows(
  table: CopiedTable,
  { from, to }: { readonly from: Copier; readonly to: Copier },
): Promise<TableSum> {
  const writer = await openWriter(to, `copy ${table.name} ${columnsOf(table)} from stdin`);
  const reading = read(from, copyOf(table), writer.write);
  // Whichever fails first says why; the other one is closed by the caller.
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
