// The field of a merchant's own key-value data (wire.md 1.2, "metadata"): texts by short keys, kept as given.
import { Type } from 'typebox';
import { rule } from '../core/errors.ts';
import { type Field, isPlainObject, optional, refuse, text } from './fields.ts';
import { isLonger, isStorable } from './storable-text.ts';

const METADATA_KEYS_MAX = 50;
const METADATA_KEY_LENGTH_MAX = 40;
const METADATA_VALUE_LENGTH_MAX = 500;

export function metadata(): Field<Record<string, string>, false> {
  const schema = Type.Record(Type.String(), Type.String({ maxLength: METADATA_VALUE_LENGTH_MAX }));
  return optional(schema, (value, target, problems) => {
    if (!isPlainObject(value)) return refuse(problems, rule.object(target));
    const entries = Object.entries(value);
    const before = problems.length;
    if (entries.length > METADATA_KEYS_MAX)
      problems.push(rule.keysAtMost(target, METADATA_KEYS_MAX));
    const read: [string, string][] = [];
    const valueField = text(METADATA_VALUE_LENGTH_MAX);
    for (const [key, item] of entries.slice(0, METADATA_KEYS_MAX)) {
      const at = `${target}.${key.slice(0, 60)}`;
      if (!isStorable(key)) problems.push(rule.string(at));
      else if (isLonger(key, METADATA_KEY_LENGTH_MAX))
        problems.push(rule.lengthAtMost(at, METADATA_KEY_LENGTH_MAX));
      const found = valueField.read(item, at, problems);
      if (found !== undefined) read.push([key, found]);
    }
    return problems.length > before ? undefined : Object.fromEntries(read);
  });
}
