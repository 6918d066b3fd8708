// Keeps the parts of a unit of work until the work ends, because the merchant objects that it concerns determine its
// trace (docs/decisions/0123-the-trace-of-an-object.md). Loaded only when tracing is on.
import { AsyncLocalStorage } from 'node:async_hooks';
import { steadyNow, wallNow } from '../core/clock.ts';
import type { MadeKind, Step, Traces } from '../core/traces.ts';
import type { Teller } from './report.ts';

export interface Part {
  readonly step: Step;
  /** Index of the enclosing part; null for a direct child of the work. */
  readonly within: number | null;
  readonly began: number;
  ended: number;
  failure: unknown;
}

/** Times in milliseconds since the epoch, with fractions. */
export interface Work {
  readonly began: number;
  readonly parts: Part[];
  /** The number of parts above the limit, which were dropped. */
  left: number;
  readonly objects: Set<string>;
  readonly made: Map<string, MadeKind>;
  isOver: boolean;
}

interface Place {
  readonly work: Work;
  readonly within: number | null;
}

const PARTS_MAX = 128;
const OBJECTS_MAX = 256;

const begin = (began: number): Work => ({
  began,
  parts: [],
  left: 0,
  isOver: false,
  objects: new Set(),
  made: new Map(),
});

export function follow(report: Teller): Traces {
  const at = new AsyncLocalStorage<Place>();
  const origin = wallNow() - steadyNow();
  const now = () => origin + steadyNow();
  const current = () => {
    const place = at.getStore();
    return place === undefined || place.work.isOver ? null : place;
  };
  const note = (ids: readonly string[]) => {
    const objects = current()?.work.objects;
    if (objects === undefined) return;
    for (const id of ids) if (objects.size < OBJECTS_MAX) objects.add(id);
  };
  const end = (work: Work, how: Omit<Parameters<Teller['work']>[1], 'ended'>) => {
    work.isOver = true;
    report.work(work, { ...how, ended: now() });
  };
  return {
    about: note,
    made(kind, ids) {
      const work = current()?.work;
      note(ids);
      for (const id of ids) if (work?.objects.has(id)) work.made.set(id, kind);
    },
    async work(step, run) {
      const work = begin(now());
      let failure: unknown = null;
      try {
        return await at.run({ work, within: null }, run);
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        const hasFailed = failure !== null || work.parts.some((part) => part.failure !== null);
        if (work.objects.size > 0 || hasFailed) end(work, { step, failure, parent: null });
      }
    },
    async part(step, run) {
      const place = current();
      if (place === null) return run();
      const { work, within } = place;
      if (work.parts.length >= PARTS_MAX) {
        work.left += 1;
        return run();
      }
      const part: Part = { step, within, began: now(), ended: 0, failure: null };
      const own = work.parts.push(part) - 1;
      try {
        return await at.run({ work, within: own }, run);
      } catch (error) {
        part.failure = error;
        throw error;
      } finally {
        part.ended = now();
      }
    },
    request(began, next) {
      const work = begin(origin + began);
      at.run({ work, within: null }, next);
      return {
        end({ hasFailed, traceparent, ...step }) {
          const failure = hasFailed ? { code: step.facts['http.response.status_code'] } : null;
          end(work, { step, failure, parent: traceparent, isServed: true });
        },
      };
    },
    callback: report.callback,
  };
}
