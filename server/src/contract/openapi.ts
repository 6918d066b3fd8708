// The OpenAPI 3.1 documents of the API, one for each of its two versions, generated from the `operations` list. Pure.
// Served at /openapi.json, rendered at /docs, committed in docs/; that of version 2 is also the source of the client's
// types.
import type { TSchema } from 'typebox';
import { objectExamples } from './examples.ts';
import { type Fields, objectSchema } from './fields.ts';
import {
  COMMITTED,
  committed,
  committedExample,
  isBareList,
  isFeeless,
  requiredIn,
} from './first-dialect.ts';
import { type GroupId, groups } from './groups.ts';
import { callbackSchemas, callbackWebhooks } from './openapi-callbacks.ts';
import {
  apiDescriptions,
  errorReferences,
  errorSchema,
  headerParameters,
  refusalResponses,
  securitySchemes,
} from './openapi-common.ts';
import { describedFields, operationText, textFor } from './openapi-texts.ts';
import {
  type Content,
  componentSchemas,
  type DocumentedOperation,
  type Method,
  type OpenApiDocument,
  type Parameter,
  type Reference,
  type Response,
  referenceTo,
  type Schema,
  toSchema,
} from './openapi-types.ts';
import type { Operation } from './operation.ts';
import { type RequestExample, requestExamples } from './request-examples.ts';

/** An API version, as configured in keys (wire.md 1.1). */
export type Dialect = 1 | 2;

/** The default server address; a running server inserts its own. */
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

export function openApiDocument(
  operations: readonly Operation[],
  {
    dialect,
    title,
    version,
  }: { readonly title: string; readonly version: string; readonly dialect: Dialect },
): OpenApiDocument {
  const used = [...new Set<GroupId>(operations.map(({ group }) => group)), 'callbacks'] as const;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: apiDescriptions[dialect],
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: DEFAULT_SERVER }],
    security: [{ hmac: [] }],
    tags: used.map((id) => ({ name: groups[id].title, description: groups[id].description })),
    paths: pathsOf(operations, dialect),
    webhooks: callbackWebhooks(),
    components: {
      schemas: schemasOf(dialect),
      responses: refusalResponses(operations),
      parameters: headerParameters,
      headers: dialect === 1 ? { ...responseHeaders, ...pagingHeaders } : responseHeaders,
      securitySchemes,
    },
  };
}

function schemasOf(dialect: Dialect): Record<string, Schema> {
  const objects = componentSchemas();
  const all = {
    ...objects,
    ...(dialect === 1 ? { [COMMITTED]: committed(objects) } : {}),
    Meta: metaSchema,
    Error: errorSchema,
    ...callbackSchemas(),
  };
  const entries = Object.entries(all);
  return Object.fromEntries(
    entries.map(([name, schema]) => [
      name,
      describedFields(name === COMMITTED ? 'CoinWithdrawal' : name, schema),
    ]),
  );
}

const metaSchema: Schema = {
  type: 'object',
  required: ['total', 'has_more'],
  properties: {
    total: { type: 'integer', description: 'Number of matching rows on all pages' },
    has_more: {
      type: 'boolean',
      description: 'True if there are more rows. Get them with `starting_after`',
    },
  },
};

const text: Schema = { type: 'string' };
const responseHeaders = {
  RequestId: { description: 'Id of the request in the server log', schema: text },
  ApiVersion: { description: 'API version of the response, 1 or 2', schema: text },
  Replayed: {
    description: '`true` if this is the stored response to an earlier request with the same key',
    schema: text,
  },
  RetryAfter: { description: 'Seconds to wait before you retry', schema: text },
};
/** For a bare list. */
const pagingHeaders = {
  Link: {
    description: 'The next page, if there is one: `</api/...?starting_after=...>; rel="next"`',
    schema: text,
  },
  TotalCount: { description: 'Number of matching rows on all pages', schema: text },
};

function pathsOf(operations: readonly Operation[], dialect: Dialect): OpenApiDocument['paths'] {
  const paths: Record<string, Partial<Record<Method, DocumentedOperation>>> = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Method;
    paths[operation.path] = { ...paths[operation.path], [method]: documented(operation, dialect) };
  }
  return paths;
}

