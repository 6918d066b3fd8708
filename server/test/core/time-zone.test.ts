// Zones are named in requests: a name in other letters is the same zone, and adds nothing to memory.
import { afterEach, expect, test } from 'vitest';
import { dayAt, isTimeZone } from '../../src/core/time-zone.ts';
import { isInside } from '../../src/policy/local-time.ts';

const Original = Intl.DateTimeFormat;
afterEach(() => {
  Intl.DateTimeFormat = Original;
});

/** 256 ways to write one name. */
const spellings = Array.from({ length: 256 }, (_, n) =>
  [...'antarctica/troll']
    .map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter))
    .join(''),
);
const midnight = Date.UTC(2026, 0, 1, 23, 30);

test('a name in other letters is the same zone', () => {
  const days = new Set(
    ['antarctica/troll', 'Antarctica/Troll'].map((zone) => dayAt(zone, midnight)),
  );
  expect([...days]).toEqual([dayAt('Antarctica/Troll', midnight)]);
  expect(isTimeZone('antarctica/TROLL')).toBe(true);
  expect(isTimeZone('antarctica/trolls')).toBe(false);
});

test('however it is written, a zone has one formatter', () => {
  let made = 0;
  class Counted extends Original {
    constructor(...options: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      super(...options);
      made += 1;
    }
  }
  Intl.DateTimeFormat = Counted as typeof Intl.DateTimeFormat;
  for (const timeZone of spellings) {
    dayAt(timeZone, midnight);
    isInside({ timeZone, from: 0, to: 60, days: new Set(['thu']) }, midnight);
  }
  expect(made).toBeLessThanOrEqual(2);
});
