// The OpenAPI 3.1 document of the dashboard API, generated from its three lists: what people do for themselves,
// operator operations, and merchant operations. Pure. Served at /admin/api/openapi.json.
import type { TSchema } from 'typebox';
import { type Fields, objectSchema } from './fields.ts';
import { openApiDocument } from './openapi.ts';
import { errorSchema } from './openapi-common.ts';
import { type Content, type Parameter, type Schema, toSchema } from './openapi-types.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { permissionInProject } from './operator/of-projects.ts';
import { movesMoney, type OperatorOperation } from './operator/operation.ts';
import { type OperatorName, operatorOperations } from './operator/operations.ts';
import type { PeopleOperation } from './people/fields.ts';
import { peopleOperations } from './people/operations.ts';
import {
  ADMIN_BASE,
  merchantPath,
  operatorMethod,
  operatorPath,
  PROJECT_PARAMETER,
  permissionFor,
} from './people/paths.ts';
import { needsStepUp } from './roles.ts';

interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly text: string;
  readonly input: Fields;
  readonly output: TSchema;
  /** Whether an Idempotency-Key is required or optional. */
  readonly key: 'none' | 'optional' | 'required';
  readonly isSandboxOnly?: boolean;
}

const description = [
  'The API of the dashboard, and of programs with a personal token. A session cookie or a token authenticates each request.',
  'Requests that change something have a JSON body and the `Origin` of the instance. Decision 101 lists the permissions of each role.',
  'Merchant operations are those of version 2 of the public API, below the ID of a project.',
].join(' ');

/** `hasSandbox`: whether the instance simulates its networks. */
export function peopleDocument(version: string, { hasSandbox }: { hasSandbox: boolean }) {
  const described = all.filter(({ isSandboxOnly }) => hasSandbox || isSandboxOnly !== true);
  const merchants = openApiDocument(list, { title: 'merchants', version, dialect: 2 });
  const { components } = merchants;
  const tags = [...described.map(({ tag }) => tag), ...list.map(({ group }) => group)];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chaintill dashboard API',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8080' }],
    security: [{ session: [] }],
    tags: [...new Set(tags)].map((name) => ({ name })),
    paths: { ...ownPaths(described), ...merchantPaths(merchants) },
    components: {
      schemas: components.schemas,
      responses: {
        ...components.responses,
        Refused: { description: 'Refused', content: json(errorSchema) },
      },
      parameters: {
        IdempotencyKey: components.parameters['IdempotencyKey'],
        RequiredIdempotencyKey: { ...components.parameters['IdempotencyKey'], required: true },
        Project: project,
      },
      headers: components.headers,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-chaintill' },
      },
    },
  };
}

const list: readonly Operation[] = Object.values(operations);

const project: Parameter = {
  name: PROJECT_PARAMETER,
  in: 'path',
  required: true,
  description: 'Id of the project',
  schema: { type: 'string', format: 'uuid' },
};

const forThemselves = Object.entries(peopleOperations).map(
  ([id, operation]: [string, PeopleOperation]): Described => ({
    id,
    method: operation.method,
    path: `${ADMIN_BASE}${operation.path}`,
    tag: 'People',
    summary: operation.summary,
    input: operation.input,
    output: operation.output,
    key: operation.method === 'GET' || id.startsWith('session.') ? 'none' : 'optional',
    text: operation.access === 'anyone' ? 'Requires no sign-in.' : 'Requires a signed-in person.',
  }),
);

const forTheInstance = (Object.keys(operatorOperations) as OperatorName[]).map((id): Described => {
  const operation: OperatorOperation = operatorOperations[id];
  const { summary, input, output, permission } = operation;
  const proof = needsStepUp(permission) ? ' Requires a step-up within the last five minutes.' : '';
  const method = operatorMethod(id);
  const key = movesMoney(permission) ? 'required' : 'optional';
  return {
    id,
    method,
    key: method === 'GET' ? 'none' : key,
    path: operatorPath(id),
    tag: id.split('.')[0] ?? id,
    summary,
    input,
    output,
    isSandboxOnly: operation.isSandboxOnly === true,
    text: `Needs ${placesOf(id)}.${proof}`,
  };
});

function placesOf(id: OperatorName): string {
  const { permission } = operatorOperations[id];
  const within = permissionInProject(id);
  if (within === null) return `\`${permission}\` in the installation`;
  if (within === permission) return `\`${permission}\` in the project`;
  return `\`${within}\` in the project, or \`${permission}\` in the installation`;
}

const all: readonly Described[] = [...forThemselves, ...forTheInstance];

type Paths = Record<string, Record<string, object>>;

function ownPaths(described: readonly Described[]): Paths {
  const paths: Paths = {};
  for (const each of described)
    paths[each.path] = { ...paths[each.path], [each.method.toLowerCase()]: documented(each) };
  return paths;
}

function documented({ id, tag, summary, text, method, input, output, key }: Described): object {
  const data = toSchema(output);
  const answer: Schema = { type: 'object', required: ['data'], properties: { data } };
  const isBody = method !== 'GET' && Object.keys(input).length > 0;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: text,
    parameters: method === 'GET' ? queryOf(input) : keyOf(key),
    ...(isBody
      ? { requestBody: { required: true, content: json(toSchema(objectSchema(input))) } }
      : {}),
    responses: {
      200: { description: 'Done', content: json(answer) },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

function keyOf(key: Described['key']) {
  if (key === 'none') return [];
  const ref = key === 'required' ? 'RequiredIdempotencyKey' : 'IdempotencyKey';
  return [{ $ref: `#/components/parameters/${ref}` }];
}

function queryOf(input: Fields): Parameter[] {
  return Object.entries(input).map(([name, { schema, isRequired }]) => {
    const { description: message, ...rest } = toSchema(schema);
    return {
      name,
      in: 'query',
      required: isRequired,
      schema: rest,
      ...(message === undefined ? {} : { description: message }),
    };
  });
}

function json(schema: Schema): Content {
  return { 'application/json': { schema } };
}

/** The merchant paths without the signature, with the project, and with the Idempotency-Key. */
function merchantPaths({ paths }: ReturnType<typeof openApiDocument>): Paths {
  const own: Paths = {};
  for (const operation of list) {
    const method = operation.method.toLowerCase() as 'get';
    const found = paths[operation.path]?.[method];
    const permission = permissionFor(operation);
    const path = merchantPath(operation);
    const parameters = (found?.parameters ?? []).filter((each) => !('$ref' in each));
    const key = keyOf(method === 'get' ? 'none' : 'required');
    own[path] = {
      ...own[path],
      [method]: {
        ...found,
        description: `${operation.summary}. Needs \`${permission}\` in the project.`,
        parameters: [{ $ref: '#/components/parameters/Project' }, ...parameters, ...key],
      },
    };
  }
  return own;
}
