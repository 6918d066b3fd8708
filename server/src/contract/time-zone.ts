// A field for a named time zone.
import { rule } from '../core/errors.ts';
import { isTimeZone } from '../core/time-zone.ts';
import { type Field, optional, refuse, text } from './fields.ts';

const LENGTH_MAX = 64;

/** A name of the IANA time zone database, for example Europe/Berlin. */
export function timeZone(description: string): Field<string, false> {
  const field = text(LENGTH_MAX, description);
  return optional(field.schema, (value, target, problems) => {
    const found = field.read(value, target, problems);
    if (found === undefined || isTimeZone(found)) return found;
    return refuse(problems, rule.form(target, 'time_zone'));
  });
}
