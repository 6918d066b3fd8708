// Guarantees of the retry schedule: it follows the published table, without bursts after an outage of ours.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallNow } from '../../src/core/clock.ts';
import {
  defaultRetrySchedule,
  nextAttemptAt,
  retryAfterOf,
} from '../../src/events/note-attempts.ts';

/** wire.md part 2 (e), hours:minutes:seconds after the first failure. */
const PUBLISHED =
  `0:00:30 0:00:32 0:00:48 0:01:54 0:04:50 0:11:00 0:22:12 0:40:38 1:08:54 1:50:00 2:47:20
  4:04:42 5:46:18 7:56:44 10:41:00 14:04:30 18:13:02 23:12:48 29:10:24 36:12:50`.split(/\s+/);

const FIRST = 1_800_000_000_000;

/** The time of each retry if an attempt takes `latency` and everything due is tried immediately. */
function attempts(latency: number, downUntil = 0): number[] {
  const made: number[] = [];
  let now = FIRST;
  for (let failures = 1; ; failures++) {
    const next = nextAttemptAt({ firstFailedAt: FIRST, failures, now });
    if (next === null) return made;
    const startsAt = Math.max(next, failures === 1 ? 0 : downUntil);
    made.push(startsAt);
    now = startsAt + latency;
  }
}

describe('retryAfterOf', () => {
  const requested = (header: string | string[] | undefined) =>
    retryAfterOf({
      ok: true,
      status: 503,
      bodyExcerpt: '',
      milliseconds: 1,
      headers: { 'retry-after': header },
    });

  it('parses seconds and dates, and waits an hour at most', () => {
    expect(requested('120')).toBe(120_000);
    expect(requested('999999999')).toBe(3_600_000);
    const inTenMinutes = new Date(wallNow() + 600_000).toUTCString();
    expect(requested(inTenMinutes)).toBeGreaterThan(500_000);
    expect(requested(inTenMinutes)).toBeLessThanOrEqual(600_000);
    expect(requested(new Date(wallNow() + 86_400_000).toUTCString())).toBe(3_600_000);
  });

  it.each([
    [undefined],
    [''],
    ['soon'],
    ['-5'],
    ['0'],
    ['Wed, 21 Oct 2015 07:28:00 GMT'],
    [['1', '2']],
  ])('ignores the value %j', (header) => {
    expect(requested(header)).toBe(0);
  });
});

describe('nextAttemptAt', () => {
  it('honors Retry-After, and keeps all retries', () => {
    const first = { firstFailedAt: FIRST, failures: 1, now: FIRST };
    expect(nextAttemptAt({ ...first, requestedFor: 600_000 })).toBe(FIRST + 600_000);
    expect(nextAttemptAt({ ...first, requestedFor: 1000 })).toBe(FIRST + 30_000);
    expect(nextAttemptAt({ ...first, failures: 20, requestedFor: 1000 })).not.toBeNull();
    expect(nextAttemptAt({ ...first, failures: 21, requestedFor: 1000 })).toBeNull();
  });

  it('makes the 20 published retries at the published offsets', () => {
    const offsets = attempts(0).map((time) => clockText(time - FIRST));
    expect(offsets).toEqual(PUBLISHED);
  });

  it('stays on the table when every attempt reaches its 10 second limit', () => {
    const offsets = attempts(10_000).map((time) => clockText(time - FIRST));
    // The first three are due within 18 seconds, less than two attempts take.
    expect(offsets.slice(0, 3)).toEqual(['0:00:30', '0:00:41', '0:00:59']);
    expect(offsets.slice(3)).toEqual(PUBLISHED.slice(3));
  });

  it('after an outage of the service, overdue retries are spread out, and none is lost', () => {
    const outage = FIRST + 12 * 3_600_000;
    const made = attempts(0, outage);
    expect(made).toHaveLength(20);
    const gaps = made.slice(4).map((time, n) => time - (made[n + 3] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(88_000);
    expect(made.at(-1)).toBe(FIRST + (defaultRetrySchedule.at(-1) ?? 0));
  });

  it('is never in the past and never before the scheduled time', () => {
    const ms = fc.integer({ min: 0, max: 10 ** 9 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), ms, (failures, late) => {
        const now = FIRST + late;
        const next = nextAttemptAt({ firstFailedAt: FIRST, failures, now }) ?? 0;
        return next > now && next >= FIRST + (defaultRetrySchedule[failures - 1] ?? 0);
      }),
    );
  });

  it('fails after the last retry', () => {
    expect(nextAttemptAt({ firstFailedAt: FIRST, failures: 21, now: FIRST })).toBeNull();
  });

  it('follows another schedule when one is configured', () => {
    const schedule = [1000, 5000];
    const at = (failures: number) =>
      nextAttemptAt({ firstFailedAt: FIRST, failures, now: FIRST }, schedule);
    expect([at(1), at(2), at(3)]).toEqual([FIRST + 1000, FIRST + 5000, null]);
  });
});

function clockText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)}`;
}
