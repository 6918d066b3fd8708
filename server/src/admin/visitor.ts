// The context of a dashboard API handler, in addition to its input.
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
  /** Null: not signed in, or not relevant. */
  readonly person: Person | null;
  /** The session token that the browser sent, if any. The session may have ended. */
  readonly cookie: string | null;
  /** The token of a browser in which a person has signed in before. */
  readonly browser: string | null;
  /** Sets the browser's session cookie. Null removes it. */
  setCookie(token: string | null): void;
  /** Sets the cookie that identifies the browser. */
  rememberBrowser(token: string): void;
}

export type PeopleHandler<O extends PeopleOperation> = (
  app: OperatorApp,
  input: PeopleInputOf<O>,
  visitor: Visitor,
) => Promise<PeopleOutputOf<O>>;

/** A handler for every operation of an area. */
export type PeopleHandlersOf<Area extends Readonly<Record<string, PeopleOperation>>> = {
  readonly [Name in keyof Area]: PeopleHandler<Area[Name]>;
};
