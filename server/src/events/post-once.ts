// One POST over one connection, and the start of its response, through undici's lowest-level API: the overhead of its
// other APIs (streams, signals) exceeds the cost of the post itself. The status counts even if the body never
// completes, because the body is only logged.
import type { Dispatcher } from 'undici';
import { after } from '../core/clock.ts';
import type { Connection } from './connections.ts';

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit from the name lookup to the end of the response. */
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

/** No status arrived in time. */
export class AnswerLate extends Error {
  override readonly name = 'AnswerLate';
}

/** Rejects with the error of undici or the socket, or with AnswerLate. Once it settles, no part of it continues. */
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

/** Callbacks of undici, in this order. An informational response (1xx) is followed by the final one. */
function answerHandler(most: number, end: (answered: Answered | Error) => void): AnswerHandler {
  const parts: Buffer[] = [];
  let size = 0;
  let head: Pick<Answered, 'status' | 'headers'> | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let isGiven = false;
  // Creating an error costs more than reading the response, so it is created only when needed.
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
