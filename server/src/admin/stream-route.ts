// GET /admin/api/events: the stream of changes, for signed-in people.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/errors.ts';
import { type Admin, adminHeaders, admit, authenticatePerson } from './admin.ts';
import { type Person, stillThere } from './person.ts';
import type { Listener, Stream } from './stream.ts';

export function addStreamRoute(fastify: FastifyInstance, admin: Admin, stream: Stream): void {
  fastify.get('/admin/api/events', async (request, reply) => {
    // The browser reconnects automatically, which does not count as session activity.
    const client = { ...admit(admin, request), isAway: true };
    const person = await authenticatePerson(admin, request, client);
    if (stream.count(person.user.id) >= OF_ONE_MAX) throw tooMany();
    reply.hijack();
    const answer = reply.raw;
    answer.writeHead(200, {
      ...adminHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      // Without this, nginx would buffer the stream (ngx_http_proxy_module, proxy_buffering).
      'x-accel-buffering': 'no',
      // The connection ends with the process or the session and is not reused.
      connection: 'close',
      'x-request-id': request.id,
    });
    const after = request.headers['last-event-id'];
    const listener: Listener = {
      answer,
      userId: person.user.id,
      projects: projectsOf(person),
      async stays() {
        try {
          listener.projects = projectsOf(await stillThere(admin.app, person));
          return listener.projects === null || listener.projects.size > 0;
        } catch (error) {
          // While the database is unavailable, streams stay open.
          return !(error instanceof AppError && error.status === UNAUTHENTICATED);
        }
      },
    };
    stream.add(listener, typeof after === 'string' ? after : null);
  });
}

const UNAUTHENTICATED = 401;
/** Open tabs per person. */
const OF_ONE_MAX = 20;

function tooMany(): AppError {
  const message = 'too many screens of yours are open: close some';
  return new AppError({ code: 'rate_limit_exceeded', status: 429, message });
}

/** A token may cover fewer projects than its owner can see. */
function projectsOf({ everywhere, places }: Person): ReadonlySet<string> | null {
  if (everywhere.has('read')) return null;
  const seen = [...places].filter(([, { permissions }]) => permissions.has('read'));
  return new Set(seen.map(([id]) => id));
}
