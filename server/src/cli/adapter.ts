// The command line adapter of an operation: which of its fields are arguments, how its options are named, and how its
// output is shown as text. Everything else comes from the operation's own description.
import type { OperatorOperation, OutputOf } from '../contract/operator/operation.ts';
import type { OperatorName, OperatorOperations } from '../contract/operator/operations.ts';
import type { Values } from '../operator/find-projects.ts';

/** Calls another operation of the same application. */
export type CallOperation = <Name extends OperatorName>(
  name: Name,
  values: Values,
  /** An Idempotency-Key. */
  key?: string,
) => Promise<OutputOf<OperatorOperations[Name]>>;

/** Text for standard output, and text for standard error. */
export interface Shown {
  readonly text: string;
  readonly notes: readonly string[];
}

export interface CliAdapter<O extends OperatorOperation = OperatorOperation> {
  /** The arguments in order; all other fields are options. */
  readonly arguments?: readonly (keyof O['input'] & string)[];
  /** Options or arguments whose names differ from their fields: `--as <name>`, `file`. */
  readonly called?: { readonly [Field in keyof O['input']]?: string };
  /** Fields whose argument is the name of a file with their content. */
  readonly files?: readonly (keyof O['input'] & string)[];
  readonly example: string;
  /** Additional help text, before the example. */
  readonly help?: string;
  /** Read-only, so it also runs on a machine whose clock is wrong. */
  readonly anyClock?: true;
  /** Asks for input on the terminal; `say` prints what the user reads before answering. */
  prepare?(
    values: Values,
    terminal: { call: CallOperation; say(text: string): void },
  ): Promise<Values>;
  show(output: OutputOf<O>, values: Values): string | Shown;
  /** Makes the exit code non-zero. */
  isBad?(output: OutputOf<O>): boolean;
}

/** Adapters for every operation of an area. */
export type AdaptersOf<Area extends Readonly<Record<string, OperatorOperation>>> = {
  readonly [Name in keyof Area]: CliAdapter<Area[Name]>;
};
