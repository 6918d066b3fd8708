// Guarantees of every operation for every bad credential and input: always the documented error (interface.md part 7,
// wire.md (f)), never a 500, and no change in the books.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { HOUR, wallNow } from '../../src/core/clock.ts';
import { createApiKey, permissions, revokeApiKey } from '../../src/projects/api-keys.ts';
import { expectError } from '../support/api-shapes.ts';
import { type Credentials, send, signedCall, signedHeaders } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Example, examplesOf, targetOf } from './examples.ts';
import { type Furnished, furnish } from './furnish.ts';

let world: World;
let facts: Furnished;
let stranger: Credentials;
const keys = new Map<'revoked' | 'elsewhere' | 'read' | 'write' | 'payout', Credentials>();

beforeAll(async () => {
  world = await createWorld();
  facts = await furnish(world);
  stranger = (await world.merchant()).key;
  const projectId = facts.merchant.project.id;
  const requested = { name: 'test', apiVersion: 1 as const, permissions, ipAllowList: [] };
  const revoked = await createApiKey(world.app, projectId, requested);
  await revokeApiKey(world.app, projectId, revoked.key);
  keys.set('revoked', revoked);
  const ipAllowList = ['192.0.2.0/24', '2001:db8::1'];
  keys.set('elsewhere', await createApiKey(world.app, projectId, { ...requested, ipAllowList }));
  for (const permission of permissions) {
    const key = await createApiKey(world.app, projectId, {
      ...requested,
      permissions: [permission],
    });
    keys.set(permission, key);
  }
});
afterAll(() => world.close());

function keyOf(name: 'revoked' | 'elsewhere' | 'read' | 'write' | 'payout'): Credentials {
  const key = keys.get(name);
  if (key === undefined) throw new Error(`no ${name} key`);
  return key;
}

/** Everything that a rejected request might have changed. */
async function books(): Promise<unknown> {
  const tables = [
    'ledger_postings',
    'account_transactions',
    'invoices',
    'channels',
    'customers',
    'invoice_recalculations',
    'invoice_refunds',
    'coin_withdrawals',
    'exchange_transfers',
    'ledger_holds',
    'events',
    'addresses where owner_id is not null',
  ];
  const counts = tables.map((table) => `(select count(*) from ${table})`).join(', ');
  return world.app.db.query(
    `select array[${counts}] as counts,
       (select md5(string_agg(a::text, '' order by a.id)) from ledger_accounts a) as accounts,
       (select md5(string_agg(i::text, '' order by i.id)) from invoices i) as invoices,
       (select md5(string_agg(c::text, '' order by c.id)) from channels c) as channels,
       (select md5(string_agg(c::text, '' order by c.id)) from customers c) as customers`,
  );
}

async function withoutEffect(work: () => Promise<void>): Promise<void> {
  const before = await books();
  await work();
  expect(await books()).toEqual(before);
}

function rightRequest(operation: Operation): Example & { target: string } {
  const example = examplesOf(facts)[operation.id as OperationId];
  return { ...example, target: targetOf(operation.path, example.params) };
}

const all = (Object.values(operations) as Operation[]).map(
  (operation) => [`${operation.method} ${operation.path}`, operation] as const,
);
const unauthenticated = { status: 401, code: 'unauthenticated' };

