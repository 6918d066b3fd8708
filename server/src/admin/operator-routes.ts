// Routes of the operator's operations: what looks is asked for by GET, what changes something by POST.
import type { FastifyInstance } from 'fastify';
import type { Fields } from '../contract/fields.ts';
import { type OperatorName, operatorOperations } from '../contract/operator/operations.ts';
import { operatorMethod, operatorPath } from '../contract/people/paths.ts';
import { perform } from '../operator/perform.ts';
import { type Admin, admit, sendData, valuesOf, whoAsks } from './admin.ts';
import { authorize } from './authorize.ts';
import { actorOf } from './person.ts';

export function addOperatorRoute(fastify: FastifyInstance, admin: Admin, name: OperatorName): void {
  const { app } = admin;
  const { input } = operatorOperations[name];
  fastify.route({
    method: operatorMethod(name),
    url: operatorPath(name),
    handler: async (request, reply) => {
      const client = admit(admin, request);
      const person = await whoAsks(admin, request, client);
      const asked = listsOf(input, valuesOf(request));
      const values = await authorize(app, person, { name, values: asked });
      return sendData(reply, request, await perform(app, name, { values, actor: actorOf(person) }));
    },
  });
}

/** In a query one item is no list yet, and several may be one text with commas. */
function listsOf(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const { type } = (fields[name]?.schema ?? {}) as { type?: string };
    return [name, type === 'array' && typeof value === 'string' ? value.split(',') : value];
  });
  return Object.fromEntries(entries);
}
