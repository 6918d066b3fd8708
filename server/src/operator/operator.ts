// What the functions behind operator operations are given: the application with its treasuries and nodes, the input as
// its fields were read, and who asks. They print nothing, read no command line and end no process.
import type { App } from '../app.ts';
import type { OpenNode } from '../chains/families.ts';
import type {
  Actor,
  InputOf,
  OperatorOperation,
  OutputOf,
} from '../contract/operator/operation.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { CoinWallet } from '../payouts/send/coin-wallet.ts';

export interface OperatorApp extends App {
  /** Of every coin that can be sent. */
  readonly coinWallets: ReadonlyMap<string, CoinWallet>;
  /** By coin; empty in the sandbox. */
  readonly nodes: ReadonlyMap<string, OpenNode>;
}

export interface Asking {
  readonly actor: Actor;
  /** The project in which he may ask it, of who may not everywhere. */
  readonly within?: string;
  /** Of what it makes: the same again when a request that was cut off is repeated. */
  readonly objectId?: string;
  /** Told of the progress of what takes long. */
  report?(progress: string): void;
}

type Perform<O extends OperatorOperation> = (
  app: OperatorApp,
  input: InputOf<O>,
  asking: Asking,
) => Promise<OutputOf<O>>;

/** Adds what else is wrong with an input of which some fields were refused; those are missing in it. */
type FindProblems<O extends OperatorOperation> = (
  app: OperatorApp,
  input: Partial<InputOf<O>>,
  problems: ErrorDetail[],
) => void;

export type OperatorHandler<O extends OperatorOperation> = Perform<O> & {
  readonly findProblems?: FindProblems<O>;
};

/** Of every operation of an area. */
export type HandlersOf<Area extends Readonly<Record<string, OperatorOperation>>> = {
  readonly [Name in keyof Area]: OperatorHandler<Area[Name]>;
};

/** A function whose own checks are told together with those of the fields. */
export function withProblems<O extends OperatorOperation>(
  perform: Perform<O>,
  findProblems: FindProblems<O>,
): OperatorHandler<O> {
  return Object.assign(perform, { findProblems });
}
