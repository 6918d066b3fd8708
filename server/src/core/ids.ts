// Ids are UUIDs of version 7 (RFC 9562). At least 62 random bits make them unguessable, as public page addresses
// require. They increase within a process, which keeps indexes compact and lists in order.
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const COUNTER_MAX = 0xfff;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Time and 12-bit counter of the last id, per clock (RFC 9562 section 6.2, method 1). */
const last = new WeakMap<Clock, { time: number; counter: number }>();

export function newId(clock: Clock, random: Random): string {
  const { time, counter } = tick(clock);
  const tail = random.bytes(8);
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
  const head = time.toString(16).padStart(12, '0');
  const hex = tail.toString('hex');
  return `${head.slice(0, 8)}-${head.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}

function tick(clock: Clock): { time: number; counter: number } {
  const now = clock.now();
  const previous = last.get(clock);
  let next = { time: now, counter: 0 };
  if (previous !== undefined && now <= previous.time) {
    const isFull = previous.counter === COUNTER_MAX;
    next = isFull
      ? { time: previous.time + 1, counter: 0 }
      : { time: previous.time, counter: previous.counter + 1 };
  }
  last.set(clock, next);
  return next;
}
