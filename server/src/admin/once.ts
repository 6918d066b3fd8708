// Idempotency-Key on the dashboard API (wire.md 1.2): the first response below 500 is stored for 24 hours and returned
// to retries. Keys are scoped to the person. Responses are stored encrypted, because they may contain links and API
// secrets.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '../core/clock.ts';
import { apiError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { answerOnce, vaultOf } from '../http/idempotency.ts';
import type { Answer } from '../http/serve.ts';
import { type Admin, adminHeaders, type Person } from './person.ts';

const VERSION = 2;
/** Long, because some operator operations wait for nodes and other processes. */
const LASTS = MINUTE;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly person: Person;
}

/**
 * Responds with the work's result, or the stored one of the first request. The work receives the ID of the object that
 * it creates.
 */
export async function sendOnce(
  admin: Admin,
  { request, reply, person }: Exchange,
  work: (objectId: string) => Promise<unknown>,
): Promise<FastifyReply> {
  const { app } = admin;
  const { method, url: target, body } = request;
  const key = request.headers['idempotency-key'];
  const keyed = {
    owner: person.user.id,
    key,
    method,
    target,
    lasts: LASTS,
    body: bytesOf(body),
    objectId: newId(app.clock, app.random),
  };
  const answer = await answerOnce<Answer>(app, keyed, {
    apiVersion: VERSION,
    run: async (objectId) => {
      const data = await work(objectId);
      return { status: 200, body: JSON.stringify({ data }), retryAfterSeconds: null };
    },
    fail: (error) => admin.fail(error, request.id),
    vault: vaultOf(app, `answer to ${person.user.id} ${key}`),
  });
  return sendAnswer(reply, request, answer);
}

export function sendAnswer(
  reply: FastifyReply,
  request: FastifyRequest,
  answer: Answer & { readonly isReplayed?: boolean },
): FastifyReply {
  reply.code(answer.status).headers({ ...adminHeaders, 'x-request-id': request.id });
  if (answer.retryAfterSeconds !== null)
    reply.header('retry-after', String(answer.retryAfterSeconds));
  if (answer.isReplayed === true) reply.header('idempotent-replayed', 'true');
  return reply.send(answer.body);
}

/** Required, because a retry after a lost response would otherwise run twice. */
export function insistOnKey({ headers }: FastifyRequest): void {
  if (headers['idempotency-key'] === undefined)
    throw apiError('bad_request.idempotency_key_missing');
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
