// One POST over one connection, through undici's lowest-level API: the overhead of its other APIs (streams, signals)
// exceeds the cost of the post. The status counts even if the body never completes, because the body is only logged.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Client, type Dispatcher, errors } from 'undici';
import { after } from '../core/clock.ts';

/** Public IPv6 unicast is 2000::/3 (IANA); mapped, translated and unassigned forms are outside it. */
const GLOBAL_UNICAST_MASK = 0xe000;
const GLOBAL_UNICAST = 0x2000;

/** `allowLoopback` (sandbox) only allows 127.0.0.0/8 and ::1. Text that is not an IP address is refused. */
export function isRefusedAddress(text: string, allowLoopback: boolean): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return !allowLoopback;
  if (range !== 'unicast') return true;
  return address instanceof ipaddr.IPv6 && !isGlobalUnicast(address);
}

function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  return ((address.parts[0] ?? 0) & GLOBAL_UNICAST_MASK) === GLOBAL_UNICAST;
}

export interface Connection {
  readonly client: Client;
  /** Has carried a request. The receiver may have closed the connection since. */
  isUsed: boolean;
}

export interface Connections {
  /** An idle connection to the origin, or a new one made by `open`. */
  take(origin: string, open: () => Connection): Connection;
  giveBack(origin: string, connection: Connection): void;
  /** Origins that send `100 Continue` before their response (`postThroughNode`). */
  readonly interim: Set<string>;
  /** Closes idle connections; the others close after their request. */
  close(): void;
}

/** `isKept`: the connection is used for more than one request. The caller sets the time limit. */
export function connectTo(
  origin: string,
  { isKept, lookup }: { isKept: boolean; lookup: LookupFunction },
): Connection {
  const client = new Client(origin, {
    pipelining: isKept ? 1 : 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 0, lookup },
  });
  const connection = { client, isUsed: false };
  client.on('disconnect', () => {
    connection.isUsed = false;
  });
  return connection;
}

export function closeConnection({ client }: Connection): void {
  client.destroy().catch(() => undefined);
}

/** `most`: idle connections to keep per origin. */
export function openConnections(most: number): Connections {
  const free = new Map<string, Connection[]>();
  let isClosed = false;
  return {
    interim: new Set(),
    take: (origin, open) => free.get(origin)?.pop() ?? open(),
    giveBack(origin, connection) {
      const kept = free.get(origin) ?? [];
      if (isClosed || kept.length >= most) return closeConnection(connection);
      free.set(origin, [...kept, connection]);
    },
    close() {
      isClosed = true;
      for (const connection of [...free.values()].flat()) closeConnection(connection);
      free.clear();
    },
  };
}

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMilliseconds: number;
  /** The rest of the response is not read. */
  readonly excerptBytesMax: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly excerpt: Buffer;
  /** The response is complete: the connection can be reused. */
  readonly isWhole: boolean;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export class AnswerLate extends Error {
  override readonly name = 'AnswerLate';
}

/** Rejects with the error of undici or the socket, or with AnswerLate. Nothing continues after that. */
export function postOnce({ client }: Connection, requested: PostRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const handler = answerHandler(requested.excerptBytesMax, (answered) => {
      stopTimer();
      if (answered instanceof Error) reject(answered);
      else resolve(answered);
    });
    const stopTimer = after(requested.timeoutMilliseconds, () =>
      handler.give(() => new AnswerLate('no answer in time')),
    );
    const { path, headers, body } = requested;
    client.dispatch({ method: 'POST', path, headers, body }, handler);
  });
}

interface AnswerHandler extends Dispatcher.DispatchHandler {
  /** Ends with the data received so far, or with the error if there is no status; aborts the rest. */
  give(why: () => Error): void;
}

/** undici calls these methods in this order. An informational response (1xx) is followed by the final one. */
function answerHandler(most: number, end: (answered: Answered | Error) => void): AnswerHandler {
  const parts: Buffer[] = [];
  let size = 0;
  let head: Pick<Answered, 'status' | 'headers'> | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let isGiven = false;
  // Creating an error costs more than reading the response, so `why` runs only when needed.
  const give = (why: () => Error, isWhole = false) => {
    if (isGiven) return;
    isGiven = true;
    if (head !== null && isWhole) return end({ ...head, excerpt: Buffer.concat(parts), isWhole });
    const error = why();
    end(head === null ? error : { ...head, excerpt: Buffer.concat(parts), isWhole });
    if (!isWhole) controller?.abort(error);
  };
  return {
    give: (why) => give(why),
    onRequestStart(started) {
      controller = started;
      if (isGiven) started.abort(new AnswerLate('it was given up before it began'));
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) head = { status, headers };
    },
    onResponseData(_controller, chunk) {
      if (isGiven) return;
      // Copied, because the parser reuses its memory.
      parts.push(Buffer.from(chunk.subarray(0, most - size)));
      size += chunk.length;
      if (size >= most) give(() => new Error('the rest is not read'));
    },
    onResponseEnd: () => give(() => new Error('an answer without a status'), true),
    onResponseError: (_controller, error) => give(() => error),
  };
}

export function isInterimAnswer(error: unknown): boolean {
  return error instanceof errors.SocketError && error.message === 'bad response';
}

/** Uses its own connection. Rejects with the error of the socket, or with AnswerLate. */
export function postThroughNode(
  url: URL,
  post: PostRequest,
  lookup: LookupFunction,
): Promise<Answered> {
  const { path, headers, body, timeoutMilliseconds, excerptBytesMax } = post;
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<Answered>((resolve, reject) => {
    const requested = open(url, { method: 'POST', path, headers, lookup, agent: false });
    const stopTimer = after(timeoutMilliseconds, () =>
      requested.destroy(new AnswerLate('no answer in time')),
    );
    requested.once('close', stopTimer).once('error', reject);
    requested.once('response', (answer) => {
      const { statusCode: status = 0 } = answer;
      const parts: Buffer[] = [];
      let size = 0;
      const end = () => {
        const excerpt = Buffer.concat(parts).subarray(0, excerptBytesMax);
        resolve({ status, headers: answer.headers, excerpt, isWhole: false });
        requested.destroy();
      };
      answer.on('data', (chunk: Buffer) => {
        parts.push(chunk);
        size += chunk.length;
        if (size >= excerptBytesMax) end();
      });
      answer.once('end', end).once('error', end);
    });
    requested.end(body);
  });
}
