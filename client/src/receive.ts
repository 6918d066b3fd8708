// Shared by the callback receivers for Express, Fastify and fetch-style servers. The application receives only
// verified callbacks. A callback is acknowledged after the application has handled it.
import { type CallbackToVerify, CallbackVerificationError, verifyCallback } from './callbacks.ts';
import type { Callback } from './types.ts';

export interface ReceiverOptions extends Omit<CallbackToVerify, 'body' | 'headers'> {
  /**
   * Handles a verified callback, which may arrive more than once, with the same `id`. When this function throws or
   * rejects, the callback is not acknowledged and the service sends it again.
   */
  readonly onCallback: (callback: Callback, id: string | null) => Promise<void> | void;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Callbacks are a few kilobytes. Larger bodies are rejected before they are read. */
export const BODY_BYTES_MAX = 1_000_000;

export const TOO_LARGE: Answer = { status: 413, text: 'too large for a callback' };

/** Rejects with the error of `onCallback`. An unverified callback gets a 400. */
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
