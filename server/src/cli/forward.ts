// Forwards a callback to an integrator's program exactly as the service sends it to endpoints: the same bytes and
// headers, once, to any address. The request comes from the integrator's own machine, so no address is blocked.
import { wallNow } from '../core/clock.ts';
import { badRequest } from '../core/errors.ts';
import { callbackHeaders } from '../events/callback-headers.ts';
import { guardedPost, isAcknowledged, type PostResult } from '../events/guarded-post.ts';

export interface Target {
  readonly url: string;
  readonly secret: string;
}

export interface HeardEvent {
  readonly id: string;
  readonly event: string;
  readonly object_id: string;
  readonly created_at: string;
  readonly payload: string;
}

const ANY_ADDRESS = {
  allowHttp: true,
  allowLoopback: true,
  allowRanges: ['0.0.0.0/0', '::/0'],
} as const;

/** Text without a scheme becomes http, for a program on this machine: `localhost:3000/callbacks`. */
export function targetUrl(text: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw badRequest(`--forward-to ${text} must be an http or https URL`);
  return url;
}

export function forward({ id, payload }: HeardEvent, target: Target): Promise<PostResult> {
  const callback = { id, sentAt: wallNow(), body: payload };
  const headers = callbackHeaders(callback, { current: target.secret, previous: null });
  return guardedPost({ url: target.url, headers, body: payload }, ANY_ADDRESS);
}

/** A short description of the result. */
export function resultText(outcome: PostResult): string {
  const took = `${outcome.milliseconds} ms`;
  if (!outcome.ok) return `failed  ${took}  ${outcome.message}`;
  return `${outcome.status}  ${took}${isAcknowledged(outcome) ? '' : '  only 200 acknowledges'}`;
}

/** Eight at once, as the service sends to an endpoint; callbacks of one object one after another. */
export async function inOrder<T extends { readonly object_id: string }>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const ofObject = new Map<string, T[]>();
  for (const item of items)
    ofObject.set(item.object_id, [...(ofObject.get(item.object_id) ?? []), item]);
  const objects = [...ofObject.values()];
  const one = async () => {
    for (let next = objects.shift(); next !== undefined; next = objects.shift())
      for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

const AT_ONCE = 8;

const TIME_LENGTH = 8;

/** The time of day in the reader's time zone. */
export function clockText(time: number): string {
  return new Date(time).toTimeString().slice(0, TIME_LENGTH);
}
