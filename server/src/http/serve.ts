// One API request, in this order: authenticate, limit, authorize, claim the idempotency key, read the input, run the
// handler, write the response.
import type { App } from '../app.ts';
import { isPlainObject, readFields } from '../contract/fields.ts';
import type { Operation } from '../contract/operation.ts';
import { parseJson } from '../contract/parse-json.ts';
import { inTime, SECOND } from '../core/clock.ts';
import { AppError, apiError, type ErrorDetail, invalid } from '../core/errors.ts';
import { stringify } from '../core/json-text.ts';
import { newIdOf } from '../core/slots.ts';
import { notDoneInTime } from '../db/unavailable.ts';
import { hasSecret } from '../operator/without-secrets.ts';
import { freeSignature, useSignature } from '../requests/used-signatures.ts';
import {
  type Authenticated,
  authenticate,
  authorize,
  type KeyCache,
  type SignedRequest,
} from './authenticate.ts';
import type { Caller } from './handlers.ts';
import { answerOnce, vaultOf } from './idempotency.ts';
import type { RateLimit } from './rate-limit.ts';
import {
  type ApiVersion,
  IGNORED_HEADER,
  ignoredHeader,
  pagingHeaders,
  present,
  versionOf,
} from './versions.ts';

export interface ApiRequest extends SignedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfterSeconds: number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer extends Answer {
  readonly apiVersion: ApiVersion;
  readonly isReplayed: boolean;
  readonly projectId: string;
  /** The public part of the key. */
  readonly apiKey: string;
}

export interface Gate {
  readonly keys: KeyCache;
  readonly limit: RateLimit;
}

export interface AnyHandler {
  (app: App, caller: Caller, input: never): Promise<unknown>;
  readonly storesSignature?: boolean;
  readonly findProblems?: (
    app: App,
    caller: Caller,
    found: { input: never; problems: ErrorDetail[] },
  ) => Promise<void>;
}

export interface Call {
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly request: ApiRequest;
  readonly fail: (error: unknown) => Answer;
}

/** `ignored`: the unknown field names of the request, once its input was read. */
interface OwnCall extends Call {
  readonly ignored: Set<string>;
}

/** Throws when authentication fails; every later error becomes a response in the caller's API version. */
export async function serve(app: App, gate: Gate, call: Call): Promise<ApiAnswer> {
  const { operation, request } = call;
  const authenticated = await authenticate(app, gate.keys, request);
  const { key } = authenticated;
  const facts = { isReplayed: false, projectId: key.project.id, apiKey: key.key };
  let apiVersion = key.apiVersion;
  const ignored = new Set<string>();
  try {
    gate.limit.take(key.id);
    authorize(key, operation, request.ip);
    apiVersion = versionOf(request.headers['api-version'], key.apiVersion);
    const principal = principalOf(authenticated, apiVersion);
    const answer = await serveOnce(app, { ...call, ignored }, principal);
    return { apiVersion, ...facts, ...named(answer, ignored) };
  } catch (error) {
    return { apiVersion, ...facts, ...named(call.fail(error), ignored) };
  }
}

export async function serveFor(app: App, call: Call, principal: Principal): Promise<ApiAnswer> {
  const { apiVersion, apiKey, project } = principal;
  const facts = { apiVersion, isReplayed: false, projectId: project.id, apiKey };
  const ignored = new Set<string>();
  try {
    return { ...facts, ...named(await serveOnce(app, { ...call, ignored }, principal), ignored) };
  } catch (error) {
    return { ...facts, ...named(call.fail(error), ignored) };
  }
}

/**
 * The work then counts as interrupted, although the database may still execute it. Shorter than the lock of a key.
 */
const WORK_LIMIT = 10 * SECOND;

/** Reports misspelled field names, whether or not the request succeeded (wire.md 1.2). */
function named<A extends Answer>(answer: A, ignored: ReadonlySet<string>): A {
  if (ignored.size === 0) return answer;
  const headers = { ...answer.headers, [IGNORED_HEADER]: ignoredHeader(ignored) };
  return { ...answer, headers };
}

export interface Principal extends Pick<Caller, 'project' | 'apiKey' | 'mayPayOut' | 'mayWrite'> {
  readonly apiVersion: ApiVersion;
  /** Null: the request is unsigned, and its origin was verified in another way. */
  readonly signature: string | null;
}

function principalOf({ key, signature }: Authenticated, apiVersion: ApiVersion): Principal {
  const { project, key: apiKey, permissions } = key;
  const may = { mayPayOut: permissions.has('payout'), mayWrite: permissions.has('write') };
  return { project, apiKey, apiVersion, ...may, signature };
}

type Served = Answer & Partial<Pick<ApiAnswer, 'apiVersion' | 'isReplayed'>>;

