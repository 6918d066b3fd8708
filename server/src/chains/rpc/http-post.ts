// One bounded HTTP POST over kept connections, for connection.ts alone. Answers any status with its text;
// throws on everything else: refused, reset, cut off, too slow, too large.
import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/**
 * Bound on one answer, far above honest ones: a full 32 MB block of BCH in hex has 64 MB. V8 holds no string above
 * 512 MB.
 */
const ANSWER_BYTES_MAX = 400 * 2 ** 20;

export interface Post {
  readonly url: URL;
  readonly agent: Agent;
  readonly authorization: string | null;
  readonly body: string;
  /** For the whole exchange, from connecting to the last byte. */
  readonly timeoutMilliseconds: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends the post; once more when the node closed the kept connection just as we wrote to it (it drops
 * idle ones after `-rpcservertimeout`, 30 s). All calls sent through here may be repeated.
 */
export async function httpPost(post: Post): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(post.timeoutMilliseconds);
  try {
    const first = await send(post, signal);
    return first === 'stale connection' ? await sendAgain(post, signal) : first;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Error(`no complete answer within ${post.timeoutMilliseconds} ms`, { cause: error });
  }
}

async function sendAgain(post: Post, signal: AbortSignal): Promise<PostAnswer> {
  const second = await send(post, signal);
  if (second === 'stale connection') throw new Error('the node closes its connections at once');
  return second;
}

function send(post: Post, signal: AbortSignal): Promise<PostAnswer | 'stale connection'> {
  return new Promise((resolve, reject) => {
    const request = (post.url.protocol === 'https:' ? requestHttps : requestHttp)(post.url, {
      method: 'POST',
      agent: post.agent,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(post.body),
        ...(post.authorization === null ? {} : { authorization: post.authorization }),
      },
    });
    let isAnswered = false;
    request.on('response', (response) => {
      isAnswered = true;
      readText(response)
        .then((text) => resolve({ status: response.statusCode ?? 0, text }))
        .catch(reject);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && !isAnswered && isHangUp(error);
      return isStale ? resolve('stale connection') : reject(error);
    });
    request.end(post.body);
  });
}

function isHangUp(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

/** The body as text. A body cut off before its announced end is an error of the stream. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new Error(`an answer above ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}
