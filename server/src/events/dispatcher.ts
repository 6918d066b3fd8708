// Holds the claims of this process in one lane per endpoint: some are being sent, the others are queued. Lanes are
// independent.
import { SECOND, sleep, wallNow } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import {
  type DueDelivery,
  HELD_WITH_WAITING_MAX,
  type Held,
  LEASE,
  PER_ENDPOINT_MAX,
} from './claim.ts';
import { type Connections, openConnections } from './post-once.ts';

export interface Sent {
  /** Milliseconds until the receiver acknowledged; null if it did not. */
  readonly acknowledgedAfter: number | null;
  /** Stores the result. Never rejects. */
  note(): Promise<void>;
}

/** Claims that waited longer are not sent: they could expire before the response is recorded. */
const WAIT_MAX = LEASE / 2;
/** A lane with a request in flight this long releases its queued claims, and others get the capacity. */
const STALL = SECOND;
/** How soon to claim again while claims are held. */
const RECHECK_EVERY = SECOND / 10;
/** An endpoint that acknowledges within this time may hold more claims than concurrent sends. */
const QUICK = SECOND / 4;
/** A fast endpoint holds what it accepts in this time. */
const HELD_TIME = 10 * SECOND;
/** Leaves the same amount for all other endpoints. */
const PER_QUICK_ENDPOINT_MAX = HELD_WITH_WAITING_MAX / 2;
/** A lane is refilled when its queue falls to the maximum divided by this. */
const LOW_SHARE = 4;
/** While a burst of payments is credited, because each send uses processor time. */
const PER_ENDPOINT_IN_BURST = 2;
/** During a burst, an endpoint this fast gets one callback at a time: at least fifty per second. */
const QUICKEST = SECOND / 50;
/** Weight of the last response in an endpoint's smoothed response time. */
const NEWEST_SHARE = 1 / 8;

/** Never rejects. */
type Send = (delivery: DueDelivery, connections: Connections) => Promise<Sent>;

interface Lane {
  readonly waiting: {
    readonly delivery: DueDelivery;
    readonly claimedAt: number;
    readonly send: Send;
  }[];
  /** Requests in flight, oldest first. */
  readonly flights: Set<{ readonly since: number }>;
  readonly connections: Connections;
  noting: number;
  /** Smoothed response time in milliseconds; null while the endpoint is not fast. */
  pace: number | null;
  requested: number;
  /** The last claim was filled: more callbacks may be due. */
  hasMore: boolean;
}

export interface CallbackDispatcher {
  add(deliveries: readonly DueDelivery[], send: Send): void;
  held(): readonly Held[];
  /** Removes claims that are queued behind a stalled request; the caller releases them. */
  stalled(): readonly DueDelivery[];
  isEmpty(): boolean;
  /** Waits until a claim is worthwhile. */
  rest(): Promise<void>;
  /** Waits for the requests in flight; returns the claims that were not sent. */
  end(): Promise<readonly DueDelivery[]>;
}

export function createCallbackDispatcher(isBurst: () => boolean): CallbackDispatcher {
  const callbackDispatcher = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  let wake = new AbortController();

  const handle = async (lane: Lane, delivery: DueDelivery, send: Send) => {
    const flight = { since: wallNow() };
    lane.flights.add(flight);
    const sent = await send(delivery, lane.connections);
    lane.pace = paceAfter(lane.pace, sent.acknowledgedAfter);
    lane.flights.delete(flight);
    lane.noting++;
    pump(lane);
    if (isHungry(lane)) wake.abort();
    await sent.note();
    lane.noting--;
    if (sizeOf(lane) === 0) {
      callbackDispatcher.delete(delivery.endpoint_id);
      lane.connections.close();
    }
    if (callbackDispatcher.size === 0) wake.abort();
  };
  const sentAtOnce = ({ pace }: Lane) => {
    if (pace === null || !isBurst()) return PER_ENDPOINT_MAX;
    return pace <= QUICKEST ? 1 : PER_ENDPOINT_IN_BURST;
  };
  const pump = (lane: Lane) => {
    while (lane.flights.size < sentAtOnce(lane)) {
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
      for (const lane of callbackDispatcher.values()) if (lane.requested > 0) lane.hasMore = false;
      for (const [id, own] of groupBy(deliveries, (delivery) => delivery.endpoint_id)) {
        const lane = laneOf(callbackDispatcher, id);
        lane.waiting.push(...own.map((delivery) => ({ delivery, claimedAt, send })));
        lane.hasMore = own.length >= lane.requested;
        pump(lane);
      }
    },
    held: () => heldIn(callbackDispatcher),
    stalled: () => [...callbackDispatcher.values()].flatMap(stalledIn),
    isEmpty: () => callbackDispatcher.size === 0,
    async rest() {
      if ([...callbackDispatcher.values()].some(isHungry)) return;
      wake = new AbortController();
      await sleep(RECHECK_EVERY, wake.signal);
    },
    async end() {
      const unsent = [...callbackDispatcher.values()].flatMap((lane) => lane.waiting.splice(0));
      await Promise.all(running);
      return unsent.map(({ delivery }) => delivery);
    },
  };
}

const isHungry = (lane: Lane) =>
  lane.pace !== null && lane.hasMore && lane.waiting.length <= lowIn(lane);
const lowIn = (lane: Lane) => mayHold(lane) / LOW_SHARE;

function paceAfter(pace: number | null, milliseconds: number | null): number | null {
  if (milliseconds === null || milliseconds > QUICK) return null;
  return pace === null ? milliseconds : pace + (milliseconds - pace) * NEWEST_SHARE;
}

function mayHold({ pace }: Lane): number {
  if (pace === null) return PER_ENDPOINT_MAX;
  const taken = Math.floor((PER_ENDPOINT_MAX * HELD_TIME) / Math.max(pace, 1));
  return Math.min(taken, PER_QUICK_ENDPOINT_MAX);
}

/** A fast lane is refilled when little is left, so that its claims are few and large. */
function roomIn(lane: Lane): number {
  const isLow = lane.waiting.length <= lowIn(lane);
  return lane.pace === null || isLow ? Math.max(mayHold(lane) - sizeOf(lane), 0) : 0;
}

const sizeOf = (lane: Lane) => lane.waiting.length + lane.flights.size + lane.noting;

/** A claim that is about to expire is left to expire. */
function stalledIn(lane: Lane): DueDelivery[] {
  const [oldest] = lane.flights;
  if (oldest === undefined || wallNow() - oldest.since < STALL) return [];
  lane.pace = null;
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
    connections: openConnections(PER_ENDPOINT_MAX),
    noting: 0,
    pace: null,
    requested: PER_ENDPOINT_MAX,
    hasMore: false,
  };
  callbackDispatcher.set(id, fresh);
  return fresh;
}

function heldIn(callbackDispatcher: ReadonlyMap<string, Lane>): readonly Held[] {
  return [...callbackDispatcher].map(([endpointId, lane]) => {
    lane.requested = roomIn(lane);
    return { endpointId, count: sizeOf(lane), room: lane.requested };
  });
}