function serveOnce(app: App, call: OwnCall, principal: Principal): Promise<Served> {
  const { operation, request } = call;
  if (operation.method === 'GET') return run(app, call, { principal, objectId: '' });
  const { project, apiVersion } = principal;
  const { method, target, body } = request;
  const key = request.headers['idempotency-key'];
  const objectId = newIdOf(project.id, app);
  return answerOnce<Answer>(
    app,
    { owner: project.id, key, method, target, body, objectId },
    {
      apiVersion,
      // Identical bytes are rejected without storing the response: signed again, the request is a valid retry.
      prepare: () => takeSignature(app, call, principal),
      run: (id) =>
        run(app, call, { principal, objectId: id }).catch(async (error: unknown) => {
          await freeWhenRefused(app, call, { principal, error });
          throw error;
        }),
      fail: call.fail,
      // A stored answer must not be a copy of a link that works as a secret.
      ...(hasSecret(operation.response) && {
        vault: vaultOf(app, `answer of ${project.id} ${key}`),
      }),
    },
  );
}

async function takeSignature(app: App, call: Call, principal: Principal): Promise<void> {
  const signature = signatureToStore(call, principal);
  if (signature !== null) await useSignature(app, principal.project.id, signature);
}

/** Null when none is stored, or the handler stores it with its effect. */
function signatureToStore({ operation, handler }: Call, { signature }: Principal): string | null {
  return operation.isSignatureOnce && handler.storesSignature !== true ? signature : null;
}

/** Only a rejection proves that nothing was done. The client receives it even if releasing the signature fails. */
async function freeWhenRefused(
  app: App,
  call: Call,
  { principal, error }: { principal: Principal; error: unknown },
): Promise<void> {
  const isRefused = error instanceof AppError && error.status < 500;
  const signature = signatureToStore(call, principal);
  if (!isRefused || signature === null) return;
  await freeSignature(app, principal.project.id, signature).catch((failure: unknown) =>
    app.log.warn({ err: failure }, 'a rejected request keeps its signature'),
  );
}

async function run(
  app: App,
  call: OwnCall,
  { principal, objectId }: { principal: Principal; objectId: string },
): Promise<Answer> {
  const { operation } = call;
  const { project, apiKey, apiVersion, mayPayOut, mayWrite } = principal;
  const signature = call.handler.storesSignature === true ? principal.signature : null;
  const caller = { project, apiKey, apiVersion, mayPayOut, mayWrite, objectId, signature };
  const { input, problems } = readInput(app, call);
  if (problems.length > 0) {
    await call.handler.findProblems?.(app, caller, { input: input as never, problems });
    throw invalid(...problems);
  }
  const work = call.handler(app, caller, input as never);
  const result = await inTime(work, WORK_LIMIT, notDoneInTime);
  if (operation.method !== 'GET') app.traces?.about(idsOf(result));
  const body = stringify(present(operation, apiVersion, result));
  const headers = pagingHeaders(operation, apiVersion, { result, target: call.request.target });
  return { status: operation.status, body, retryAfterSeconds: null, headers };
}

/** Changes nothing. */
export async function findProblems(
  app: App,
  call: Pick<Call, 'operation' | 'handler' | 'request'>,
  { project, apiKey, apiVersion, mayPayOut, mayWrite }: Principal,
): Promise<readonly ErrorDetail[]> {
  const { input, problems } = readInput(app, { ...call, ignored: new Set() });
  const caller = { project, apiKey, apiVersion, mayPayOut, mayWrite, objectId: '' };
  await call.handler.findProblems?.(app, caller, { input: input as never, problems });
  return problems;
}

function idsOf(result: unknown): string[] {
  const { id } = Object(result) as { id?: unknown };
  return typeof id === 'string' ? [id] : [];
}

/** The input lacks rejected fields. */
function readInput(
  app: Pick<App, 'coins' | 'currencies'>,
  { operation, request, ignored }: Pick<OwnCall, 'operation' | 'request' | 'ignored'>,
): { input: Record<string, unknown>; problems: ErrorDetail[] } {
  const problems: ErrorDetail[] = [];
  const codes = { coin: app.coins, currency: app.currencies };
  const into = { problems, prefix: '', codes, ignored };
  const params = readFields(operation.params, request.params, into);
  const query = readFields(operation.query, request.query, into);
  const body =
    operation.method === 'GET' ? {} : readFields(operation.body, readBody(request), into);
  const input: Record<string, unknown> = { ...params, ...query, ...body };
  for (const { target } of problems) delete input[target.split('.')[0] ?? target];
  return { input, problems };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** An absent body is an empty object (POSTs without a body carry a JSON content type). */
export function readBody(request: Pick<ApiRequest, 'body' | 'headers'>): Record<string, unknown> {
  if (request.body.length === 0) return {};
  const contentType = String(request.headers['content-type'] ?? '');
  if (!/^application\/json\s*(;.*)?$/i.test(contentType)) {
    throw apiError('unsupported_media_type');
  }
  refuseEncoded(request.headers['content-encoding']);
  return parseObject(request.body);
}

/** Errors: 400 `bad_request.body_not_json`, `bad_request.body_not_object`. */
export function parseObject(body: Uint8Array): Record<string, unknown> {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = parseJson(utf8.decode(body));
  } catch (error) {
    throw error instanceof AppError ? error : apiError('bad_request.body_not_json');
  }
  if (!isPlainObject(value)) throw apiError('bad_request.body_not_object');
  return value;
}

/** A compressed body would look like invalid JSON. 415 `unsupported_media_type`. */
function refuseEncoded(encoding: string | string[] | undefined): void {
  if (encoding === undefined || /^(identity)?$/i.test(String(encoding).trim())) return;
  throw apiError('unsupported_media_type.encoded');
}
