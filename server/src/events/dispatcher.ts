// What this process has claimed, in one lane for each endpoint: some are being sent, the others wait behind them.
// No lane waits for another. Used by deliver.ts alone.
import { SECOND, sleep, wallNow } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import {
  type DueDelivery,
  HELD_WITH_WAITING_MAX,
  type Held,
  LEASE,
  PER_ENDPOINT_MAX,
} from './claim.ts';
import { type Connections, keepConnections } from './connections.ts';

/** What is left to do of a delivery that was sent. */
export interface Sent {
  /** Milliseconds in which it was acknowledged; null if it was not. */
  readonly acknowledgedAfter: number | null;
  /** Stores what came of it. Never rejects. */
  note(): Promise<void>;
}

/** What has waited longer is not sent: its claim could run out before its answer is noted. */
const WAIT_MAX = LEASE / 2;
/** What is in flight that long is not quick: what waits behind it is given back, and its places go to others. */
const STALL = SECOND;
/** While something is held, how soon to look for more. */
const TURN = SECOND / 10;
/** An endpoint that acknowledges within this time may hold more than are sent at once: a claim costs as some sends. */
const QUICK = SECOND / 4;
/** What an endpoint holds it takes in this time. */
const HELD_TIME = 10 * SECOND;
/** Of one endpoint, however quick: it leaves as much to others. */
const PER_QUICK_ENDPOINT_MAX = HELD_WITH_WAITING_MAX / 2;
/** Filled again when the part that waits is that part of what it may hold. */
const LOW_SHARE = 4;
/** The same of a quick endpoint while a burst of payments is credited, from which each takes the processor. */
const PER_ENDPOINT_IN_BURST = 2;
/** One that answers within this time is sent one after the other meanwhile: fifty a second and more. */
const QUICKEST = SECOND / 50;
/** The last answer counts so much in the time that an endpoint takes. */
const NEWEST_SHARE = 1 / 8;

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
  /** Milliseconds that an answer takes, smoothed; null while it is not quick. */
  pace: number | null;
  /** How many the last claim was asked for. */
  requested: number;
  /** It got all of them: there may be more. */
  hasMore: boolean;
}

export interface CallbackDispatcher {
  add(deliveries: readonly DueDelivery[], send: Send): void;
  held(): readonly Held[];
  /** Takes out what waits behind a send that hangs; the caller gives it back. */
  stalled(): readonly DueDelivery[];
  isEmpty(): boolean;
  /** Until a claim is worth its while. */
  rest(): Promise<void>;
  /** Lets what is being sent end; what was not sent yet is given back. */
  end(): Promise<readonly DueDelivery[]>;
}

/** `isBurst`: whether a burst of payments is being credited. */
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
      await sleep(TURN, wake.signal);
    },
    async end() {
      const unsent = [...callbackDispatcher.values()].flatMap((lane) => lane.waiting.splice(0));
      await Promise.all(running);
      return unsent.map(({ delivery }) => delivery);
    },
  };
}

/** It would soon have nothing to send, and there is more. */
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

/** A quick lane is filled again when little is left: its claims are few and large. */
function roomIn(lane: Lane): number {
  const isLow = lane.waiting.length <= lowIn(lane);
  return lane.pace === null || isLow ? Math.max(mayHold(lane) - sizeOf(lane), 0) : 0;
}

const sizeOf = (lane: Lane) => lane.waiting.length + lane.flights.size + lane.noting;

/** What waits in a lane that was quick and hangs. A claim that may run out soon is left to run out. */
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
    connections: keepConnections(PER_ENDPOINT_MAX),
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
