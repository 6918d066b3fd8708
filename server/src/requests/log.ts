// The request log, buffered in memory, so that no request waits. Entries that the database does not accept in time are
// dropped and counted.
import type { App } from '../app.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { later } from '../core/later.ts';
import { allowance, type RequestKind } from './allowance.ts';
import { type NewRequest, storeRequests } from './store-requests.ts';

export interface RequestLog {
  /** Calls `describe` only if the request is logged. */
  note(projectId: string, kind: RequestKind, describe: () => Described): void;
  finish(): Promise<void>;
}

export type Described = Omit<NewRequest, 'projectId' | 'id' | 'at' | 'leftOut'>;

const STORED_AFTER = SECOND;
const SET_MAX = 200;
/** An entry takes at most a few kilobytes. */
const WAITING_MAX = 2000;

/** IDs follow the machine's clock: a sandbox clock may be days ahead, but the request arrived today. */
const machine = { now: wallNow };

interface Waiting {
  readonly kind: RequestKind;
  readonly request: NewRequest;
}

export function requestLog(app: App): RequestLog {
  const allowed = allowance();
  const waiting: Waiting[] = [];
  const lose = ({ kind, request }: Waiting) =>
    allowed.lose(request.projectId, kind, request.leftOut);
  const store = async () => {
    // What arrives meanwhile waits for the next run, unless it fills a set. Otherwise, each transaction under load
    // would store the few requests that arrived during the last one.
    for (let left = waiting.length; left > 0 || waiting.length >= SET_MAX; ) {
      const set = waiting.splice(0, SET_MAX);
      left -= set.length;
      try {
        await storeRequests(
          app.db,
          set.map(({ request }) => request),
        );
      } catch (error) {
        for (const one of set) lose(one);
        app.log.warn({ err: error, requests: set.length }, 'request log entries dropped');
      }
    }
  };
  const storing = later(STORED_AFTER, store);
  return {
    note(projectId, kind, describe) {
      const leftOut = allowed.take(projectId, kind);
      if (leftOut === null) return;
      if (waiting.length >= WAITING_MAX) return allowed.lose(projectId, kind, leftOut);
      const id = newId(machine, app.random);
      const request = { ...describe(), projectId, id, at: new Date(wallNow()), leftOut };
      waiting.push({ kind, request });
      storing.soon();
    },
    finish: storing.finish,
  };
}
