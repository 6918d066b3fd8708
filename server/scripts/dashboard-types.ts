// dashboard/src/shared/api-types.ts: the operations that the dashboard uses, with input and output. Operations of
// people and of the operator come from their lists, those of merchants from the OpenAPI document, with the client's
// types.
import {
  type DocumentedOperation,
  type OpenApiDocument,
  toSchema,
} from '../src/contract/openapi-types.ts';
import type { Operation } from '../src/contract/operation.ts';
import { operations } from '../src/contract/operations.ts';
import { permissionInProject } from '../src/contract/operator/of-projects.ts';
import {
  isReadOnly,
  JOURNAL_OBJECTS,
  type OperatorOperation,
} from '../src/contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../src/contract/operator/operations.ts';
import type { PeopleOperation } from '../src/contract/people/fields.ts';
import { peopleOperations } from '../src/contract/people/operations.ts';
import { operatorMethod, permissionFor } from '../src/contract/people/paths.ts';
import { needsStepUp, permissions } from '../src/contract/roles.ts';
import { ERROR_STATUS } from '../src/core/error-codes.ts';
import { localesFolder } from '../src/core/places.ts';
import { fieldsOf, inputNameOf, inputOf, typeOf } from './client-types.ts';
import { readArea } from './text-types.ts';

const HEADER = `// The operations of the service, with input, output and required permission. The build derives this file from the
// contract (server/scripts/build-types.ts): do not edit it.
`;

const NOTHING = 'export type Nothing = Readonly<Record<string, never>>;\n';

const operatorList: readonly (readonly [string, OperatorOperation])[] =
  Object.entries(operatorOperations);
const peopleList: readonly (readonly [string, PeopleOperation])[] =
  Object.entries(peopleOperations);
const merchantList: readonly Operation[] = Object.values(operations);

export function dashboardTypes(document: OpenApiDocument): string {
  const documented = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );
  const types = [
    'export interface OperatorApi {',
    ...operatorList.map(([name, operation]) => describedType(name, operation)),
    '}\n',
    'export interface PeopleApi {',
    ...peopleList.map(([name, operation]) => describedType(name, operation)),
    '}\n',
    'export interface MerchantApi {',
    ...merchantList.map((operation) => merchantType(operation, documented.get(operation.id))),
    '}\n',
  ].join('\n');
  const named = types.replaceAll(/\{\s*\}/g, 'Nothing');
  return [HEADER, importsFor(named, document), NOTHING, named, ...tables()].join('\n');
}

type Described = Pick<OperatorOperation, 'summary' | 'input' | 'output'>;

function describedType(name: string, operation: Described): string {
  const fields = Object.entries(operation.input);
  const input = fieldsOf(
    {
      properties: Object.fromEntries(fields.map(([key, field]) => [key, toSchema(field.schema)])),
      required: fields.filter(([, field]) => field.isRequired).map(([key]) => key),
    },
    'input',
  );
  const output = typeOf(toSchema(operation.output), 'output');
  return `/** ${operation.summary}. */\n'${name}': { input: ${input}; output: ${output} };`;
}

function merchantType(operation: Operation, documented?: DocumentedOperation): string {
  const params = Object.keys(operation.params).map((name) => `${name}: string`);
  const hasMore = documented !== undefined && inputOf(documented) !== null;
  const parts = [
    ...(params.length > 0 ? [`{ ${params.join('; ')} }`] : []),
    ...(hasMore ? [inputNameOf(operation.id)] : []),
  ];
  const input = parts.length === 0 ? 'Nothing' : parts.join(' & ');
  const row = typeOf(toSchema(operation.response), 'output');
  const output = { object: row, list: `(${row})[]`, page: `Page<${row}>` }[operation.shape];
  return `/** ${operation.summary}. */\n${operation.id}: { input: ${input}; output: ${output} };`;
}

