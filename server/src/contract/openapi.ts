// The OpenAPI 3.1 document of the API, made from the `operations` list. Pure. Served at /openapi.json,
// rendered at /docs, committed as docs/openapi.json, and the source of the client's types.
import type { TSchema } from 'typebox';
import { objectExamples } from './examples.ts';
import type { Fields } from './fields.ts';
import { objectSchema } from './fields.ts';
import { isBareList, isFeeless, LEFT_OUT_OF_COMMIT } from './first-dialect.ts';
import { callbackSchemas, callbackWebhooks } from './openapi-callbacks.ts';
import {
  apiDescription,
  errorSchema,
  headerParameters,
  securitySchemes,
} from './openapi-common.ts';
import { errorReferences, refusalResponses } from './openapi-errors.ts';
import { componentSchemas, referenceTo, toSchema } from './openapi-schema.ts';
import type {
  Content,
  DocumentedOperation,
  Method,
  OpenApiDocument,
  Parameter,
  Reference,
  Response,
  Schema,
} from './openapi-types.ts';
import type { Operation } from './operation.ts';
import { type RequestExample, requestExamples } from './request-examples.ts';

/** Where a server listens that was told nothing else; a running one names its own address. */
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

export function openApiDocument(
  operations: readonly Operation[],
  facts: { readonly title: string; readonly version: string },
): OpenApiDocument {
  const groups = new Set(operations.map((operation) => operation.group));
  return {
    openapi: '3.1.0',
    info: {
      title: facts.title,
      version: facts.version,
      description: apiDescription,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: DEFAULT_SERVER }],
    security: [{ hmac: [] }],
    tags: [...groups].map((name) => ({ name })),
    paths: pathsOf(operations),
    webhooks: callbackWebhooks(),
    components: {
      schemas: {
        ...componentSchemas(),
        Meta: metaSchema,
        Error: errorSchema,
        ...callbackSchemas(),
      },
      responses: refusalResponses(operations),
      parameters: headerParameters,
      headers: responseHeaders,
      securitySchemes,
    },
  };
}

const metaSchema: Schema = {
  type: 'object',
  required: ['total', 'has_more'],
  properties: {
    total: { type: 'integer', description: 'Rows that match, on all pages' },
    has_more: {
      type: 'boolean',
      description: 'There are rows after this page: ask again with `starting_after`',
    },
  },
};

const text: Schema = { type: 'string' };
const responseHeaders = {
  RequestId: { description: 'Names this request in the log of the server', schema: text },
  ApiVersion: { description: 'Version in which the answer is written, 1 or 2', schema: text },
  Replayed: {
    description: '`true` when this is the stored answer to an earlier request with the same key',
    schema: text,
  },
  RetryAfter: { description: 'Seconds to wait before trying again', schema: text },
};

function pathsOf(operations: readonly Operation[]): OpenApiDocument['paths'] {
  const paths: Record<string, Partial<Record<Method, DocumentedOperation>>> = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Method;
    paths[operation.path] = { ...paths[operation.path], [method]: documented(operation) };
  }
  return paths;
}

function documented(operation: Operation): DocumentedOperation {
  const example = exampleOf(operation);
  const hasBody = Object.keys(operation.body).length > 0;
  const isBodyRequired = Object.values(operation.body).some((field) => field.isRequired);
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.group],
    'x-permission': operation.permission,
    parameters: parametersOf(operation, example),
    ...(hasBody
      ? {
          requestBody: {
            required: isBodyRequired,
            content: json(toSchema(objectSchema(operation.body)), example.body),
          },
        }
      : {}),
    responses: { [operation.status]: success(operation), ...errorReferences(operation) },
  };
}

function exampleOf(operation: Operation): RequestExample {
  return (requestExamples as Readonly<Record<string, RequestExample>>)[operation.id] ?? {};
}

function parametersOf(operation: Operation, example: RequestExample): (Parameter | Reference)[] {
  const headers = ['Date', 'ApiVersion', ...(operation.method === 'GET' ? [] : ['IdempotencyKey'])];
  return [
    ...fieldParameters('path', operation.params, example.params),
    ...fieldParameters('query', operation.query, example.query),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function fieldParameters(
  place: 'path' | 'query',
  fields: Fields,
  examples: Readonly<Record<string, string>> = {},
): Parameter[] {
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = toSchema(field.schema);
    return {
      name,
      in: place,
      required: field.isRequired,
      ...(description === undefined ? {} : { description }),
      schema,
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    };
  });
}

/** The v2 envelope, and beside it how v1 answers where that is different (http/versions.ts). */
function success(operation: Operation): Response {
  const object = toSchema(operation.response);
  const example = objectExamples[object.$ref?.split('/').at(-1) ?? ''] ?? {};
  const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });
  return {
    description: operation.status === 201 ? 'Created' : 'Done',
    headers: {
      'X-Request-Id': header('RequestId'),
      'Api-Version': header('ApiVersion'),
      ...(operation.method === 'GET' ? {} : { 'Idempotent-Replayed': header('Replayed') }),
    },
    content: envelope(operation, object, example),
    ...firstVersion(operation, object),
  };
}

function firstVersion(operation: Operation, object: Schema): Pick<Response, 'x-version-1'> {
  if (isBareList(operation)) {
    const description =
      'A bare array. `X-Total-Count` has the number of rows that match, and `Link` the next page: ' +
      '`</api/...?starting_after=...>; rel="next"`, when there is one';
    return { 'x-version-1': { description, schema: { type: 'array', items: object } } };
  }
  if (operation.shape !== 'object') return {};
  const left = isFeeless(operation) ? `, and without ${LEFT_OUT_OF_COMMIT.join(' and ')}` : '';
  const description = `The bare object, without the envelope${left}`;
  return { 'x-version-1': { description, schema: object } };
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

/** Rates are a map by pair and no list of rows. */
function isMap(schema: TSchema): boolean {
  return 'patternProperties' in schema;
}

function json(schema: Schema, example: unknown): Content {
  return {
    'application/json': { schema, ...(example === undefined ? {} : { example }) },
  };
}
