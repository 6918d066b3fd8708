// What the receivers of callbacks for Express, Fastify and fetch-like programs have in common: nothing reaches the
// program before signature and age are proven, and a callback is acknowledged when the program is through with it.
import { type CallbackToVerify, CallbackVerificationError, verifyCallback } from './callbacks.ts';
import type { Callback } from './types.ts';

export interface ReceiverOptions extends Omit<CallbackToVerify, 'body' | 'headers'> {
  /**
   * What to do with a callback that is proven. It may come more than once, with the same `id`. When this throws or
   * rejects, the callback is not acknowledged, and comes again.
   */
  readonly onCallback: (callback: Callback, id: string | null) => Promise<void> | void;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Callbacks are some kilobytes; what is larger is refused before it is read. */
export const BODY_BYTES_MAX = 1_000_000;

export const TOO_LARGE: Answer = { status: 413, text: 'too large for a callback' };

/** Rejects with what `onCallback` throws; a callback that is not proven is answered 400. */
export async function receive(
  options: ReceiverOptions,
  request: Pick<CallbackToVerify, 'body' | 'headers'> & { readonly id: string | null },
): Promise<Answer> {
  let callback: Callback;
  try {
    callback = await verifyCallback({ ...options, body: request.body, headers: request.headers });
  } catch (error) {
    if (error instanceof CallbackVerificationError) return { status: 400, text: error.message };
    throw error;
  }
  await options.onCallback(callback, request.id);
  return { status: 200, text: 'ok' };
}
