// The type of the handlers: every operation must be served. A handler is one line into a feature; what
// comes back is already in the wire's shape.
import type { App } from '../app.ts';
import type { InputOf, ResultOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { Project } from '../projects/project.ts';

/** Who asks, and under which id an object that the request creates is stored (http/idempotency.ts). */
export interface Caller {
  readonly project: Project;
  /** The public part of the key that asks. */
  readonly apiKey: string;
  readonly apiVersion: 1 | 2;
  /** The key may send money out. */
  readonly mayPayOut: boolean;
  /** Id for the object the request creates; the same again when an interrupted request is repeated. */
  readonly objectId: string;
}

type Handle<Id extends keyof Operations> = (
  app: App,
  caller: Caller,
  input: InputOf<Operations[Id]>,
) => Promise<ResultOf<Operations[Id]>>;

/** Adds what else is wrong with a request of which some fields were refused; those are missing in the input. */
type FindProblems<Id extends keyof Operations> = (
  app: App,
  caller: Caller,
  found: { input: Partial<InputOf<Operations[Id]>>; problems: ErrorDetail[] },
) => Promise<void>;

export type Handler<Id extends keyof Operations> = Handle<Id> & {
  readonly findProblems?: FindProblems<Id>;
};

/** A handler whose own checks are told together with those of the fields. */
export function withProblems<Id extends keyof Operations>(
  handle: Handle<Id>,
  findProblems: FindProblems<Id>,
): Handler<Id> {
  return Object.assign(handle, { findProblems });
}

export type Handlers = { readonly [Id in keyof Operations]: Handler<Id> };
