// What a person does for themselves in a browser: sign in, view their profile, manage their sessions. The dashboard API
// (/admin/api) consists of these, of the operator operations and of the merchant operations.
import type { Static, TSchema } from 'typebox';
import type { Fields, Input } from '../fields.ts';
import type { About } from '../operator/operation.ts';

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

/** Preserves the exact type of the definition. */
export function peopleOperation<const O extends PeopleOperation>(operation: O): O {
  return operation;
}

export type PeopleInputOf<O extends PeopleOperation> = Input<O['input']>;
export type PeopleOutputOf<O extends PeopleOperation> = Static<O['output']>;
