// A percentage as an input field.
import { Type } from 'typebox';
import { rule } from '../core/errors.ts';
import { type Field, optional, refuse } from './fields.ts';

const PERCENT = /^\d{1,2}(\.\d{1,4})?$/;

/** From 0 to below 100, as text. */
export function percent(description = ''): Field<string, false> {
  const schema = Type.Unsafe<string>({
    type: 'string',
    format: 'decimal',
    description,
    example: '1.5',
  });
  return optional(schema, (value, target, problems) => {
    if (typeof value !== 'string') return refuse(problems, rule.string(target));
    return PERCENT.test(value) ? value : refuse(problems, rule.decimal(target));
  });
}
