// Guarantee: every response of /admin/api, whatever its status, is JSON, is not cached and can't be framed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { type OperatorName, operatorOperations } from '../../src/contract/operator/operations.ts';
import type { PeopleOperation } from '../../src/contract/people/fields.ts';
import { peopleOperations } from '../../src/contract/people/operations.ts';
import { operatorMethod } from '../../src/contract/people/paths.ts';
import { newId } from '../../src/core/ids.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Browser, browserOf, personIn } from './support.ts';

let world: World;
let merchant: Merchant;
let owner: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: [] });
  merchant = await world.merchant();
  owner = await personIn(world, { name: 'Ada', role: 'auditor' });
});
afterAll(() => world.close());

const table: Readonly<Record<string, RegExp>> = {
  'cache-control': /^no-store$/,
  'content-type': /^application\/json(; charset=utf-8)?$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-request-id': /./,
};
const never = ['access-control-allow-origin', 'server', 'x-powered-by'];

type Route = readonly [method: string, path: string];

const people = (Object.values(peopleOperations) as PeopleOperation[]).map(
  ({ method, path }): Route => [method, path],
);
const operators = (Object.keys(operatorOperations) as OperatorName[]).map(
  (name): Route => [operatorMethod(name), `/operations/${name}`],
);
const merchants = (): Route[] =>
  (Object.values(operations) as Operation[]).map(({ method, path }) => [
    method,
    path
      .replace('/api/', `/projects/${merchant.project.id}/`)
      .replaceAll(/\{\w+\}/g, newId(world.app.clock, world.app.random)),
  ]);

test("every route, with, without and from another site's session", async () => {
  const wrong: string[] = [];
  const read = async (browser: Browser, [method, path]: Route, origin = world.url) => {
    const body = method === 'GET' ? {} : { body: {}, headers: { origin } };
    const { headers, status } = await browser.request(path, { method, ...body });
    for (const [name, pattern] of Object.entries(table))
      if (!pattern.test(headers.get(name) ?? ''))
        wrong.push(`${method} ${path} ${status}: ${name} is ${headers.get(name)}`);
    for (const name of never) if (headers.has(name)) wrong.push(`${method} ${path}: ${name}`);
  };
  const routes = [
    ...people,
    ...operators,
    ...merchants(),
    ['GET', '/openapi.json'] as const,
    ['GET', '/nothing'] as const,
  ];
  for (const route of routes.filter(
    ([method, path]) => `${method} ${path}` !== 'DELETE /session',
  )) {
    await read(owner, route);
    await read(browserOf(world), route);
    await read(owner, route, 'https://evil.example');
  }
  expect(wrong).toEqual([]);
});

test('every operation of people declares its callers, and changes require our own origin', async () => {
  const open = (Object.entries(peopleOperations) as [string, PeopleOperation][]).filter(
    ([, { access }]) => access === 'anyone',
  );
  expect(open.map(([name]) => name).sort()).toEqual([
    'session.link',
    'session.passkey',
    'session.passkey-options',
    'session.password',
    'session.show-link',
    'session.sign-in-methods',
    'session.sso',
    'session.sso-finish',
  ]);
  for (const { method, path } of Object.values(peopleOperations) as PeopleOperation[]) {
    if (method === 'GET') continue;
    const headers = { origin: 'https://evil.example' };
    const answer = await owner.request(path, { method, body: {}, headers });
    expect(answer.body.error.code, path).toBe('cross_origin_forbidden');
  }
});
