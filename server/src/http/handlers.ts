// Every operation must have a handler: one line that calls a feature and returns the wire format.
import type { App } from '../app.ts';
import type { InputOf, ResultOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { Project } from '../projects/project.ts';

export interface Caller {
  readonly project: Project;
  /** The public part of the key. */
  readonly apiKey: string;
  readonly apiVersion: 1 | 2;
  readonly mayPayOut: boolean;
  /** Those who only read see no link that works as a secret. */
  readonly mayWrite: boolean;
  /** For the object that the request creates. A repeated request gets the same id (http/idempotency.ts). */
  readonly objectId: string;
  /** Only for a handler that stores it with its effect. Null: the request is not signed. */
  readonly signature?: string | null;
}

type Handle<Id extends keyof Operations> = (
  app: App,
  caller: Caller,
  input: InputOf<Operations[Id]>,
) => Promise<ResultOf<Operations[Id]>>;

/** `input` lacks the rejected fields. */
type FindProblems<Id extends keyof Operations> = (
  app: App,
  caller: Caller,
  found: { input: Partial<InputOf<Operations[Id]>>; problems: ErrorDetail[] },
) => Promise<void>;

export type Handler<Id extends keyof Operations> = Handle<Id> & {
  readonly findProblems?: FindProblems<Id>;
  readonly storesSignature?: boolean;
};

/** Reports the handler's own problems together with those of the fields. */
export function withProblems<Id extends keyof Operations>(
  handle: Handle<Id>,
  findProblems: FindProblems<Id>,
): Handler<Id> {
  return Object.assign(handle, { findProblems });
}

/**
 * The handler stores the signature of the request in the transaction of its effect, which saves a round trip and a
 * commit. Otherwise the signature is stored before (requests/used-signatures.ts).
 */
export function storingSignature<Id extends keyof Operations>(handler: Handler<Id>): Handler<Id> {
  return Object.assign(handler, { storesSignature: true });
}

export type Handlers = { readonly [Id in keyof Operations]: Handler<Id> };
