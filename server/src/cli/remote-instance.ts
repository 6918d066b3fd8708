// A remote instance, called over HTTP with the user's personal token and with exactly their permissions
// (docs/people.md).
import { operatorMethod, operatorPath } from '../contract/people/paths.ts';
import { SECOND, sleep } from '../core/clock.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { AppError, apiError } from '../core/errors.ts';
import type { CallOperation } from './adapter.ts';
import { InstanceUnavailable } from './run.ts';

export interface Remote {
  readonly baseUrl: string;
  readonly token: string;
}

const ANSWERS_WITHIN = 30 * SECOND;
const RATE_LIMITED = 429;

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The data of the response. Errors: `InstanceUnavailable`; rejections with the service's message. */
export async function requestRemote<T>({ baseUrl, token }: Remote, requested: Request): Promise<T> {
  const { method, path, body, headers = {} } = requested;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWERS_WITHIN),
  }).catch((error: unknown) => {
    throw new InstanceUnavailable(`${baseUrl} does not respond`, { cause: error });
  });
  const text = await answer.text().catch((error: unknown) => {
    throw new InstanceUnavailable(`${baseUrl} closed the connection during its response`, {
      cause: error,
    });
  });
  if (answer.status >= 500 || answer.status === RATE_LIMITED)
    throw new InstanceUnavailable(`${baseUrl} responds with ${answer.status}`);
  const { data, error } = readAnswer(baseUrl, text);
  if (error !== undefined) throw refusal(answer.status, error);
  return data as T;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly target: string; readonly message: string }[];
}

function readAnswer(baseUrl: string, text: string): { data?: unknown; error?: Refusal } {
  try {
    return JSON.parse(text) as { data?: unknown; error?: Refusal };
  } catch {
    throw apiError('no_instance', { baseUrl });
  }
}

function refusal(status: number, { code, message, details = [] }: Refusal): AppError {
  const suffix = details.map((detail) => `\n  ${detail.target} ${detail.message}`).join('');
  return new AppError({ code: code as ErrorCode, status, message: `${message}${suffix}` });
}

export function operationsOf(remote: Remote): CallOperation {
  return (name, values) => {
    const method = operatorMethod(name);
    const path = operatorPath(name);
    if (method === 'POST') return requestRemote(remote, { method, path, body: values });
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(values))
      if (value !== undefined) query.set(key, String(value));
    return requestRemote(remote, { method, path: `${path}?${query}` });
  };
}

const AGAIN_AFTER = 2 * SECOND;

/**
 * Calls back on each change notification of the instance. Callers also poll occasionally, because notifications are
 * lost while disconnected.
 */
export async function hearChanges(
  { baseUrl, token }: Remote,
  { signal, call }: { signal: AbortSignal; call: () => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${baseUrl}/admin/api/events`, { headers, signal });
      for await (const piece of answer.ok ? (answer.body ?? []) : [])
        if (Buffer.from(piece).includes('event:')) call();
    } catch {
      // The connection ends when the instance stops; the next request reports that.
    }
    await sleep(AGAIN_AFTER, signal);
  }
}
