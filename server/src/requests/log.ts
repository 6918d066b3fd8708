// The log of requests: noted in memory when they are answered, and stored in sets a moment later, so that none waits
// for it. What the database does not take in time is left out and counted.
import type { App } from '../app.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { later } from '../core/later.ts';
import { allowance, type RequestKind } from './allowance.ts';
import { type NewRequest, storeRequests } from './store.ts';

export interface RequestLog {
  /** `describe` is called when it is kept. */
  note(projectId: string, kind: RequestKind, describe: () => Described): void;
  /** Stores what waits. */
  finish(): Promise<void>;
}

export type Described = Omit<NewRequest, 'projectId' | 'id' | 'at' | 'leftOut'>;

const STORED_AFTER = SECOND;
const SET_MAX = 200;
/** Some kilobytes each at most. */
const WAITING_MAX = 2000;

/** Ids rise with the machine's time: a sandbox that is days ahead was asked today. */
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
    while (waiting.length > 0) {
      const set = waiting.splice(0, SET_MAX);
      try {
        await storeRequests(
          app.db,
          set.map(({ request }) => request),
        );
      } catch (error) {
        for (const one of set) lose(one);
        app.log.warn({ err: error, requests: set.length }, 'requests are missing in their log');
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
