// The load generator, a separate process: prepares signed requests, then a number of callers send them as fast as
// responses arrive. Gets its order and reports over IPC (bench/load/measure.ts).
import { type Caller, openCaller } from './caller.ts';
import { type RequestFacts, signedRequest } from './signed-requests.ts';

export interface LoadOrder {
  readonly port: number;
  /** The credentials, used in turn. */
  readonly requests: readonly RequestFacts[];
  /** Bodies, used in turn; `#` in them becomes a number that no other request has. */
  readonly bodies: readonly string[];
  readonly callers: number;
  readonly count: number;
  /** Sent before, by the same callers, and not counted. */
  readonly warmUp: number;
  /** Callers connect from 127.0.<subnet>.1 and on, so that each is a client of its own. By default, all are one. */
  readonly subnet?: number;
  /** Requests are sent at this pace at most. Without it, as fast as responses arrive. */
  readonly perSecond?: number;
  readonly expectedStatus: number;
  /** Makes the numbers of this order differ from those of others. */
  readonly prefix: string;
  /** An empty message is sent when the warm-up has ended. */
  readonly saysWarm?: boolean;
}

export interface LoadReport {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** The body of a response. */
  readonly answer: string;
}

async function carryOut(order: LoadOrder): Promise<LoadReport> {
  const requests = Array.from({ length: order.warmUp + order.count }, (_, n) => {
    const body = order.bodies[n % order.bodies.length] ?? '';
    const facts = order.requests[n % order.requests.length];
    if (facts === undefined) throw new Error('an order has requests');
    return signedRequest(facts, body.replaceAll('#', `${order.prefix}-${n}`));
  });
  const callers = await Promise.all(
    Array.from({ length: order.callers }, (_, n) =>
      openCaller(
        order.port,
        order.subnet === undefined ? undefined : `127.0.${order.subnet}.${n + 1}`,
      ),
    ),
  );
  await run(order, callers, requests.slice(0, order.warmUp));
  if (order.saysWarm === true) process.send?.({});
  const measured = await run(order, callers, requests.slice(order.warmUp));
  for (const caller of callers) caller.close();
  return measured;
}

async function until(moment: number): Promise<void> {
  const left = moment - performance.now();
  if (left > 0) await new Promise((done) => setTimeout(done, left));
}

async function run(
  order: LoadOrder,
  callers: readonly Caller[],
  requests: readonly Buffer[],
): Promise<LoadReport> {
  const times = new Float64Array(requests.length);
  let next = 0;
  let last = '';
  const startedAt = performance.now();
  const work = async (caller: Caller) => {
    while (next < requests.length) {
      const n = next++;
      if (order.perSecond !== undefined) await until(startedAt + (n * 1000) / order.perSecond);
      const sentAt = performance.now();
      const answer = await caller.send(requests[n] as Buffer);
      times[n] = performance.now() - sentAt;
      if (n === requests.length - 1) last = answer.body.toString('utf8');
      if (answer.status !== order.expectedStatus) {
        throw new Error(`answered ${answer.status}: ${answer.body.toString('utf8')}`);
      }
    }
  };
  await Promise.all(callers.map(work));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort();
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: requests.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    answer: last,
  };
}

process.on('message', (order: LoadOrder) => {
  carryOut(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.send?.({});
