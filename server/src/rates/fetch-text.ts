// The door to the rate sources: a bounded GET over https. Never used inside a transaction or a request.
import { SECOND } from '../core/clock.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import type { FetchText } from './provider.ts';

const TIMEOUT = 10 * SECOND;
const BYTES_MAX = 5_000_000;

/** Throws for anything but a 200 whose body is within bounds. Redirects are not followed. */
export const fetchText: FetchText = async (url) => {
  assertOutsideTransaction();
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { accept: 'application/json, text/xml, */*', 'user-agent': 'Chaintill/1' },
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`${url} answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > BYTES_MAX) throw new Error(`${url} answered more than ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
