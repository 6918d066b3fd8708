// One caller of the load generator: a kept-alive TCP connection that sends one request after the other, each when the
// response to the previous one is complete. Supports only as much HTTP as the two servers use, and as little processor
// time as possible on the shared machine.
import { connect } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export interface Caller {
  /** One at a time. */
  send(request: Buffer): Promise<Answer>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('\r\ncontent-length: ');
const STATUS_AT = 'HTTP/1.1 '.length;

/** `from`: the caller's own address, for limits by client. Only Linux has more than one loopback address. */
export async function openCaller(port: number, from = '127.0.0.1'): Promise<Caller> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, localAddress: from });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let received: Buffer | null = null;
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  // The same listeners for all requests: adding and removing them would cost more than the rest of the work.
  socket.on('data', (chunk: Buffer) => {
    const bytes = received === null ? chunk : Buffer.concat([received, chunk]);
    const answer = answerIn(bytes);
    received = answer === null ? bytes : null;
    if (answer !== null) waiting?.resolve(answer);
  });
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Null while it is incomplete. */
function answerIn(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const bodyAt = headEnd + HEAD_END.length;
  if (bytes.length < bodyAt + contentLength(bytes)) return null;
  return { status: numberAt(bytes, STATUS_AT), body: bytes.subarray(bodyAt) };
}

function contentLength(bytes: Buffer): number {
  const at = bytes.indexOf(LENGTH);
  if (at < 0) throw new Error(`an answer without Content-Length: ${bytes.toString('latin1')}`);
  return numberAt(bytes, at + LENGTH.length);
}

const ZERO = 48;

function numberAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let n = at; ; n++) {
    const digit = (bytes[n] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return value;
    value = 10 * value + digit;
  }
}
