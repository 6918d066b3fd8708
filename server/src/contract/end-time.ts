// A field for the end of a time span.
import { rule } from '../core/errors.ts';
import { parseEndTime } from '../core/time-text.ts';
import { type Field, optional, refuse, time } from './fields.ts';

/** An upper bound: a date without a time includes that whole day in UTC (wire.md part 1). */
export function endTime(description = ''): Field<number, false> {
  return optional(time(description).schema, (value, target, problems) => {
    const found = typeof value === 'string' ? parseEndTime(value) : null;
    return found ?? refuse(problems, rule.time(target));
  });
}
