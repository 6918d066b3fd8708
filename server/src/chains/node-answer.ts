// What a node answered to a read, or why there is no answer, as a code. A read of several coins shows the others.
import type { App } from '../app.ts';
import type { NodeAbsence } from '../contract/node-details.ts';
import { SECOND, sleep } from '../core/clock.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { ChainUnavailable, WrongNetwork } from './chain.ts';

export type NodeAnswer<T> =
  | { readonly value: T; readonly absence: null }
  | { readonly value: null; readonly absence: NodeAbsence; readonly message: string };

export interface NodeRequest<T> {
  readonly coin: string;
  /** A person waits for the answer. A poll gives a node more time (chains/rpc/connection.ts). */
  readonly limit?: number;
  run(): Promise<T>;
}

const ANSWER_LIMIT = 5 * SECOND;

/** Simulated nodes are in the database. Throws DatabaseUnavailable. */
export async function nodeAnswer<T>(
  { log }: Pick<App, 'log'>,
  request: NodeRequest<T>,
): Promise<NodeAnswer<T>> {
  const { limit = ANSWER_LIMIT } = request;
  const over = new AbortController();
  const late = sleep(limit, over.signal).then(() => absent('late', `no answer in ${limit} ms`));
  const answered = answerOf(log, request);
  try {
    return await Promise.race([answered, late]);
  } finally {
    over.abort();
    // A failure after the limit has no reader.
    answered.catch(() => undefined);
  }
}

async function answerOf<T>(log: App['log'], { coin, run }: NodeRequest<T>): Promise<NodeAnswer<T>> {
  try {
    return { value: await run(), absence: null };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    if (error instanceof ChainUnavailable) return absent('silent', error.message);
    if (error instanceof WrongNetwork) return absent('wrong_network', error.message);
    log.warn({ err: error, coin }, 'response of the node not understood');
    return absent('invalid_response', error instanceof Error ? error.message : String(error));
  }
}

function absent(absence: NodeAbsence, message: string) {
  return { value: null, absence, message } as const;
}
