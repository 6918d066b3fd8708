// What this process has claimed, in one lane for each endpoint: some are being sent, the others wait behind them.
// No lane waits for another. Used by deliver.ts alone.
import { SECOND, sleep, wallNow } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { type DueDelivery, type Held, LEASE, PER_ENDPOINT_MAX } from './claim.ts';
import { type Connections, keepConnections } from './connections.ts';

/** What is left to do of a delivery that was sent. */
export interface Sent {
  readonly isQuick: boolean;
  /** Stores what came of it. Never rejects. */
  note(): Promise<void>;
}

/** What has waited longer is not sent: its claim could run out before its answer is noted. */
const WAIT_MAX = LEASE / 2;
/** What is in flight that long is not quick: what waits behind it is given back, and its places go to others. */
const STALL = SECOND;
/** While something is held, how soon to look for more. */
const TURN = SECOND / 10;

/** Sends a delivery. Never rejects. */
type Send = (delivery: DueDelivery, connections: Connections) => Promise<Sent>;

interface Lane {
  readonly waiting: {
    readonly delivery: DueDelivery;
    readonly claimedAt: number;
    readonly send: Send;
  }[];
  /** Being sent, the oldest first. */
  readonly flights: Set<{ readonly since: number }>;
  readonly connections: Connections;
  noting: number;
  isQuick: boolean;
  /** The last claim took more than a few: there may be more. */
  hasMore: boolean;
}

export interface CallbackDispatcher {
  add(deliveries: readonly DueDelivery[], send: Send): void;
  held(): Held;
  /** Takes out what waits behind a send that hangs; the caller gives it back. */
  stalled(): readonly DueDelivery[];
  isEmpty(): boolean;
  /** Until a claim is worth its while. */
  rest(): Promise<void>;
  /** Lets what is being sent end; what was not sent yet is given back. */
  end(): Promise<readonly DueDelivery[]>;
}

export function createCallbackDispatcher(): CallbackDispatcher {
  const callbackDispatcher = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  let wake = new AbortController();

  const handle = async (lane: Lane, delivery: DueDelivery, send: Send) => {
    const flight = { since: wallNow() };
    lane.flights.add(flight);
    const sent = await send(delivery, lane.connections);
    lane.isQuick = sent.isQuick;
    lane.flights.delete(flight);
    lane.noting++;
    pump(lane);
    // It would soon have nothing to send.
    if (lane.isQuick && lane.hasMore && lane.waiting.length === 0) wake.abort();
    await sent.note();
    lane.noting--;
    if (sizeOf(lane) === 0) {
      callbackDispatcher.delete(delivery.endpoint_id);
      lane.connections.close();
    }
    if (callbackDispatcher.size === 0) wake.abort();
  };
  const pump = (lane: Lane) => {
    while (lane.flights.size < PER_ENDPOINT_MAX) {
      const next = lane.waiting.shift();
      if (next === undefined) return;
      if (wallNow() - next.claimedAt > WAIT_MAX) continue;
      const handled = handle(lane, next.delivery, next.send).finally(() => running.delete(handled));
      running.add(handled);
    }
  };
  return {
    add(deliveries, send) {
      const claimedAt = wallNow();
      for (const lane of callbackDispatcher.values()) lane.hasMore = false;
      for (const [id, own] of groupBy(deliveries, (delivery) => delivery.endpoint_id)) {
        const lane = laneOf(callbackDispatcher, id);
        lane.waiting.push(...own.map((delivery) => ({ delivery, claimedAt, send })));
        lane.hasMore = sizeOf(lane) >= PER_ENDPOINT_MAX;
        pump(lane);
      }
    },
    held: () => heldIn(callbackDispatcher),
    stalled: () => [...callbackDispatcher.values()].flatMap(stalledIn),
    isEmpty: () => callbackDispatcher.size === 0,
    async rest() {
      await sleep(TURN, wake.signal);
      wake = new AbortController();
    },
    async end() {
      const unsent = [...callbackDispatcher.values()].flatMap((lane) => lane.waiting.splice(0));
      await Promise.all(running);
      return unsent.map(({ delivery }) => delivery);
    },
  };
}

const sizeOf = (lane: Lane) => lane.waiting.length + lane.flights.size + lane.noting;

/** What waits in a lane that was quick and hangs. A claim that may run out soon is left to run out. */
function stalledIn(lane: Lane): DueDelivery[] {
  const [oldest] = lane.flights;
  if (oldest === undefined || wallNow() - oldest.since < STALL) return [];
  lane.isQuick = false;
  const waiting = lane.waiting.splice(0);
  return waiting
    .filter(({ claimedAt }) => wallNow() - claimedAt <= WAIT_MAX)
    .map(({ delivery }) => delivery);
}

function laneOf(callbackDispatcher: Map<string, Lane>, id: string): Lane {
  const lane = callbackDispatcher.get(id);
  if (lane !== undefined) return lane;
  const fresh: Lane = {
    waiting: [],
    flights: new Set(),
    connections: keepConnections(PER_ENDPOINT_MAX),
    noting: 0,
    isQuick: false,
    hasMore: false,
  };
  callbackDispatcher.set(id, fresh);
  return fresh;
}

function heldIn(callbackDispatcher: ReadonlyMap<string, Lane>): Held {
  const entries = [...callbackDispatcher];
  return {
    endpoints: entries.flatMap(([id, lane]) => Array<string>(sizeOf(lane)).fill(id)),
    quickEndpoints: entries.flatMap(([id, lane]) => (lane.isQuick ? [id] : [])),
  };
}
