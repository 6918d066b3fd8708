// Notifies open screens of changes with server-sent events (HTML standard, 9.2). An event contains a kind and an ID;
// clients with permission then request the object. Recent events are kept, so that a reconnecting client resumes where
// it was. A client that was disconnected too long, or was connected to another process, must reload everything.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { MINUTE, SECOND, sleep } from '../core/clock.ts';
import { AppError, apiError } from '../core/errors.ts';
import type { Change } from '../db/changed.ts';
import {
  type Admin,
  adminHeaders,
  admit,
  authenticatePerson,
  type Person,
  stillThere,
} from './person.ts';

export function addStreamRoute(fastify: FastifyInstance, admin: Admin, stream: Stream): void {
  fastify.get('/admin/api/events', async (request, reply) => {
    // The browser reconnects automatically, which does not count as session activity.
    const client = { ...admit(admin, request), isAway: true };
    const person = await authenticatePerson(admin, request, client);
    if (stream.count(person.user.id) >= OF_ONE_MAX)
      throw apiError('rate_limit_exceeded.open_screens');
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

/** A token may cover fewer projects than its owner can see. */
function projectsOf({ everywhere, places }: Person): ReadonlySet<string> | null {
  if (everywhere.has('read')) return null;
  const seen = [...places].filter(([, { permissions }]) => permissions.has('read'));
  return new Set(seen.map(([id]) => id));
}

export interface Listener {
  /** Null: all projects. */
  projects: ReadonlySet<string> | null;
  readonly answer: ServerResponse;
  readonly userId: string;
  /** Checks permissions again, every minute. False: close the stream. */
  stays(): Promise<boolean>;
}

export interface Stream {
  report(changes: readonly Change[]): void;
  /** Events may have been missed: all clients must reload. */
  reset(): void;
  /** `after`: the last event that the client has received. */
  add(listener: Listener, after: string | null): void;
  /** Streams of one person, or of all. */
  count(userId?: string): number;
  /** Closes the streams of clients that lost their permission. */
  lookAtAll(): Promise<void>;
  close(): void;
}

/** A burst of changes is collected for this time and deduplicated. */
const GATHERS_FOR = 200;
const KEPT_MAX = 2000;
/** Proxies close silent connections. */
const HEARTBEAT_EVERY = 15 * SECOND;
/** A client that does not read is disconnected. It reconnects and must reload everything. */
const UNREAD_MAX = 1_000_000;

interface Reported {
  readonly n: number;
  readonly change: Change;
  readonly text: string;
}

/** `name` identifies this process and this start of it. */
export function openStream(name: string): Stream {
  const listeners = new Set<Listener>();
  const kept: Reported[] = [];
  const waiting = new Map<string, Change>();
  let last = 0;
  let isGathering = false;
  const closing = new AbortController();

  const send = (listener: Listener, text: string) => {
    const { answer } = listener;
    if (answer.writableLength > UNREAD_MAX) answer.destroy();
    else if (!answer.writableEnded) answer.write(text);
  };
  const flush = () => {
    isGathering = false;
    if (closing.signal.aborted) return;
    const reported = [...waiting.values()].map((change): Reported => {
      last += 1;
      return { n: last, change, text: textOf(`${name}-${last}`, change) };
    });
    waiting.clear();
    kept.push(...reported);
    kept.splice(0, Math.max(0, kept.length - KEPT_MAX));
    for (const listener of listeners) {
      const text = reported.filter(({ change }) => hears(listener, change)).map(({ text }) => text);
      if (text.length > 0) send(listener, text.join(''));
    }
  };
  const repeat = async (every: number, work: (listener: Listener) => void) => {
    while (!closing.signal.aborted) {
      await sleep(every, closing.signal);
      if (!closing.signal.aborted) for (const listener of listeners) work(listener);
    }
  };
  void repeat(HEARTBEAT_EVERY, (listener) => send(listener, ': still here\n\n'));
  void repeat(MINUTE, (listener) => void checkPresence(listener));

  return {
    report(changes) {
      for (const change of changes)
        waiting.set(`${change.projectId} ${change.type} ${change.id}`, change);
      if (isGathering) return;
      isGathering = true;
      void sleep(GATHERS_FOR, closing.signal).then(flush);
    },
    reset() {
      kept.length = 0;
      last += 1;
      for (const listener of listeners) send(listener, resetText(`${name}-${last}`));
    },
    add(listener, after) {
      const { answer } = listener;
      // A client that disconnected during the permission check is not added: its close event has already fired and
      // would never remove it.
      if (answer.destroyed) return;
      answer.on('close', () => listeners.delete(listener));
      listeners.add(listener);
      const missed = after === null ? [] : missedSince(after, { name, kept, last });
      if (missed === null) return send(listener, resetText(`${name}-${last}`));
      const texts = missed.filter(({ change }) => hears(listener, change)).map(({ text }) => text);
      send(listener, `: welcome\nid: ${name}-${last}\n\n${texts.join('')}`);
    },
    count: (userId) => (userId === undefined ? listeners.size : countOf(listeners, userId)),
    lookAtAll: async () => void (await Promise.all([...listeners].map(checkPresence))),
    close() {
      closing.abort();
      for (const { answer } of listeners) answer.end();
    },
  };
}

function countOf(listeners: ReadonlySet<Listener>, userId: string): number {
  return [...listeners].filter((listener) => listener.userId === userId).length;
}

/** The stream is ended, not destroyed: browsers report a destroyed stream as an error. */
async function checkPresence({ answer, stays }: Listener): Promise<void> {
  if (await stays()) return;
  if (answer.writableLength > 0) answer.destroy();
  else answer.end();
}

/** Changes without a project are only sent to people with instance-wide access. */
function hears({ projects }: Listener, { projectId }: Change): boolean {
  return projects === null || (projectId !== null && projects.has(projectId));
}

/** Null: unknown. */
function missedSince(
  after: string,
  { name, kept, last }: { name: string; kept: readonly Reported[]; last: number },
): readonly Reported[] | null {
  const [from, n] = [after.slice(0, after.lastIndexOf('-')), Number(after.split('-').at(-1))];
  const first = kept[0]?.n ?? last + 1;
  if (from !== name || !Number.isInteger(n) || n > last || n + 1 < first) return null;
  return kept.filter((reported) => reported.n > n);
}

function textOf(id: string, { projectId, type, id: objectId }: Change): string {
  const data = JSON.stringify({ type, id: objectId, project_id: projectId });
  return `id: ${id}\nevent: changed\ndata: ${data}\n\n`;
}

const resetText = (id: string) => `id: ${id}\nevent: reset\ndata: {}\n\n`;
