// GET /admin/api/events: the stream of what changed, for who is signed in.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/errors.ts';
import { type Admin, adminHeaders, admit, authenticatePerson } from './admin.ts';
import { type Person, stillThere } from './person.ts';
import type { Listener, Stream } from './stream.ts';

export function addStreamRoute(fastify: FastifyInstance, admin: Admin, stream: Stream): void {
  fastify.get('/admin/api/events', async (request, reply) => {
    // It begins again by itself, which is no use of the session.
    const client = { ...admit(admin, request), isAway: true };
    const person = await authenticatePerson(admin, request, client);
    if (stream.count(person.user.id) >= OF_ONE_MAX) throw tooMany();
    reply.hijack();
    const answer = reply.raw;
    answer.writeHead(200, {
      ...adminHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      // nginx would keep it back (ngx_http_proxy_module, proxy_buffering).
      'x-accel-buffering': 'no',
      // It ends with the process or the session, and nothing else comes on it.
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
          // While the database is away nobody is sent away.
          return !(error instanceof AppError && error.status === UNAUTHENTICATED);
        }
      },
    };
    stream.add(listener, typeof after === 'string' ? after : null);
  });
}

const UNAUTHENTICATED = 401;
/** Windows that somebody has open at once. */
const OF_ONE_MAX = 20;

function tooMany(): AppError {
  const message = 'too many screens of yours are open: close some';
  return new AppError({ code: 'rate_limit_exceeded', status: 429, message });
}

/** A token may be for less than its owner may see. */
function projectsOf({ everywhere, places }: Person): ReadonlySet<string> | null {
  if (everywhere.has('read')) return null;
  const seen = [...places].filter(([, { permissions }]) => permissions.has('read'));
  return new Set(seen.map(([id]) => id));
}
