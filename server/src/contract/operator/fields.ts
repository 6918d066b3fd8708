// Input fields that only operator operations have: a reason, and a project by its id or its name.
import { rule } from '../../core/errors.ts';
import { type Field, refuse, required, text, uuid } from '../fields.ts';

const REASON_LENGTH_MAX = 1000;

/** Why somebody does it. A blank one is none. */
export function reason(description: string): Field<string, true> {
  const field = text(REASON_LENGTH_MAX, description);
  return required({
    ...field,
    read(value, target, problems) {
      const found = field.read(value, target, problems);
      return found?.trim() === '' ? refuse(problems, rule.filled(target)) : found;
    },
  });
}

/** Given as id or name; the operation gets the id (operator/find-projects.ts). */
export interface ProjectField<R extends boolean> extends Field<string, R> {
  /** `only`: left out, it is the only project there is. `all`: left out, it is any. */
  readonly whenLeftOut: 'only' | 'all';
}

/** The project that is meant. */
export const theProject: ProjectField<true> = {
  ...required(uuid('id or name of the project; not needed when there is only one')),
  whenLeftOut: 'only',
};

export function isProjectField(field: Field<unknown>): field is ProjectField<boolean> {
  return 'whenLeftOut' in field;
}
