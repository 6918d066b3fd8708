// The type of the handlers, which requires every operation to have one. A handler is one line that calls a feature; its
// result is already in the wire format.
import type { App } from '../app.ts';
import type { InputOf, ResultOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { Project } from '../projects/project.ts';

/** The caller, and the id under which an object created by the request is stored (http/idempotency.ts). */
export interface Caller {
  readonly project: Project;
  /** The public part of the caller's key. */
  readonly apiKey: string;
  readonly apiVersion: 1 | 2;
  /** The key may create payouts. */
  readonly mayPayOut: boolean;
  /** Id for the object that the request creates; the same id again when an interrupted request is repeated. */
  readonly objectId: string;
}

type Handle<Id extends keyof Operations> = (
  app: App,
  caller: Caller,
  input: InputOf<Operations[Id]>,
) => Promise<ResultOf<Operations[Id]>>;

/** Finds additional problems of a request. Rejected fields are missing in the input. */
type FindProblems<Id extends keyof Operations> = (
  app: App,
  caller: Caller,
  found: { input: Partial<InputOf<Operations[Id]>>; problems: ErrorDetail[] },
) => Promise<void>;

export type Handler<Id extends keyof Operations> = Handle<Id> & {
  readonly findProblems?: FindProblems<Id>;
};

/** A handler whose own checks are reported together with those of the fields. */
export function withProblems<Id extends keyof Operations>(
  handle: Handle<Id>,
  findProblems: FindProblems<Id>,
): Handler<Id> {
  return Object.assign(handle, { findProblems });
}

export type Handlers = { readonly [Id in keyof Operations]: Handler<Id> };
