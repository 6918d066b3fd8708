// Guarantees of time parameters: each accepted text means one moment; every other text is rejected.
import { describe, expect, it } from 'vitest';
import { parseTimeParameter } from '../../src/core/time-text.ts';

const MOMENT = Date.UTC(2026, 0, 2, 3, 4, 5);

describe('parseTimeParameter', () => {
  it.each([
    ['ISO 8601 in UTC', '2026-01-02T03:04:05Z', MOMENT],
    ['lower-case letters (RFC 3339)', '2026-01-02t03:04:05z', MOMENT],
    ['an offset east', '2026-01-02T05:04:05+02:00', MOMENT],
    ['an offset west', '2026-01-01T22:34:05-04:30', MOMENT],
    ['an offset without a colon', '2026-01-02T05:04:05+0200', MOMENT],
    ['an offset of hours', '2026-01-02T05:04:05+02', MOMENT],
    ['an offset whose plus became a space', '2026-01-02T05:04:05 02:00', MOMENT],
    ['milliseconds', '2026-01-02T03:04:05.678Z', MOMENT + 678],
    ['one decimal', '2026-01-02T03:04:05.6Z', MOMENT + 600],
    ['nanoseconds, cut off', '2026-01-02T03:04:05.678999999+00:00', MOMENT + 678],
    ['no seconds, as java writes a full minute', '2026-01-02T03:04Z', MOMENT - 5000],
    ['ruby in UTC', '2026-01-02 03:04:05 UTC', MOMENT],
    ['ruby in local time', '2026-01-02 05:04:05 +0200', MOMENT],
    ['python', '2026-01-02 03:04:05.678000+00:00', MOMENT + 678],
    ['a date: its first moment in UTC', '2026-01-02', Date.UTC(2026, 0, 2)],
    ['a leap day', '2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    ['a year before 100', '0001-01-01T00:00:00Z', -62_135_596_800_000],
  ])('accepts %s', (_name, text, expected) => {
    expect(parseTimeParameter(text)).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'yesterday'],
    ['a number of seconds', '1767323045'],
    ['a time without an offset', '2026-01-02T03:04:05'],
    ['a time of ruby without a zone', '2026-01-02 03:04:05'],
    ['a month that is none', '2026-13-02T03:04:05Z'],
    ['a day that the month lacks', '2026-02-29'],
    ['day zero', '2026-01-00'],
    ['year zero', '0000-01-01'],
    ['hour 24', '2026-01-02T24:00:00Z'],
    ['minute 60', '2026-01-02T03:60:00Z'],
    ['second 60', '2026-01-02T03:04:60Z'],
    ['an offset of 24 hours', '2026-01-02T03:04:05+24:00'],
    ['an offset of 60 minutes', '2026-01-02T03:04:05+02:60'],
    ['ten decimals', '2026-01-02T03:04:05.1234567890Z'],
    ['a point without decimals', '2026-01-02T03:04:05.Z'],
    ['digits right after the seconds', '2026-01-02T03:04:0502:00'],
    ['text behind the date', '2026-01-02 and more'],
    ['text behind the time', '2026-01-02T03:04:05Z;drop'],
    ['a line break behind the time', '2026-01-02T03:04:05Z\n'],
    ['another zone by name', '2026-01-02 03:04:05 CET'],
    ['american order', '01/02/2026'],
    ['unpadded fields', '2026-1-2'],
    ['a week date', '2026-W01-5'],
  ])('rejects %s', (_name, text) => {
    expect(parseTimeParameter(text)).toBeNull();
  });
});
