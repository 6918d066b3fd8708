// One POST over one connection, and the beginning of its answer, by undici's lowest door: what its others add (streams,
// signals) costs more than the post itself. The status counts even when the rest never comes: the body is for the
// log only.
import type { Dispatcher } from 'undici';
import { after } from '../core/clock.ts';
import type { Connection } from './connections.ts';

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For everything from the name lookup to the end of the answer. */
  readonly timeoutMilliseconds: number;
  /** What comes after is not read. */
  readonly excerptBytesMax: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly excerpt: Buffer;
  /** All of it came: the connection can be used again. */
  readonly isWhole: boolean;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** No status within the time. */
export class AnswerLate extends Error {
  override readonly name = 'AnswerLate';
}

/** Rejects with what undici or the socket says, or AnswerLate. Once it ends, nothing of it goes on. */
export function postOnce({ client }: Connection, requested: PostRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const handler = answerHandler(requested.excerptBytesMax, (answered) => {
      forget();
      if (answered instanceof Error) reject(answered);
      else resolve(answered);
    });
    const forget = after(requested.timeoutMilliseconds, () =>
      handler.give(() => new AnswerLate('no answer in time')),
    );
    const { path, headers, body } = requested;
    client.dispatch({ method: 'POST', path, headers, body }, handler);
  });
}

interface AnswerHandler extends Dispatcher.DispatchHandler {
  /** Ends it with what there is, or with the error where there is no status; what is on its way is cut off. */
  give(why: () => Error): void;
}

/** What undici calls, in this order. An informational answer (1xx) is followed by the real one. */
function answerHandler(most: number, end: (answered: Answered | Error) => void): AnswerHandler {
  const parts: Buffer[] = [];
  let size = 0;
  let head: Pick<Answered, 'status' | 'headers'> | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let isGiven = false;
  // An error costs more than to read the answer: it is made where there is one.
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
      // Copied, as the parser uses its memory again.
      parts.push(Buffer.from(chunk.subarray(0, most - size)));
      size += chunk.length;
      if (size >= most) give(() => new Error('the rest is not read'));
    },
    onResponseEnd: () => give(() => new Error('an answer without a status'), true),
    onResponseError: (_controller, error) => give(() => error),
  };
}