function documented(operation: Operation, dialect: Dialect): DocumentedOperation {
  const example = exampleOf(operation);
  const hasBody = Object.keys(operation.body).length > 0;
  const body = bodyOf(operation, dialect);
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operationText(operation),
    tags: [groups[operation.group].title],
    'x-permission': operation.permission,
    parameters: parametersOf(operation, example),
    ...(hasBody
      ? {
          requestBody: {
            required: body.required !== undefined && body.required.length > 0,
            content: json(body, example.body),
          },
        }
      : {}),
    responses: { [operation.status]: success(operation, dialect), ...errorReferences(operation) },
  };
}

/** Includes the fields that only one version requires. */
function bodyOf(operation: Operation, dialect: Dialect): Schema {
  const schema = describedFields(operation.id, toSchema(objectSchema(operation.body)));
  const required = [...(schema.required ?? []), ...requiredIn(operation, dialect)];
  return required.length === 0 ? schema : { ...schema, required };
}

function exampleOf(operation: Operation): RequestExample {
  return (requestExamples as Readonly<Record<string, RequestExample>>)[operation.id] ?? {};
}

function parametersOf(operation: Operation, example: RequestExample): (Parameter | Reference)[] {
  const headers = ['Date', 'ApiVersion', ...(operation.method === 'GET' ? [] : ['IdempotencyKey'])];
  return [
    ...fieldParameters(operation, 'path', example.params),
    ...fieldParameters(operation, 'query', example.query),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function fieldParameters(
  operation: Operation,
  place: 'path' | 'query',
  examples: Readonly<Record<string, string>> = {},
): Parameter[] {
  const fields: Fields = place === 'path' ? operation.params : operation.query;
  return Object.entries(fields).map(([name, field]) => {
    const { description: message, ...schema } = toSchema(field.schema);
    const description = message ?? textFor(operation.id, name);
    return {
      name,
      in: place,
      required: field.isRequired,
      ...(description === undefined ? {} : { description }),
      schema,
      ...(examples[name] === undefined ? {} : { example: exampleValue(schema, examples[name]) }),
    };
  });
}

/** Examples of parameters are written as text. */
function exampleValue({ type }: Schema, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  return type === 'integer' ? Number(text) : text;
}

/** The response in the format of http/versions.ts. */
function success(operation: Operation, dialect: Dialect): Response {
  const named = toSchema(operation.response);
  const isCommitted = dialect === 1 && isFeeless(operation);
  const object = isCommitted ? referenceTo(COMMITTED) : named;
  const example = objectExamples[named.$ref?.split('/').at(-1) ?? ''] ?? {};
  const isBare = dialect === 1 && isBareList(operation);
  const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
  return {
    description: operation.status === 201 ? 'Created' : 'Done',
    headers: {
      'X-Request-Id': header('RequestId'),
      'Api-Version': header('ApiVersion'),
      ...(operation.method === 'GET' ? {} : { 'Idempotent-Replayed': header('Replayed') }),
      ...(isBare ? { Link: header('Link'), 'X-Total-Count': header('TotalCount') } : {}),
    },
    content: contentOf(operation, { object, example, dialect }),
  };
}

interface Shown {
  readonly object: Schema;
  readonly example: unknown;
  readonly dialect: Dialect;
}

function contentOf(operation: Operation, { object, example, dialect }: Shown): Content {
  if (dialect === 2) return envelope(operation, object, example);
  if (isBareList(operation)) return json({ type: 'array', items: object }, [example]);
  if (operation.shape !== 'object') return envelope(operation, object, example);
  return json(object, isFeeless(operation) ? committedExample(example) : example);
}

function envelope(operation: Operation, object: Schema, example: unknown): Content {
  const isRows = operation.shape !== 'object' && !isMap(operation.response);
  const data = isRows ? { type: 'array', items: object } : object;
  const isPage = operation.shape === 'page';
  const schema = {
    type: 'object',
    required: isPage ? ['data', 'meta'] : ['data'],
    properties: { data, ...(isPage ? { meta: referenceTo('Meta') } : {}) },
  };
  const shown = isRows ? [example] : example;
  return json(schema, {
    data: shown,
    ...(isPage ? { meta: { total: 1, has_more: false } } : {}),
  });
}

/** Rates are a map by pair rather than a list. */
function isMap(schema: TSchema): boolean {
  return 'patternProperties' in schema;
}

function json(schema: Schema, example: unknown): Content {
  return {
    'application/json': { schema, ...(example === undefined ? {} : { example }) },
  };
}
