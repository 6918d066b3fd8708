// The request log limits its database queries, and delays no shutdown.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { notFound } from '../../src/core/errors.ts';
import { createLog } from '../../src/core/log.ts';
import { seededRandom } from '../../src/core/random.ts';
import { answerError } from '../../src/http/errors.ts';
import { requestNotes } from '../../src/http/note-requests.ts';
import type { KnownKey } from '../../src/projects/api-keys.ts';

const log = createLog('silent');
const never = () => new Promise<never>(() => undefined);
const PROJECT = '00000000-0000-4000-8000-000000000001';

/** The part of the application that the request log uses. */
const appWith = (query: (sql: string) => Promise<unknown[]>) =>
  ({ log, random: seededRandom('notes'), config: { requestLogDays: 3 }, db: { query } }) as App;

const exchange = {
  request: {
    id: 'request',
    raw: { method: 'GET', url: '/api/accounts', headers: { authorization: 'HMAC key:AAAA' } },
  } as FastifyRequest,
  reply: { elapsedTime: 1 } as FastifyReply,
};

function failure() {
  const error = notFound();
  return { error, answer: answerError(error, { requestId: '', log, revealsHints: false }) };
}

test('of the keys in unauthenticated requests a few are looked up at a time, and the others are not logged', async () => {
  const stored: string[] = [];
  const app = appWith(async (sql) => {
    stored.push(sql);
    return [];
  });
  const key = { key: 'key', project: { id: PROJECT } } as KnownKey;
  const waiting: ((key: KnownKey | null) => void)[] = [];
  const find = () => new Promise<KnownKey | null>((resolve) => waiting.push(resolve));
  const notes = requestNotes(app, { find, wasFound: () => false, clear: () => undefined });
  for (let n = 0; n < 100; n += 1) notes.refused(exchange, failure());
  expect(waiting).toHaveLength(20);
  for (const found of waiting.splice(0)) found(null);
  await new Promise(setImmediate);
  notes.refused(exchange, failure());
  expect(waiting).toHaveLength(1);
  waiting[0]?.(key);
  await new Promise(setImmediate);
  await notes.finish();
  expect(stored).toEqual([expect.stringContaining('request_log')]);
});

test('an unresponsive database does not delay a shutdown', async () => {
  const key = { key: 'key', project: { id: PROJECT } } as KnownKey;
  const notes = requestNotes(appWith(never), {
    find: async () => key,
    wasFound: () => false,
    clear: () => undefined,
  });
  notes.refused(exchange, failure());
  await new Promise(setImmediate);
  await notes.finish();
});
