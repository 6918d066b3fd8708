// All commands as data, for shell completions and docs/cli.md.
import type { Argument, Command, Option } from 'commander';

export interface CommandEntry {
  /** The words as typed, without `chaintill`; empty for the root. */
  readonly words: readonly string[];
  readonly summary: string;
  /** Arguments as shown in the help. */
  readonly usage: string;
  readonly arguments: readonly ChoiceEntry[];
  readonly options: readonly OptionEntry[];
  /** Subcommands; empty for a command that can be run. */
  readonly commands: readonly CommandEntry[];
}

interface ChoiceEntry {
  readonly choices: readonly string[];
}

export interface OptionEntry extends ChoiceEntry {
  /** `--status`. */
  readonly long: string;
  /** `--status <status>`. */
  readonly flags: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly isNeeded: boolean;
}

export function commandTree(command: Command, words: readonly string[] = []): CommandEntry {
  return {
    words,
    summary: command.description(),
    usage: command
      .usage()
      .replace(/^\[options\] ?/, '')
      .replace(/^\[command\]$/, ''),
    arguments: command.registeredArguments.map(choicesOf),
    options: command.options.map((option) => ({
      ...choicesOf(option),
      long: option.long ?? option.flags,
      flags: option.flags,
      description: option.description,
      takesValue: option.required || option.optional,
      isNeeded: option.mandatory,
    })),
    commands: command.commands.map((below) => commandTree(below, [...words, below.name()])),
  };
}

function choicesOf({ argChoices }: Argument | Option): ChoiceEntry {
  return { choices: argChoices ?? [] };
}

/** The entry and everything below it, in order. */
export function entriesOf(entry: CommandEntry): CommandEntry[] {
  return [entry, ...entry.commands.flatMap(entriesOf)];
}
