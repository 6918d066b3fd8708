// The API client. Operator and merchant operations are typed by their descriptions; errors are ApiErrors. When the
// service requires a step-up, it is requested here and the request is repeated, so that screens need no code for it.
import { harmlessText } from '../../../server/src/core/escape-text.ts';
import {
  longOperations,
  type MerchantApi,
  type MerchantRoute,
  merchantRoutes,
  type OperatorApi,
  operatorPermissions,
  type PeopleApi,
  peopleRoutes,
  type StepUpOperation,
} from './api-types.ts';
import { IDLE_HEADER, isIdle } from './clock.ts';
import { loadRefusalMessages, type Problem } from './refusals.ts';
import { adminApi } from './site-path.ts';
import { requestStepUp } from './step-up.ts';

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: readonly Problem[];
  };
  readonly meta?: { readonly request_id?: string };
}

/** An error response, or no response (`status` 0, code `unreachable`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Problem[];
  readonly requestId: string | null;

  constructor(status: number, code: string, { error, meta }: ErrorBody = {}) {
    super(error?.message ?? code);
    this.name = 'ApiError';
    this.status = status;
    this.code = error?.code ?? code;
    this.details = error?.details ?? [];
    this.requestId = meta?.request_id ?? null;
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A UUID per intended action: a retry with the same one has no second effect. */
  readonly attempt?: string;
  /** The sentence that the step-up dialog shows as confirmed: amount, coin, full address. */
  readonly confirms?: string;
}

/** An operation that may require a step-up must say what it confirms. */
type Options<Name> = Name extends StepUpOperation
  ? [options: CallOptions & { readonly confirms: string }]
  : [options?: CallOptions];

type Values = Readonly<Record<string, unknown>>;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly values: Values;
  readonly options: CallOptions;
}

export async function operator<N extends keyof OperatorApi>(
  name: N,
  input: OperatorApi[N]['input'],
  ...[options = {}]: Options<N>
): Promise<OperatorApi[N]['output']> {
  const isShort = !longOperations.includes(name);
  const isLook = ['read', 'inspect'].includes(operatorPermissions[name]);
  const method = isLook && isShort ? 'GET' : 'POST';
  const answer = await fetchAnswer({
    method,
    path: `/operations/${name}`,
    values: { ...input },
    options,
  });
  return answer.data as OperatorApi[N]['output'];
}

/** The URL of a full list as a file, with the same filters. */
export function exportLink<N extends keyof OperatorApi>(
  name: N,
  format: 'csv' | 'xlsx',
  input: OperatorApi[N]['input'],
): string {
  return `${adminApi}/exports/operations/${name}.${format}${queryOf({ ...input })}`;
}

/** Requests within one project. */
export function merchant(project: string) {
  return async <N extends keyof MerchantApi>(
    name: N,
    input: MerchantApi[N]['input'],
    ...[options = {}]: Options<N>
  ): Promise<MerchantApi[N]['output']> => {
    const [method, pattern, , shape]: MerchantRoute = merchantRoutes[name];
    const { path, values } = filled(pattern, { ...input });
    const whole = `/projects/${encodeURIComponent(project)}${path}`;
    const answer = await fetchAnswer({ method, path: whole, values, options });
    return (shape === 'page' ? answer : answer.data) as MerchantApi[N]['output'];
  };
}

export async function people<N extends keyof PeopleApi>(
  name: N,
  input: PeopleApi[N]['input'],
  ...[options = {}]: Options<N>
): Promise<PeopleApi[N]['output']> {
  const [method, path] = peopleRoutes[name];
  const { data } = await fetchAnswer({ method, path, values: { ...input }, options });
  return data as PeopleApi[N]['output'];
}

/** The `data` of a response without a typed description. */
export async function session<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  values: Values = {},
): Promise<T> {
  return (await fetchAnswer({ method, path, values, options: {} })).data as T;
}

/** Errors that need no texts, because they lead to the step-up dialog or to sign-in. */
const WITHOUT_BODY = ['step_up_needed', 'unauthenticated'];

interface Answer {
  readonly data?: unknown;
}

async function fetchAnswer(request: Request): Promise<Answer> {
  if (request.method !== 'POST') return requestWithStepUp(request);
  const action = JSON.stringify([request.path, request.values]);
  const attempt = request.options.attempt ?? unanswered.get(action) ?? crypto.randomUUID();
  unanswered.set(action, attempt);
  try {
    const answer = await requestWithStepUp({
      ...request,
      options: { ...request.options, attempt },
    });
    unanswered.delete(action);
    return answer;
  } catch (error) {
    if (isAnswered(error)) unanswered.delete(action);
    throw error;
  }
}

/** Keys of actions without a response yet. Repeating the same action is a retry that has no second effect. */
const unanswered = new Map<string, string>();

/**
 * The action had no effect, so a corrected request needs a new key. False if its first attempt may still be running.
 */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'idempotency_key_in_use') return false;
  return error.status >= 400 && error.status < 500;
}

async function requestWithStepUp(request: Request): Promise<Answer> {
  try {
    return await send(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'step_up_needed') throw error;
    await requestStepUp(request.options.confirms ?? null);
    return send(request);
  }
}

async function send({ method, path, values, options }: Request): Promise<Answer> {
  const isRead = method === 'GET';
  const headers = new Headers({ accept: 'application/json' });
  if (isIdle()) headers.set(IDLE_HEADER, '1');
  if (!isRead) headers.set('content-type', 'application/json');
  if (options.attempt !== undefined) headers.set('idempotency-key', options.attempt);
  const response = await heard(`${adminApi}${path}${isRead ? queryOf(values) : ''}`, {
    method,
    headers,
    signal: options.signal ?? null,
    body: isRead ? null : JSON.stringify(values),
  });
  const body = (await readJson(response).catch(() => null)) as (Answer & ErrorBody) | null;
  if (response.ok) return body ?? {};
  const reported = new ApiError(response.status, 'internal_error', body ?? {});
  const refusal = isRead && namesNothing(reported) ? new ApiError(404, 'not_found') : reported;
  const messages = loadRefusalMessages();
  if (!WITHOUT_BODY.includes(refusal.code)) await messages;
  throw refusal;
}

/** Removes characters that change how text reads, because text from merchants and payers is shown everywhere. */
async function readJson(response: Response): Promise<unknown> {
  return JSON.parse(await response.text(), (_key, value: unknown) =>
    typeof value === 'string' ? harmlessText(value) : value,
  );
}

/** An invalid ID, for example from a truncated URL, is treated as not found. */
function namesNothing({ details }: ApiError): boolean {
  return details.length > 0 && details.every(({ code }) => code === 'must_be_uuid');
}

async function heard(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(0, 'unreachable');
  }
}

/** Moves the path parameters into the path and returns the rest. */
function filled(
  pattern: string,
  input: Values,
): { readonly path: string; readonly values: Values } {
  const values: Record<string, unknown> = { ...input };
  const path = pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    delete values[name];
    return encodeURIComponent(String(value));
  });
  return { path, values };
}

function queryOf(values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue;
    query.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
