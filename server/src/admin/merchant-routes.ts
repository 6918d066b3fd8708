// Routes of the merchant API for members of the project: the paths of the public API below the project, its second
// version, with its validation, errors and Idempotency-Key. Changes are written to the audit log.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { GroupId } from '../contract/groups.ts';
import type { Operation } from '../contract/operation.ts';
import type { About } from '../contract/operator/operation.ts';
import { merchantPath, PROJECT_PARAMETER, permissionFor } from '../contract/people/paths.ts';
import { needsStepUp } from '../contract/roles.ts';
import { notFound } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { requestOf, routerPath } from '../http/operation-request.ts';
import { type AnyHandler, findProblems, type Principal, serveFor } from '../http/serve.ts';
import { journaled } from '../operator/journaled.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { notingRefusals } from './note-refusal.ts';
import { insistOnKey, sendAnswer } from './once.ts';
import {
  type Admin,
  actorOf,
  admit,
  authenticatePerson,
  forbidden,
  insistOnStepUpOfValid,
  type Person,
  permissionsIn,
  valuesOf,
} from './person.ts';

const VERSION = 2;

/** The body of a denied request is not parsed. */
const NO_CONTENT = { input: {}, output: Type.Object({}) } as const;

interface Served {
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

export function addMerchantRoute(fastify: FastifyInstance, admin: Admin, served: Served): void {
  const { app } = admin;
  const { operation } = served;
  const { method } = operation;
  fastify.route({
    method,
    url: routerPath(merchantPath(operation)),
    handler: async (request, reply) => {
      const client = admit(admin, request);
      const person = await authenticatePerson(admin, request, client);
      const project = await requestedProject(admin, person, request);
      const mine = permissionsIn(person, project.id);
      const permission = permissionFor(operation, method === 'GET' ? {} : valuesOf(request));
      const principal: Principal = {
        project,
        apiKey: `user:${person.user.id}`,
        apiVersion: VERSION,
        signature: null,
        mayPayOut: mine.has('payout'),
        mayWrite: mine.has('write'),
      };
      const requested = { ...served, request: requestOf(operation, request) };
      const insist = async () => {
        if (!mine.has(permission)) throw forbidden();
        if (needsStepUp(permission))
          await insistOnStepUpOfValid(person, () => findProblems(app, requested, principal));
      };
      const { id: name } = operation;
      const refused = { name, operation: NO_CONTENT, person, projectId: project.id };
      await (permission === 'read' ? insist() : notingRefusals(admin, refused, insist));
      // Browsers retry requests that got no response.
      if (method !== 'GET') insistOnKey(request);
      const answer = await serveFor(
        app,
        {
          ...requested,
          handler: withLine(served, { person, project }),
          fail: (error) => admin.fail(error, request.id),
        },
        principal,
      );
      (request as { projectId?: string }).projectId = project.id;
      return sendAnswer(reply, request, answer);
    },
  });
}

/** Errors: 404 if it does not exist or the person is not a member. */
export async function requestedProject(
  { app }: Admin,
  person: Person,
  { params }: FastifyRequest,
): Promise<Project> {
  const { [PROJECT_PARAMETER]: id = '' } = params as Record<string, string>;
  const mayBe = isUuid(id) && (person.everywhere.size > 0 || person.places.has(id.toLowerCase()));
  const project = mayBe ? await loadProject(app.db, id) : null;
  if (project === null) throw notFound();
  return project;
}

function withLine(
  { operation, handler }: Served,
  { person, project }: { person: Person; project: Project },
): AnyHandler {
  if (operation.method === 'GET') return handler;
  const { id: name, params, query, body, response: output } = operation;
  const described = { input: { ...params, ...query, ...body }, output, ...aboutOf(operation) };
  const actor = actorOf(person);
  const wrapped: AnyHandler = (app, caller, input) => {
    const values: Record<string, unknown> = { ...(input as object), project: project.id };
    const called = { name, operation: described, actor, projectId: project.id };
    return journaled(app, { ...called, values, input: values }, () => handler(app, caller, input));
  };
  return Object.assign(wrapped, handler.findProblems && { findProblems: handler.findProblems });
}

/** By group of operations. Operations of other groups do not concern a single object. */
const types: Readonly<Partial<Record<GroupId, About['type']>>> = {
  invoices: 'invoice',
  channels: 'channel',
  coin_withdrawals: 'withdrawal',
  coin_deposits: 'deposit',
  exchange_transfers: 'exchange',
  customers: 'customer',
  checkouts: 'checkout',
  payment_links: 'payment_link',
  subscriptions: 'subscription',
};

/** The object in the path, or the created one. */
function aboutOf({ group, params }: Operation): { about: About } | Record<string, never> {
  const type = types[group];
  if (type === undefined) return {};
  const [input] = Object.keys(params);
  return { about: input === undefined ? { type, output: 'id' } : { type, input } };
}
