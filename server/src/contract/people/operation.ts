// What a person does for himself in a browser: come in, see who he is, look after his own sessions. Beside the
// operations of the operator and of merchants, in an interface of their own (/admin/api), which is made of all three.
import type { Static, TSchema } from 'typebox';
import type { Fields, Input } from '../fields.ts';
import type { About } from '../operator/operation.ts';

export interface PeopleOperation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below /admin/api. */
  readonly path: string;
  readonly summary: string;
  /** `anybody`: it is there to come in. */
  readonly who: 'anybody' | 'signed_in';
  /** Asks for a proof that is a few minutes old at most. */
  readonly isProven?: true;
  /** A program may ask it as well, with a token of his. */
  readonly alsoByToken?: true;
  /** Changes nothing that anybody would look for. */
  readonly leavesNoLine?: true;
  readonly input: Fields;
  readonly output: TSchema;
  /** For the journal, of what changes something. */
  readonly about?: About;
}

/** Keeps the exact type of what is described. */
export function peopleOperation<const O extends PeopleOperation>(operation: O): O {
  return operation;
}

export type PeopleInputOf<O extends PeopleOperation> = Input<O['input']>;
export type PeopleOutputOf<O extends PeopleOperation> = Static<O['output']>;
