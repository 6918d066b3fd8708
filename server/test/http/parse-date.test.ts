// Guarantees of the Date header: every published client's format is accepted (wire.md part 2 (a)).
import { describe, expect, it } from 'vitest';
import { parseRequestDate } from '../../src/http/signature.ts';

describe('parseRequestDate', () => {
  it.each([
    ['node', 'Sat, 21 Nov 2026 00:25:06 GMT', '2026-11-21T00:25:06.000Z'],
    ['ruby', 'Sat, 21 Nov 2026 00:25:07 GMT', '2026-11-21T00:25:07.000Z'],
    ['php', 'Sat, 21 Nov 2026 00:25:07 +0000', '2026-11-21T00:25:07.000Z'],
    ['java', 'Sat, 7 Nov 2026 00:28:04 GMT', '2026-11-07T00:28:04.000Z'],
    ['the published samples', '2019-01-09T11:24:40+00:00', '2019-01-09T11:24:40.000Z'],
    ['a mail date of another zone', 'Fri, 20 Nov 2026 19:25:07 -0500', '2026-11-21T00:25:07.000Z'],
    ['a mail date without a weekday', '21 Nov 2026 00:25:07 +0000', '2026-11-21T00:25:07.000Z'],
    ['ISO 8601 with Z', '2026-11-21T00:25:07Z', '2026-11-21T00:25:07.000Z'],
    ['ISO 8601 with milliseconds', '2026-11-21T00:25:07.123Z', '2026-11-21T00:25:07.123Z'],
    [
      'ISO 8601 with nanoseconds',
      '2026-11-21T02:25:07.123456789+02:00',
      '2026-11-21T00:25:07.123Z',
    ],
  ])('accepts %s', (_name, text, expected) => {
    expect(new Date(parseRequestDate(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    [''],
    ['now'],
    ['1'],
    ['2026-11-21'],
    ['2026-11-21 00:25:07 UTC'],
    ['2026-11-21T00:25:07'],
    ['Sat, 31 Nov 2026 00:25:06 GMT'],
    ['Sat, 0 Nov 2026 00:25:06 GMT'],
    ['Sat, 21 Nox 2026 00:25:06 GMT'],
    ['Sat, 21 Nov 26 00:25:06 GMT'],
    ['Sat, 21 Nov 2026 24:25:06 GMT'],
    ['Sat, 21 Nov 2026 00:25:06 PST'],
    ['Sat, 21 Nov 2026 00:25:06'],
    ['Xxx, 21 Nov 2026 00:25:06 GMT'],
    ['Saturday, 21-Nov-26 00:25:06 GMT'],
    ['Sat Nov 21 00:25:06 2026'],
    [`Sat, 21 Nov 2026 00:25:06 GMT${' '.repeat(60)}`],
  ])('rejects %j', (text) => {
    expect(parseRequestDate(text)).toBeNull();
  });
});
