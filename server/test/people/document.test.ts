// Guarantee: the OpenAPI document of the dashboard API names every route that exists, and no other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';
import { type Browser, browserOf, personIn } from './support.ts';

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  browser = await personIn(world, { name: 'reader', role: 'auditor' });
});
afterAll(() => world.close());

test('each path of the document is served, and each reference in it leads somewhere', async () => {
  const answer = await fetch(`${world.url}/admin/api/openapi.json`, {
    headers: { cookie: browser.cookie },
  });
  const document = (await answer.json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: Record<string, Record<string, unknown>>;
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.length).toBeGreaterThan(130);
  const references = JSON.stringify(document).matchAll(/#\/components\/(\w+)\/(\w+)/g);
  for (const [, kind = '', name = ''] of references)
    expect(document.components[kind], `${kind} ${name}`).toHaveProperty(name);
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of Object.keys(methods)) {
      const url = `${world.url}${path.replaceAll(/\{\w+\}/g, 'x')}`;
      // Rejected for its session, its fields or its origin, not because the route is missing.
      const { status } = await fetch(url, { method: method.toUpperCase() });
      const expected = path.endsWith('/session/sign-in-methods') ? [200] : [401, 403];
      expect(expected, `${method} ${path}`).toContain(status);
    }
});

test('requests without a session are rejected', async () => {
  const answer = await browserOf(world).request('/openapi.json');
  expect(answer.body.error.code).toBe('unauthenticated');
});