describe.each(all)('%s', (_name, operation) => {
  test('is rejected without a valid credential', async () => {
    const request = rightRequest(operation);
    const right = signedHeaders(facts.key, request);
    const authorization = right['authorization'] ?? '';
    const signature = authorization.split(':')[1] ?? '';
    const wrong: (string | null)[] = [
      null,
      '',
      'HMAC',
      `HMAC ${facts.key.key}`,
      `HMAC ${facts.key.key}:`,
      `HMAC :${signature}`,
      `Bearer ${facts.key.key}:${signature}`,
      `Basic ${Buffer.from('a:b').toString('base64')}`,
      `HMAC ${facts.key.key}:${signature.slice(0, -2)}`,
      `HMAC ${facts.key.key}:${'A'.repeat(27)}=`,
      `HMAC ${'x'.repeat(22)}:${signature}`,
      `HMAC ${facts.key.key.toLowerCase()}:${signature}`,
      `HMAC ${'k'.repeat(4000)}:${signature}`,
    ];
    await withoutEffect(async () => {
      for (const value of wrong) {
        const { authorization: _, ...others } = right;
        const headers = value === null ? others : { ...others, authorization: value };
        expectError(await send(world.url, { ...request, headers }), unauthenticated);
      }
      const wrongSecret = { ...facts.key, secret: facts.key.secret.slice(1) };
      expectError(await signedCall(world.url, wrongSecret, request), unauthenticated);
      expectError(await signedCall(world.url, keyOf('revoked'), request), unauthenticated);
    });
  });

  test('is rejected without a current date', async () => {
    const request = rightRequest(operation);
    const at = (offset: number) => new Date(wallNow() + offset).toUTCString();
    await withoutEffect(async () => {
      for (const date of [at(-HOUR), at(HOUR), 'now', '0', '', `${at(0)}x`, '2026-13-45']) {
        expectError(await signedCall(world.url, facts.key, { ...request, date }), unauthenticated);
      }
      const { date: _, ...headers } = signedHeaders(facts.key, { ...request, date: at(0) });
      expectError(await send(world.url, { ...request, headers }), unauthenticated);
    });
  });

  test('is rejected from an IP address, or with a permission, that the key does not have', async () => {
    const request = rightRequest(operation);
    await withoutEffect(async () => {
      expectError(await signedCall(world.url, keyOf('elsewhere'), request), {
        status: 403,
        code: 'ip_not_allowed',
      });
      for (const permission of permissions) {
        if (permission === operation.permission) continue;
        expectError(await signedCall(world.url, keyOf(permission), request), {
          status: 403,
          code: 'unauthorized',
        });
      }
    });
  });
});

/** Paths that name an object of the project. */
const named = all.filter(
  ([, { params, group }]) => Object.keys(params).length > 0 && group !== 'rates',
);

describe.each(named)('%s', (_name, operation) => {
  test('treats an object of another project like one that does not exist', async () => {
    const request = rightRequest(operation);
    const missing = Object.fromEntries(
      Object.keys(operation.params).map((name) => [name, 'ffffffff-ffff-7fff-bfff-ffffffffffff']),
    );
    await withoutEffect(async () => {
      const foreign = await signedCall(world.url, stranger, request);
      const unknown = await signedCall(world.url, facts.key, {
        ...request,
        target: targetOf(operation.path, missing),
      });
      const notFound = { status: 404, code: 'not_found' };
      const blank = (body: object) => JSON.stringify({ ...body, meta: null });
      expect(blank(expectError(foreign, notFound))).toBe(blank(expectError(unknown, notFound)));
    });
  });

  test('names every path parameter that is not a UUID', async () => {
    const uuids = Object.entries(operation.params).filter(
      ([, field]) => (field.schema as { format?: string }).format === 'uuid',
    );
    if (uuids.length === 0) return;
    const request = rightRequest(operation);
    for (const bad of ['1', 'none', 'ffffffff-ffff-7fff-bfff-fffffffffffg', '%00', '%27%3B--']) {
      const wrong = { ...request.params };
      for (const [name] of uuids) wrong[name] = 'BAD';
      const target = targetOf(operation.path, wrong).replaceAll('BAD', bad);
      expectError(await signedCall(world.url, facts.key, { ...request, target }), {
        status: 422,
        code: 'invalid',
        details: uuids.map(([name]) => ({
          code: 'must_be_uuid',
          target: name,
          message: 'must match uuid format',
          args: {},
        })),
      });
    }
  });
});
