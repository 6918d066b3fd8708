// The processor time that one client may use with requests that nobody signed. A count of requests bounds nothing when
// one of them is expensive. The active time of the event loop is divided among the requests that are open, so the total
// is right for a client that fills the server, and small for one that asks beside it.
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE, steadyNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';

/** A third of a processor. */
export const OPEN_MILLISECONDS_PER_MINUTE = 20_000;
const CLIENTS_MAX = 100_000;

export interface ProcessorBudget {
  /** Errors: 429 `rate_limit_exceeded` once the client has used more than its budget. */
  insist(client: string): void;
  charge(client: string, milliseconds: number): void;
}

interface Use {
  milliseconds: number;
  at: number;
}

/** What a client used is forgotten evenly: all of the budget in a minute. */
export function processorBudget(perMinute: number, now: () => number = steadyNow): ProcessorBudget {
  const uses = new Map<string, Use>();
  const current = (client: string) => {
    const use = uses.get(client);
    if (use === undefined) return 0;
    return Math.max(0, use.milliseconds - ((now() - use.at) * perMinute) / MINUTE);
  };
  return {
    insist(client) {
      const above = current(client) - perMinute;
      if (above > 0) throw exceeded(Math.ceil((above * MINUTE) / perMinute / 1000));
    },
    charge(client, milliseconds) {
      if (uses.size > CLIENTS_MAX) uses.clear();
      uses.set(client, { milliseconds: current(client) + milliseconds, at: now() });
    },
  };
}

export interface ProcessorMeter {
  /** Begins a request; the result ends it and says what its share was, in milliseconds. */
  begin(): () => number;
}

export function processorMeter(
  active: () => number = () => performance.eventLoopUtilization().active,
): ProcessorMeter {
  let open = 0;
  let share = 0;
  let last = active();
  const divide = () => {
    const now = active();
    if (open > 0) share += (now - last) / open;
    last = now;
  };
  return {
    begin() {
      divide();
      open += 1;
      const begun = share;
      return () => {
        divide();
        open -= 1;
        return share - begun;
      };
    },
  };
}

/** Calls `charge` with the share of each request once it is over. */
export function meterRequests(
  fastify: FastifyInstance,
  {
    isMetered,
    charge,
  }: {
    readonly isMetered: (request: FastifyRequest) => boolean;
    readonly charge: (request: FastifyRequest, milliseconds: number) => void;
  },
): void {
  const meter = processorMeter();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isMetered(request)) {
      const end = meter.begin();
      // Comes after every answer, and when the client went away before one.
      reply.raw.once('close', () => charge(request, end()));
    }
    done();
  });
}

function exceeded(retryAfterSeconds: number): AppError {
  return new AppError({
    code: 'rate_limit_exceeded',
    status: 429,
    message: 'too much processor time used: wait, and send fewer requests',
    retryAfterSeconds,
  });
}
