// One POST through Node's own client, for receivers that send `100 Continue` before their response: undici treats that
// as a broken response (lib/dispatcher/client-h1.js), although RFC 9110, 15.2, lets a server send it at any time.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { errors } from 'undici';
import { after } from '../core/clock.ts';
import { type Answered, AnswerLate, type PostRequest } from './post-once.ts';

/** Whether this is undici's error for a response that starts with `100 Continue`. */
export function isInterimAnswer(error: unknown): boolean {
  return error instanceof errors.SocketError && error.message === 'bad response';
}

/** Posts over its own connection. Rejects with the error of the socket, or with AnswerLate. */
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
      // The status counts even if the body never completes.
      answer.once('end', end).once('error', end);
    });
    requested.end(body);
  });
}
