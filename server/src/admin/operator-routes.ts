// Routes of the operator's operations: GET for reads, POST for changes.
import type { FastifyInstance } from 'fastify';
import type { Fields } from '../contract/fields.ts';
import { movesMoney, type OperatorOperation } from '../contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../contract/operator/operations.ts';
import { operatorMethod, operatorPath } from '../contract/people/paths.ts';
import { perform } from '../operator/perform.ts';
import { authorize } from './authorize.ts';
import { notingRefusals } from './note-refusal.ts';
import { insistOnKey, sendOnce } from './once.ts';
import { type Admin, actorOf, admit, authenticatePerson, sendData, valuesOf } from './person.ts';

/** A file in base64 text (projects/logo.ts), and the other fields, unless the field has its own limit. */
const FILE_REQUEST_BYTES_MAX = 400_000;

export function addOperatorRoute(fastify: FastifyInstance, admin: Admin, name: OperatorName): void {
  const { app } = admin;
  const { input, output, permission }: OperatorOperation = operatorOperations[name];
  const method = operatorMethod(name);
  const bytesMax = Object.values(input).map(bytesOf);
  fastify.route({
    method,
    bodyLimit: Math.max(app.config.bodyBytesMax, ...bytesMax),
    url: operatorPath(name),
    handler: async (request, reply) => {
      const client = admit(admin, request);
      const person = await authenticatePerson(admin, request, client);
      const requested = listsOf(input, valuesOf(request));
      const authorized = () => authorize(app, person, { name, values: requested });
      const { project: projectId } = requested;
      const refused = { name, operation: { input, output }, person, projectId };
      const allowed =
        permission === 'read'
          ? await authorized()
          : await notingRefusals(admin, refused, authorized);
      const call = { ...allowed, actor: actorOf(person) };
      if (method === 'GET') return sendData(reply, request, await perform(app, name, call));
      if (movesMoney(permission)) insistOnKey(request);
      return sendOnce(admin, { request, reply, person }, (objectId) =>
        perform(app, name, { ...call, objectId }),
      );
    },
  });
}

function bytesOf(field: object): number {
  if (!('isBulky' in field)) return 0;
  return 'bytesMax' in field ? Number(field.bytesMax) : FILE_REQUEST_BYTES_MAX;
}

/** In a query string, a single item is not a list yet, and several items may be one comma-separated text. */
function listsOf(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const { type } = (fields[name]?.schema ?? {}) as { type?: string };
    return [name, type === 'array' && typeof value === 'string' ? value.split(',') : value];
  });
  return Object.fromEntries(entries);
}