/** What the types name of the client's. */
function importsFor(types: string, document: OpenApiDocument): string {
  const inputs = merchantList.map(({ id }) => inputNameOf(id));
  const known = ['Amount', 'Time', 'Metadata', 'JsonObject', 'Page', ...inputs];
  const names = new Set([...known, ...Object.keys(document.components.schemas)]);
  const code = types.replaceAll(/\/\*\*.*\*\//g, '');
  const used = [...names].filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `import type { ${used.sort().join(', ')} } from '@chaintill/client';\n`;
}

/** The keys of the texts, without those of a code's other texts (`code.name`). */
function problemCodes(): readonly string[] {
  const { problems = {} } = readArea(localesFolder, 'en', 'api-errors');
  return Object.keys(problems).filter((key) => !key.includes('.'));
}

/** What is needed while it runs: paths, and what each operation needs. */
function tables(): readonly string[] {
  return [
    codesType('ErrorCode', Object.keys(ERROR_STATUS)),
    codesType('ProblemCode', problemCodes()),
    codesType('FormCode', Object.keys(readArea(localesFolder, 'en', 'api-errors')['forms'] ?? {})),
    codesType('JournaledOperation', journaledNames()),
    codesType('JournalObject', JOURNAL_OBJECTS),
    '/** Before these is asked who it is, when the last proof is some minutes old: they say what is confirmed. */',
    codesType('StepUpOperation', stepUpNames()),
    `export type Permission = ${Object.keys(permissions)
      .map((name) => `'${name}'`)
      .join(' | ')};\n`,
    'export const operatorPermissions: Readonly<Record<keyof OperatorApi, Permission>> = {',
    ...operatorList.map(([name, { permission }]) => `'${name}': '${permission}',`),
    '};\n',
    '/** What is enough in a project for those that need something else in the installation. */',
    'export const projectPermissions: Readonly<Partial<Record<keyof OperatorApi, Permission>>> = {',
    ...operatorList.flatMap(([name, { permission }]) => {
      const within = permissionInProject(name as OperatorName);
      return within === null || within === permission ? [] : [`'${name}': '${within}',`];
    }),
    '};\n',
    '/** Which of those that only look are asked for by POST, as what is given is long. */',
    `export const longOperations: readonly (keyof OperatorApi)[] = [${operatorList
      .filter(
        ([name, { permission }]) =>
          permission === 'read' && operatorMethod(name as OperatorName) === 'POST',
      )
      .map(([name]) => `'${name}'`)
      .join(', ')}];\n`,
    `/** Method, and path below /admin/api. */`,
    `export const peopleRoutes: Readonly<Record<keyof PeopleApi, readonly ['GET' | 'POST' | 'DELETE', string]>> = {`,
    ...peopleList.map(([name, { method, path }]) => `'${name}': ['${method}', '${path}'],`),
    '};\n',
    '/** Method, path below that of the project, what is needed, and what is answered. */',
    `export type MerchantRoute = readonly [`,
    `method: 'GET' | 'POST' | 'PATCH', path: string, permission: Permission, shape: 'object' | 'list' | 'page',`,
    '];\n',
    'export const merchantRoutes: Readonly<Record<keyof MerchantApi, MerchantRoute>> = {',
    ...merchantList.map(merchantRoute),
    '};\n',
  ];
}

/** What has a line in the journal: whatever changes something, and coming in. */
function journaledNames(): readonly string[] {
  const ofPeople = peopleList.filter(
    ([, { method, leavesNoLine }]) => method !== 'GET' && !leavesNoLine,
  );
  return [
    ...operatorList.filter(([, { permission }]) => !isReadOnly(permission)).map(([name]) => name),
    ...ofPeople.map(([name]) => name),
    ...merchantList.filter(({ method }) => method !== 'GET').map(({ id }) => id),
    'session.begin',
  ];
}

function stepUpNames(): readonly string[] {
  return [
    ...operatorList
      .filter(([name, { permission }]) =>
        [permission, permissionInProject(name as OperatorName)].some(
          (each) => each !== null && needsStepUp(each),
        ),
      )
      .map(([name]) => name),
    ...peopleList.filter(([, { requiresStepUp }]) => requiresStepUp).map(([name]) => name),
    ...merchantList
      .filter((operation) => needsStepUp(permissionFor(operation, operation.body)))
      .map(({ id }) => id),
  ];
}

/** All that screens have words for. */
function codesType(name: string, codes: readonly string[]): string {
  return `export type ${name} = ${codes.map((code) => `'${code}'`).join(' | ')};\n`;
}

function merchantRoute(operation: Operation): string {
  const { id, method, path, shape } = operation;
  const below = path.replace(/^\/api/, '');
  return `${id}: ['${method}', '${below}', '${permissionFor(operation)}', '${shape}'],`;
}
