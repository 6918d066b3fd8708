// The arguments of operator handlers: the application with its wallets and nodes, the parsed input, and the actor.
// Handlers never print, parse a command line or end the process.
import type { App } from '../app.ts';
import type { OpenNode } from '../chains/families.ts';
import type {
  Actor,
  InputOf,
  OperatorOperation,
  OutputOf,
} from '../contract/operator/operation.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { CoinWallet } from '../payouts/coin-wallet.ts';

export interface OperatorApp extends App {
  /** For every coin that can be sent. */
  readonly coinWallets: ReadonlyMap<string, CoinWallet>;
  /** Keyed by coin. Empty in the sandbox. */
  readonly nodes: ReadonlyMap<string, OpenNode>;
}

export interface OperationContext {
  readonly actor: Actor;
  /** The project to which the operation is limited, for a person without instance-wide permission. */
  readonly within?: string;
  /** The ID of the object to create. A retry after an interruption has the same one. */
  readonly objectId?: string;
  /** Receives the progress of long operations. */
  report?(progress: string): void;
}

type Perform<O extends OperatorOperation> = (
  app: OperatorApp,
  input: InputOf<O>,
  context: OperationContext,
) => Promise<OutputOf<O>>;

/** Adds problems beyond single fields. Fields with problems are missing from the input. */
type FindProblems<O extends OperatorOperation> = (
  app: OperatorApp,
  input: Partial<InputOf<O>>,
  problems: ErrorDetail[],
) => void;

export type OperatorHandler<O extends OperatorOperation> = Perform<O> & {
  readonly findProblems?: FindProblems<O>;
};

/** A handler for every operation of an area. */
export type HandlersOf<Area extends Readonly<Record<string, OperatorOperation>>> = {
  readonly [Name in keyof Area]: OperatorHandler<Area[Name]>;
};

/** A handler whose own validation problems are reported together with those of the fields. */
export function withProblems<O extends OperatorOperation>(
  perform: Perform<O>,
  findProblems: FindProblems<O>,
): OperatorHandler<O> {
  return Object.assign(perform, { findProblems });
}
