// Converts an HTTP response to the API's JSON or a ChaintillError. A response by a proxy (HTML, redirect, empty body)
// is an error, never data.
import { ChaintillError, type ErrorDetail } from './error.ts';

/** Throws a ChaintillError unless the response is successful. `now` is for a Retry-After with a date. */
export async function readAnswer(response: Response, now: () => number): Promise<unknown> {
  const body = parseJson(await response.text());
  if (response.ok && isRecord(body)) return body;
  throw toError(response, { body, now });
}

function toError(response: Response, seen: { body: unknown; now: () => number }): ChaintillError {
  const error = isRecord(seen.body) ? seen.body['error'] : undefined;
  const meta = isRecord(seen.body) ? seen.body['meta'] : undefined;
  const requestId = isRecord(meta) ? textOr(meta['request_id'], null) : null;
  const code = isRecord(error) ? textOr(error['code'], null) : null;
  const message = isRecord(error) ? textOr(error['message'], null) : null;
  const details = isRecord(error) ? readDetails(error['details']) : [];
  return new ChaintillError({
    status: response.status,
    code: code ?? 'unreadable_answer',
    message:
      message === null
        ? `the server answered ${response.status} without the API's body`
        : sentence(message, details),
    details,
    requestId: requestId ?? response.headers.get('x-request-id'),
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), seen.now),
  });
}

/** For logs: `invalid: price_amount must be filled, custom_id must be a string`. */
function sentence(message: string, details: readonly ErrorDetail[]): string {
  const parts = details.map((detail) => `${detail.target} ${detail.message}`.trim());
  return parts.length === 0 ? message : `${message}: ${parts.join(', ')}`;
}

function readDetails(value: unknown): ErrorDetail[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((detail) => ({
    code: textOr(detail['code'], ''),
    target: textOr(detail['target'], ''),
    message: textOr(detail['message'], ''),
    args: isRecord(detail['args']) ? detail['args'] : {},
  }));
}

/** Seconds, or an HTTP date (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | null, now: () => number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now()) / 1000));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}
