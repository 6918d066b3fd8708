// Guarantees of the OpenAPI document: it is whole, and what it shows is true.
import { describe, expect, test } from 'vitest';
import { Nothing } from '../../src/contract/objects/reference-data.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import type { DocumentedOperation, Schema } from '../../src/contract/openapi-types.ts';
import { operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';

const list = Object.values(operations);
const document = openApiDocument(list, { title: 'Test', version: '0' });
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, found]) => [`${method.toUpperCase()} ${path}`, found as DocumentedOperation] as const,
  ),
);

/** Every object inside a value, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step],
    document,
  );
}

test('every reference leads somewhere', () => {
  const references = [...objectsIn(document)].flatMap(({ $ref }) =>
    typeof $ref === 'string' ? [$ref] : [],
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
});

test('every component is used', () => {
  const text = JSON.stringify(document);
  const groups = ['schemas', 'responses', 'parameters', 'headers'] as const;
  const paths = groups.flatMap((group) =>
    Object.keys(document.components[group]).map((name) => `#/components/${group}/${name}`),
  );
  expect(paths.filter((path) => !text.includes(`{"$ref":"${path}"}`))).toEqual([]);
});

test('it has every operation at its method and path, under ids that do not repeat', () => {
  expect(documented.map(([at]) => at).sort()).toEqual(
    list.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  const ids = [
    ...documented.map(([, { operationId }]) => operationId),
    ...Object.values(document.webhooks).map(({ post }) => post.operationId),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(documented)('%s', (at, found) => {
  test('succeeds in one way, with an example', () => {
    const successes = Object.entries(found.responses).filter(([status]) => status.startsWith('2'));
    expect(successes.length).toBe(1);
    const [status, response] = successes[0] ?? [];
    expect(['200', '201']).toContain(status);
    expect(response).toHaveProperty(['content', 'application/json', 'example', 'data']);
  });

  test('has each parameter of its path, required and with an example', () => {
    const wanted = [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const shown = found.parameters.flatMap((item) =>
      'in' in item && item.in === 'path' ? [item] : [],
    );
    expect(shown.map(({ name }) => name)).toEqual(wanted);
    for (const item of shown) expect(item).toMatchObject({ required: true, example: /./ });
  });

  test('names what can go wrong, each with its status', () => {
    const statuses = Object.keys(found.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403, 429, 500]));
    expect(statuses.includes(409)).toBe(!at.startsWith('GET'));
  });
});

test('schemas are JSON Schema: known types, and required keys that exist', () => {
  const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
  for (const schema of objectsIn(document.components.schemas) as Generator<Schema>) {
    if (typeof schema.type === 'string' || Array.isArray(schema.type))
      for (const type of [schema.type].flat()) expect(types).toContain(type);
    if (Array.isArray(schema.required))
      expect(Object.keys(schema.properties ?? {})).toEqual(
        expect.arrayContaining([...schema.required]),
      );
  }
});

test('a single object comes bare in version 1, which is said', () => {
  const show = document.paths['/api/invoices/{invoice_id}']?.get?.responses['200'];
  expect(show).toMatchObject({
    'x-version-1': { schema: { $ref: '#/components/schemas/Invoice' } },
  });
  const page = document.paths['/api/invoices']?.get?.responses['200'];
  expect(page).not.toHaveProperty('x-version-1');
});

test('the list of payments is a bare array in version 1, and its commit names no fee, which is said', () => {
  const list = document.paths['/api/coin_withdrawals']?.get?.responses['200'];
  expect(list).toMatchObject({
    'x-version-1': {
      schema: { type: 'array', items: { $ref: '#/components/schemas/CoinWithdrawal' } },
      description: expect.stringMatching(/X-Total-Count.*Link/),
    },
  });
  const commit = document.paths['/api/coin_withdrawals/{id}/commit']?.post?.responses['200'];
  expect(commit).toMatchObject({
    'x-version-1': { description: expect.stringContaining('without fee and fee_currency') },
  });
});

test('a refusal that no table explains is refused itself', () => {
  const wish = {
    id: 'x',
    method: 'GET',
    path: '/x',
    summary: '',
    group: 'X',
    response: Nothing,
  } as const;
  const unknown = operation({ ...wish, errors: ['no_such_code'] });
  expect(() => openApiDocument([unknown], { title: '', version: '' })).toThrow('no_such_code');
});
