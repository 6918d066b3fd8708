// Fields and outputs shared by several operations of people.
import { type Static, type TSchema, Type } from 'typebox';
import { rule } from '../../core/errors.ts';
import {
  type Field,
  type Fields,
  type Input,
  isPlainObject,
  optional,
  refuse,
  required,
  text,
  uuid,
} from '../fields.ts';
import type { About } from '../operator/operation.ts';
import { JsonNumber } from '../parse-json.ts';
import { Id, nullable, row } from '../schema.ts';

const NAME_LENGTH_MAX = 100;
const SECRET_LENGTH_MAX = 200;

export const Done = row({ done: Type.Boolean() });
/** For `@simplewebauthn/browser`. */
export const Options = Type.Record(Type.String(), Type.Unknown());
export const Question = row({ challenge_id: Id, options: Options });
export const QuestionOrNull = nullable(Question);

export const challengeId = uuid('ID of the challenge, from the options response');
const called = text(NAME_LENGTH_MAX, 'name, chosen by its owner');
export const ownName = required(trimmed(called));

/** Without spaces around it, and not empty. */
export function trimmed(field: Field<string>): Field<string, false> {
  return optional(field.schema, (value, target, problems) => {
    const found = field.read(value, target, problems)?.trim();
    return found === '' ? refuse(problems, rule.filled(target)) : found;
  });
}

/** Never stored in the audit log. */
function hidden<R extends boolean>(field: Field<string, R>): Field<string, R> {
  return { ...field, isSecret: true } as Field<string, R>;
}

export const password = hidden(text(SECRET_LENGTH_MAX, 'the password'));
export const code = hidden(text(SECRET_LENGTH_MAX, 'current one-time code, or a recovery code'));
export const token = hidden(text(SECRET_LENGTH_MAX, 'the part of the link after #'));

/** The browser's passkey response, as JSON. */
const given = optional<object>(Options, (value, target, problems) =>
  isPlainObject(value) ? plain(value) : refuse(problems, rule.object(target)),
);
export const passkeyResponse: Field<object, false> = { ...given, isSecret: true } as typeof given;

/** Numbers stay numbers, because those in the standard are small. */
function plain(value: Readonly<Record<string, unknown>>): object {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      each instanceof JsonNumber ? Number(each.text) : each,
    ),
  ) as object;
}

export interface PeopleOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below /admin/api. */
  readonly path: string;
  readonly summary: string;
  /** `anyone`: available before sign-in. */
  readonly access: 'anyone' | 'signed_in';
  /** Requires authentication within the last few minutes. */
  readonly requiresStepUp?: true;
  /** A program may also call it, with a personal token. */
  readonly alsoByToken?: true;
  /** Changes nothing worth an audit log entry. */
  readonly leavesNoLine?: true;
  readonly input: Fields;
  readonly output: TSchema;
  /** For the audit log, if the operation changes something. */
  readonly about?: About;
}

const defaults = { access: 'signed_in', input: {} } as const;

type Requested = Omit<PeopleOperation, keyof typeof defaults> & Partial<PeopleOperation>;

/** For signed-in people and without input, unless specified. */
export function peopleOperation<const O extends Requested>(
  operation: O,
): Omit<typeof defaults, keyof O> & O {
  return { ...defaults, ...operation };
}

export type PeopleInputOf<O extends PeopleOperation> = Input<O['input']>;
export type PeopleOutputOf<O extends PeopleOperation> = Static<O['output']>;
