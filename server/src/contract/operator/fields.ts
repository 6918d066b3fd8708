// Input fields used only by operator operations: a reason, and a project by its id or name.
import { rule } from '../../core/errors.ts';
import { endTime } from '../end-time.ts';
import { type Field, integer, refuse, required, text, time, uuid } from '../fields.ts';

const REASON_LENGTH_MAX = 1000;

/** A person's reason. A blank one counts as missing. */
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

/**
 * A value that must not be an option, because others could see it: the client prompts for it. A blank value is invalid.
 */
export interface SecretField extends Field<string, false> {
  readonly isSecret: true;
}

export function secret(description: string): SecretField {
  return { ...text(REASON_LENGTH_MAX, description), isSecret: true };
}

export function isSecretField(field: Field<unknown>): field is SecretField {
  return 'isSecret' in field;
}

/** Specified as id or name; the operation gets the id (operator/find-projects.ts). */
export interface ProjectField<R extends boolean> extends Field<string, R> {
  /** If omitted: `only` means the only project; `all` means any. */
  readonly whenLeftOut: 'only' | 'all';
}

/** The project that the operation applies to. */
export const theProject: ProjectField<true> = {
  ...required(uuid('ID or name of the project; optional if there is only one')),
  whenLeftOut: 'only',
};

const LIMIT_MAX = 1000;
const PLACE_LENGTH_MAX = 1000;

/** For an unbounded list, newest first. */
export const paging = {
  limit: integer({ min: 1, max: LIMIT_MAX }, 'maximum number (50)'),
  after: uuid('ID of the last row on the previous page'),
};

/** The cursor of a page of rows without ids: the columns of its key, comma-separated. */
export function placeAfter(columns: number): Field<readonly string[], false> {
  const field = text(PLACE_LENGTH_MAX, '`next` from the previous page');
  return {
    ...field,
    read(value, target, problems) {
      const found = field.read(value, target, problems)?.split(',');
      if (found === undefined || found.length === columns) return found;
      return refuse(problems, rule.form(target, 'words', { count: `${columns}` }));
    },
  };
}

/** For such a list: rows that began within a time span. */
export const span = {
  from: time('start time, inclusive'),
  to: endTime('end time, inclusive; a date includes the whole day in UTC'),
};

/** One project, or all. */
export function anyProject(description: string): ProjectField<false> {
  return { ...uuid(description), whenLeftOut: 'all' };
}

export function isProjectField(field: Field<unknown>): field is ProjectField<boolean> {
  return 'whenLeftOut' in field;
}
