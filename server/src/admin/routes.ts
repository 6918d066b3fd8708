// The dashboard API: everything below /admin/api. Built from three lists of operations: a person's own account, the
// operator's, and the merchant's. docs/decisions/0101-people.md.
import type { FastifyInstance } from 'fastify';
import { peopleDocument } from '../contract/openapi-people.ts';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import type { OperatorOperation } from '../contract/operator/operation.ts';
import { type OperatorName, operatorOperations } from '../contract/operator/operations.ts';
import { type PeopleName, peopleOperations } from '../contract/people/operations.ts';
import { steadyNow } from '../core/clock.ts';
import { packageVersion } from '../core/places.ts';
import type { Handlers } from '../http/handlers.ts';
import { rateLimit } from '../http/rate-limit.ts';
import type { AnyHandler } from '../http/serve.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { addBrandPreviewRoute } from './brand-preview.ts';
import { addExportRoutes } from './exports/routes.ts';
import { addMerchantRoute } from './merchant-routes.ts';
import { countRefusals } from './note-refusal.ts';
import { addOperatorRoute } from './operator-routes.ts';
import { addPeopleRoute } from './people-routes.ts';
import { type Admin, adminHeaders, admit, authenticatePerson, safeHeaders } from './person.ts';
import { addStreamRoute, type Stream } from './stream.ts';

interface Parts extends Pick<Admin, 'fail'> {
  readonly merchants: Handlers;
  readonly stream: Stream;
}

/** Per person and hour. Setting up a passkey or codes takes a few. */
const OWN_CHANGES_MAX = 120;
/** People in an office share an IP address, and a screen sends several requests at once. */
const BEHIND_ONE_ADDRESS = 6;

const operatorList = Object.entries(operatorOperations) as [OperatorName, OperatorOperation][];

export function addAdminRoutes(
  fastify: FastifyInstance,
  app: OperatorApp,
  { merchants, fail, stream }: Parts,
): void {
  const admin: Admin = {
    app,
    fail,
    limit: rateLimit(app.config.requestsPerMinute * BEHIND_ONE_ADDRESS),
    refusals: countRefusals(),
    ownChanges: countRefusals(steadyNow, { most: OWN_CHANGES_MAX }),
  };
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/admin/api/'))
      reply.headers({ ...safeHeaders, 'x-request-id': request.id });
    done(null, payload);
  });
  for (const name of Object.keys(peopleOperations) as PeopleName[])
    addPeopleRoute(fastify, admin, name);
  for (const [name, operation] of operatorList)
    if (operation.isSandboxOnly !== true || app.sandbox !== undefined)
      addOperatorRoute(fastify, admin, name);
  for (const operation of Object.values(operations) as Operation[]) {
    const handler = merchants[operation.id as keyof Handlers] as AnyHandler;
    addMerchantRoute(fastify, admin, { operation, handler });
  }
  addExportRoutes(fastify, admin, merchants);
  addBrandPreviewRoute(fastify, admin);
  addStreamRoute(fastify, admin, stream);
  addDocumentRoute(fastify, admin);
}

function addDocumentRoute(fastify: FastifyInstance, admin: Admin): void {
  let text: string | null = null;
  fastify.get('/admin/api/openapi.json', async (request, reply) => {
    await authenticatePerson(admin, request, admit(admin, request));
    text ??= JSON.stringify({
      ...peopleDocument(packageVersion(), { hasSandbox: admin.app.sandbox !== undefined }),
      servers: [{ url: admin.app.publicUrl.value }],
    });
    return reply.headers(adminHeaders).send(text);
  });
}
