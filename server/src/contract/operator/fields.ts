// Input fields that only operator operations have: a reason, and a project by its id or its name.
import { rule } from '../../core/errors.ts';
import { endTime } from '../end-time.ts';
import { type Field, integer, refuse, required, text, time, uuid } from '../fields.ts';

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

/** What no option may hold, as others would see it: a face asks for it. Blank, it is wrong like any other. */
export interface SecretField extends Field<string, false> {
  readonly isSecret: true;
}

export function secret(description: string): SecretField {
  return { ...text(REASON_LENGTH_MAX, description), isSecret: true };
}

export function isSecretField(field: Field<unknown>): field is SecretField {
  return 'isSecret' in field;
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

const LIMIT_MAX = 1000;
const PLACE_LENGTH_MAX = 1000;

/** Of a list that grows without bound, newest first. */
export const paging = {
  limit: integer({ min: 1, max: LIMIT_MAX }, 'how many at most (50)'),
  after: uuid('of the last one that was shown before: what follows it'),
};

/** Where a page of what has no id begins: the columns of its key, with commas. */
export function placeAfter(columns: number): Field<readonly string[], false> {
  const field = text(PLACE_LENGTH_MAX, 'of the page before, its `next`: what follows it');
  return {
    ...field,
    read(value, target, problems) {
      const found = field.read(value, target, problems)?.split(',');
      if (found === undefined || found.length === columns) return found;
      return refuse(problems, rule.form(target, 'words', { count: `${columns}` }));
    },
  };
}

/** Of such a list, what began in a time. */
export const span = {
  from: time('from this moment on, inclusive'),
  to: endTime('up to this moment, inclusive; a date includes its whole day, in UTC'),
};

/** One project, or all. */
export function anyProject(description: string): ProjectField<false> {
  return { ...uuid(description), whenLeftOut: 'all' };
}

export function isProjectField(field: Field<unknown>): field is ProjectField<boolean> {
  return 'whenLeftOut' in field;
}
