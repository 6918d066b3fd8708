// Guarantees of the OpenAPI document: it is complete and correct.
import { describe, expect, test } from 'vitest';
import { objectExamples } from '../../src/contract/examples.ts';
import { Nothing } from '../../src/contract/objects/reference-data.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { writtenTexts } from '../../src/contract/openapi-texts.ts';
import {
  type DocumentedOperation,
  type Schema,
  toSchema,
} from '../../src/contract/openapi-types.ts';
import { operationsOf } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { defined } from '../../src/core/assert.ts';

const list = Object.values(operations);
const facts = { title: 'Test', version: '0' };
const first = openApiDocument(list, { ...facts, dialect: 1 });
const document = openApiDocument(list, { ...facts, dialect: 2 });
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

test('every reference resolves', () => {
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
  expect(paths.filter((path) => !text.includes(`{"$ref":"${path}"`))).toEqual([]);
});

test('it has every operation at its method and path, with unique ids', () => {
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

  test('names the possible errors, each with its status', () => {
    const statuses = Object.keys(found.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403, 429, 500]));
    expect(statuses.includes(409)).toBe(!at.startsWith('GET'));
  });
});

test('every returned object has a name in the document, and an example', () => {
  const nameless = list.filter(({ response }) => {
    if (response === Nothing) return false;
    const name = toSchema(response).$ref?.split('/').at(-1) ?? '';
    return objectExamples[name] === undefined;
  });
  expect(nameless.map(({ id }) => id)).toEqual([]);
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

/** An operation's success response, by version. */
function answers(id: string) {
  return [first, document].map(({ paths }) => {
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    const { responses } = defined(
      all.find(({ operationId }) => operationId === id),
      id,
    );
    return defined(responses['200'] ?? responses['201'], 'it succeeds');
  });
}
const ofComponent = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });

test('a single object is bare in version 1, and in an envelope in version 2', () => {
  const [bare, enveloped] = answers('showInvoice');
  expect(bare).toMatchObject(body(ofComponent('Invoice')));
  expect(enveloped).toMatchObject(body({ properties: { data: ofComponent('Invoice') } }));
  const [pages, same] = answers('listInvoices');
  expect(pages).toEqual(same);
});

test('the list of payments is a bare array in version 1 with its paging in headers, and its commit names no fee', () => {
  const [bare] = answers('listCoinWithdrawals');
  expect(bare).toMatchObject({
    ...body({ type: 'array', items: ofComponent('CoinWithdrawal') }),
    headers: { Link: {}, 'X-Total-Count': {} },
  });
  const [feeless, whole] = answers('commitCoinWithdrawal');
  expect(feeless).toMatchObject(body(ofComponent('CommittedCoinWithdrawal')));
  expect(whole).toMatchObject(body({ properties: { data: ofComponent('CoinWithdrawal') } }));
  const { properties } = defined(
    first.components.schemas['CommittedCoinWithdrawal'],
    'it is there',
  );
  expect(Object.keys(properties ?? {})).not.toContain('fee');
  expect(Object.keys(properties ?? {})).toContain('network_fee');
});

test('a withdrawal requires its reference in version 1, and its account in version 2', () => {
  const required = [first, document].map(
    ({ paths }) =>
      paths['/api/coin_withdrawals']?.post?.requestBody?.content['application/json'].schema
        .required,
  );
  expect(required).toEqual([
    ['address', 'received_currency', 'custom_id'],
    ['address', 'received_currency', 'charged_currency'],
  ]);
});

test.each([
  ['1', first],
  ['2', document],
])('every operation, parameter and field of version %s has a description', (_version, whole) => {
  const silent: string[] = [];
  const visit = (place: string, schema: Schema) => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!field.description) silent.push(`${place}.${name}`);
      visit(`${place}.${name}`, field);
    }
    if (schema.items !== undefined) visit(`${place}[]`, schema.items);
  };
  for (const [name, schema] of Object.entries(whole.components.schemas)) visit(name, schema);
  for (const methods of Object.values(whole.paths)) {
    for (const { operationId, description, parameters, requestBody } of Object.values(methods)) {
      if (!description) silent.push(operationId);
      for (const item of parameters)
        if ('in' in item && !item.description) silent.push(`${operationId} ${item.name}`);
      if (requestBody !== undefined)
        visit(operationId, requestBody.content['application/json'].schema);
    }
  }
  expect(silent).toEqual([]);
});

test('every description is used', () => {
  const text = JSON.stringify([first, document]);
  const unused = writtenTexts.filter(
    ([, words]) => !text.includes(JSON.stringify(words).slice(1, -1)),
  );
  expect(unused).toEqual([]);
});

test('lists mention the unknown cursor, a 401 the details of the sandbox, and a test its callback', () => {
  const { responses } = defined(document.paths['/api/invoices']?.get, 'the list');
  expect(responses['404']).toEqual({ $ref: '#/components/responses/NotFound' });
  const refusal = JSON.stringify(document.components.responses['Unauthenticated']);
  for (const name of ['reason', 'string_to_sign', 'received_signature', 'date', 'server_date'])
    expect(refusal).toContain(`"${name}":`);
  const { example } = defined(document.webhooks['Test']?.post.requestBody, 'a test').content[
    'application/json'
  ];
  expect(example).toMatchObject({
    type: 'Invoice',
    event: 'test',
    data: { id: expect.any(String) },
  });
});

test('an error that no table explains is reported', () => {
  const { x: unknown } = operationsOf('risks', {
    x: { method: 'GET', path: '/x', summary: '', response: Nothing, errors: ['no_such_code'] },
  });
  expect(() => openApiDocument([unknown], { ...facts, dialect: 1 })).toThrow('no_such_code');
});
