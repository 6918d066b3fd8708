// What a function behind an operation of people is given beside its input.
import type {
  PeopleInputOf,
  PeopleOperation,
  PeopleOutputOf,
} from '../contract/people/operation.ts';
import type { OperatorApp } from '../operator/operator.ts';
import type { Client } from '../people/sessions.ts';
import type { Person } from './person.ts';

export interface Visitor {
  readonly client: Client;
  /** Null: nobody is signed in, or it does not matter who is. */
  readonly person: Person | null;
  /** The token of a session that the browser holds, if any; it may have ended. */
  readonly cookie: string | null;
  /** By which it is known that somebody has come in with this browser. */
  readonly browser: string | null;
  /** The browser keeps this token of a session; null: none any more. */
  keepCookie(token: string | null): void;
  /** And this one, of the browser itself. */
  keepBrowser(token: string): void;
}

export type PeopleHandler<O extends PeopleOperation> = (
  app: OperatorApp,
  input: PeopleInputOf<O>,
  visitor: Visitor,
) => Promise<PeopleOutputOf<O>>;

/** Of every operation of an area. */
export type PeopleHandlersOf<Area extends Readonly<Record<string, PeopleOperation>>> = {
  readonly [Name in keyof Area]: PeopleHandler<Area[Name]>;
};
