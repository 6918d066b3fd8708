// The face that the command line gives an operation: which of its fields are arguments, what its options are called,
// and how its output reads as text. Everything else comes from the operation's own description.
import type { OperatorOperation, OutputOf } from '../contract/operator/operation.ts';
import type { OperatorName, OperatorOperations } from '../contract/operator/operations.ts';
import type { Values } from '../operator/find-projects.ts';

/** Asks another operation, with the same application. */
export type Ask = <Name extends OperatorName>(
  name: Name,
  values: Values,
  /** An Idempotency-Key. */
  key?: string,
) => Promise<OutputOf<OperatorOperations[Name]>>;

/** What goes to standard output, and what beside it to standard error. */
export interface Shown {
  readonly text: string;
  readonly notes: readonly string[];
}

export interface Face<O extends OperatorOperation = OperatorOperation> {
  /** In order; all other fields are options. */
  readonly arguments?: readonly (keyof O['input'] & string)[];
  /** Where an option or argument is not called after its field: `--as <name>`, `file`. */
  readonly called?: { readonly [Field in keyof O['input']]?: string };
  /** Fields whose argument is the name of a file that holds them. */
  readonly files?: readonly (keyof O['input'] & string)[];
  readonly example: string;
  /** More for the help, before the example. */
  readonly help?: string;
  /** It only looks, and so runs on a machine whose clock is wrong. */
  readonly anyClock?: true;
  /** Adds what is asked for on the terminal; `say` is what a person reads before he answers. */
  prepare?(values: Values, terminal: { ask: Ask; say(text: string): void }): Promise<Values>;
  show(output: OutputOf<O>, values: Values): string | Shown;
  /** The exit code says so. */
  isBad?(output: OutputOf<O>): boolean;
}

/** Of every operation of an area. */
export type AdaptersOf<Area extends Readonly<Record<string, OperatorOperation>>> = {
  readonly [Name in keyof Area]: Face<Area[Name]>;
};
