// Limits the processor time of one client's unsigned requests, because a request count is no limit when single
// requests are expensive. The event loop's active time is divided among the open requests. The total is accurate for
// a client that saturates the server, and small for other clients at the same time.
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE, steadyNow } from '../core/clock.ts';
import { type AppError, apiError } from '../core/errors.ts';

export const OPEN_MILLISECONDS_PER_MINUTE = 20_000;
const CLIENTS_MAX = 100_000;

export interface ProcessorBudget {
  /** 429 `rate_limit_exceeded` once the client has used up its budget. */
  insist(client: string): void;
  charge(client: string, milliseconds: number): void;
}

interface Use {
  milliseconds: number;
  at: number;
}

/** Usage decays evenly: the whole budget within a minute. */
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
  /** The returned function ends the request and returns its share in milliseconds. */
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
      // Fires after every response, and when the client disconnects before one.
      reply.raw.once('close', () => charge(request, end()));
    }
    done();
  });
}

function exceeded(retryAfterSeconds: number): AppError {
  return apiError('rate_limit_exceeded.processor_time', {}, { retryAfterSeconds });
}
