// GET /admin/api/openapi.json: describes the dashboard API, for signed-in people.
import type { FastifyInstance } from 'fastify';
import { peopleDocument } from '../contract/openapi-people.ts';
import { packageVersion } from '../core/package-version.ts';
import { type Admin, adminHeaders, admit, authenticatePerson } from './admin.ts';

export function addDocumentRoute(fastify: FastifyInstance, admin: Admin): void {
  let text: string | null = null;
  fastify.get('/admin/api/openapi.json', async (request, reply) => {
    await authenticatePerson(admin, request, admit(admin, request));
    text ??= JSON.stringify({
      ...peopleDocument(packageVersion()),
      servers: [{ url: admin.app.publicUrl.value }],
    });
    return reply.headers(adminHeaders).send(text);
  });
}
