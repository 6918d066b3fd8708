// What changed, told to the screens that are open: one stream of server-sent events for each (HTML standard, 9.2). An
// event has what it is and its id; whoever may see it asks for it. The last ones are kept, so that a screen that was
// cut off goes on where it was; one that was away for longer, or was at another process, is told to ask for
// everything again.
import type { ServerResponse } from 'node:http';
import { MINUTE, SECOND, sleep } from '../core/clock.ts';
import type { Change } from '../db/changed.ts';

export interface Listener {
  /** Null: of every project. */
  projects: ReadonlySet<string> | null;
  readonly answer: ServerResponse;
  readonly userId: string;
  /** Looks again at what he may hear, every minute. False: nothing any more. */
  stays(): Promise<boolean>;
}

export interface Stream {
  report(changes: readonly Change[]): void;
  /** Something may have been missed: everybody asks for everything again. */
  reset(): void;
  /** `after`: the last event that he has seen. */
  add(listener: Listener, after: string | null): void;
  /** Of one person, or of all. */
  count(userId?: string): number;
  /** Lets go who may not listen any more. */
  lookAtAll(): Promise<void>;
  close(): void;
}

/** A burst is told in pieces of so long, each change once. */
const GATHERS_FOR = 200;
const KEPT_MAX = 2000;
/** Proxies close what is silent. */
const HEARTBEAT_EVERY = 15 * SECOND;
/** Who does not read what is sent is cut off: he comes again, and is told to ask for everything. */
const UNREAD_MAX = 1_000_000;

interface Reported {
  readonly n: number;
  readonly change: Change;
  readonly text: string;
}

/** `name` tells this process, and this start of it, from others. */
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
  void repeat(MINUTE, (listener) => void lookAt(listener));

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
      // Who went away while he was looked at is told nothing, and nothing tells that he has gone.
      if (answer.destroyed) return;
      answer.on('close', () => listeners.delete(listener));
      listeners.add(listener);
      const missed = after === null ? [] : missedSince(after, { name, kept, last });
      if (missed === null) return send(listener, resetText(`${name}-${last}`));
      const texts = missed.filter(({ change }) => hears(listener, change)).map(({ text }) => text);
      send(listener, `: welcome\nid: ${name}-${last}\n\n${texts.join('')}`);
    },
    count: (userId) => (userId === undefined ? listeners.size : countOf(listeners, userId)),
    lookAtAll: async () => void (await Promise.all([...listeners].map(lookAt))),
    close() {
      closing.abort();
      for (const { answer } of listeners) answer.end();
    },
  };
}

function countOf(listeners: ReadonlySet<Listener>, userId: string): number {
  return [...listeners].filter((listener) => listener.userId === userId).length;
}

/** A browser calls it an error when a stream is cut off, not when it ends. */
async function lookAt({ answer, stays }: Listener): Promise<void> {
  if (await stays()) return;
  if (answer.writableLength > 0) answer.destroy();
  else answer.end();
}

/** What belongs to no project is for those who see all. */
function hears({ projects }: Listener, { projectId }: Change): boolean {
  return projects === null || (projectId !== null && projects.has(projectId));
}

/** Null: nobody knows any more. */
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
