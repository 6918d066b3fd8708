// Validates every API response in the tests against the OpenAPI document of its version: the operation lists the
// status, and the body matches the schema, without extra fields. Violations fail the test that sent the request
// (report-answers.ts).
import Ajv from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import type { Dialect } from '../../src/contract/openapi.ts';
import type { OpenApiDocument, Schema } from '../../src/contract/openapi-types.ts';
import { operations } from '../../src/contract/operations.ts';
import { apiDocument } from '../../src/http/document-routes.ts';
import { violations } from './answer-violations.ts';

/** The parts of Ajv in use: its own types are for another module system. */
interface Validator {
  addFormat(name: string, form: RegExp): void;
  addSchema(schema: object, id: string): void;
  compile(schema: object): Check;
  errorsText(errors: Check['errors']): string;
}
interface Check {
  (value: unknown): boolean;
  errors?: unknown[] | null;
}

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  decimal: /^-?(0|[1-9]\d*)\.(0|\d*[1-9])$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/,
};

const idsByRoute = new Map(
  Object.values(operations).map(({ id, method, path }) => [
    `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    id as string,
  ]),
);
const checks = new Map<string, Check | null>();
let validator: Validator | null = null;
let documents: Readonly<Record<Dialect, OpenApiDocument>> | null = null;

/** Before the server is ready. */
export function validateAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    const id = idsByRoute.get(`${request.method} ${request.routeOptions.url}`);
    if (id === undefined || typeof payload !== 'string') return;
    const dialect: Dialect = reply.getHeader('api-version') === '1' ? 1 : 2;
    const problem = problemOf({ id, dialect, status: reply.statusCode, body: payload });
    if (problem !== null) violations.push(`${request.method} ${request.url}: ${problem}`);
  });
}

interface Answer {
  readonly id: string;
  readonly dialect: Dialect;
  readonly status: number;
  readonly body: string;
}

export function problemOf({ id, dialect, status, body }: Answer): string | null {
  const key = `${id} ${dialect} ${status}`;
  const check = checks.get(key) ?? makeCheck({ id, dialect, status });
  checks.set(key, check);
  if (check === null) return `${id} answers ${status}, which its document does not name: ${body}`;
  if (check(JSON.parse(body))) return null;
  return `${key} is not as documented: ${ajv().errorsText(check.errors)}: ${body}`;
}

function makeCheck({ id, dialect, status }: Omit<Answer, 'body'>): Check | null {
  const found = documentOf(dialect);
  const all = Object.values(found.paths).flatMap((methods) => Object.values(methods));
  const response = all.find(({ operationId }) => operationId === id)?.responses[status];
  if (response === undefined) return null;
  const whole =
    '$ref' in response
      ? found.components.responses[response.$ref.split('/').at(-1) ?? '']
      : response;
  const schema = whole?.content?.['application/json'].schema;
  if (schema === undefined) return null;
  return ajv().compile(placed(status < 300 ? closed(schema) : schema, dialect) as object);
}

function documentOf(dialect: Dialect): OpenApiDocument {
  documents ??= { 1: apiDocument(1), 2: apiDocument(2) };
  return documents[dialect];
}

function ajv(): Validator {
  if (validator !== null) return validator;
  const made = new (Ajv as unknown as new (options: object) => Validator)({
    strict: false,
    allErrors: true,
    validateFormats: true,
  });
  for (const [name, form] of Object.entries(formats)) made.addFormat(name, form);
  for (const dialect of [1, 2] as const)
    for (const [name, schema] of Object.entries(documentOf(dialect).components.schemas))
      made.addSchema(
        placed(name === 'Error' ? schema : closed(schema), dialect) as object,
        `v${dialect}-${name}`,
      );
  validator = made;
  return made;
}

/** References to components, by their names in the validator. */
function placed(schema: unknown, dialect: Dialect): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/schemas/', `"v${dialect}-`);
  return JSON.parse(text);
}

/** Clients have to accept additional fields; the tests don't. */
function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema;
  if (items !== undefined) return { ...schema, items: closed(items) };
  if (properties === undefined || additionalProperties !== undefined) return schema;
  const entries = Object.entries(properties).map(([name, field]) => [name, closed(field)]);
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    ...({ additionalProperties: false } as object),
  };
}
