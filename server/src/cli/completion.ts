// `chaintill completion bash|zsh|fish`: prints a completion script. It is generated from the commands themselves, so it
// contains every operation.
import { Argument, type Command, type Option } from 'commander';
import { action, print } from './run.ts';

const HELP = '--help';

const writers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof writers;

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print a shell completion script')
    .addArgument(new Argument('<shell>', 'shell').choices(Object.keys(writers)))
    .addHelpText(
      'after',
      '\nExample:\n  source <(chaintill completion bash)\n  chaintill completion fish > ~/.config/fish/completions/chaintill.fish',
    )
    .action(action(async (shell: Shell) => print(writers[shell](commandTree(program)).trimEnd())));
}

function bashCompletion(tree: CommandEntry): string {
  const entries = entriesOf(tree);
  const values = valuesOf(entries).map(({ at, choices }) => {
    const words =
      choices.length === 0
        ? 'return'
        : `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$word")); return`;
    return `    ${quoted(at)}) ${words} ;;`;
  });
  return `# Completes the commands of chaintill: source <(chaintill completion bash)
_chaintill() {
  local word="\${COMP_WORDS[COMP_CWORD]}" at="" choices="" n
  COMPREPLY=()
  for ((n = 1; n < COMP_CWORD; n++)); do
    case "$at \${COMP_WORDS[n]}" in
      ${patterns(entries)}) at="$at \${COMP_WORDS[n]}" ;;
    esac
  done
  case "$at:\${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  case "$at" in
${entries.map((entry) => `    ${quoted(placeOf(entry))}) choices=${quoted(completionsOf(entry).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _chaintill chaintill
`;
}

function zshCompletion(tree: CommandEntry): string {
  const entries = entriesOf(tree);
  const values = valuesOf(entries).map(({ at, choices }) => {
    const words = choices.length === 0 ? '_files' : `compadd -- ${choices.join(' ')}`;
    return `    (${quoted(at)}) ${words}; return ;;`;
  });
  const described = (entry: CommandEntry) =>
    describe(entry).map(([word, text]) => quoted(`${word}:${text}`));
  return `#compdef chaintill
# Completes the commands of chaintill: source <(chaintill completion zsh), or a file _chaintill in a folder of $fpath.
_chaintill() {
  local at="" word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${patterns(entries)}) at="$at $word" ;;
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${entries.map((entry) => `    (${quoted(placeOf(entry))}) choices=(${described(entry).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'chaintill' choices
}
compdef _chaintill chaintill
`;
}

function fishCompletion(tree: CommandEntry): string {
  const entries = entriesOf(tree);
  const lines = entries.flatMap((entry) => {
    const start = `complete -c chaintill -n ${quoted(`__chaintill_at ${entry.words.join(' ')}`)}`;
    return [
      ...entry.commands.map(
        ({ words, summary }) => `${start} -f -a ${words.at(-1)} -d ${quoted(summary)}`,
      ),
      ...entry.arguments.flatMap(({ choices }) =>
        choices.length === 0 ? [] : [`${start} -f -a ${quoted(choices.join(' '))}`],
      ),
      ...entry.options.map((option) => {
        const words =
          option.choices.length === 0 ? '' : ` -f -a ${quoted(option.choices.join(' '))}`;
        const value = option.takesValue ? ` -r${words}` : '';
        return `${start} -l ${option.long.slice(2)}${value} -d ${quoted(option.description)}`;
      }),
    ];
  });
  const paths = entries.filter(({ words }) => words.length > 0);
  return `# Completes the commands of chaintill: chaintill completion fish > ~/.config/fish/completions/chaintill.fish
function __chaintill_at
  set -l paths ${paths.map(({ words }) => quoted(words.join(' '))).join(' ')}
  set -l at
  for word in (commandline -opc)[2..-1]
    contains -- (string join ' ' $at $word) $paths; and set at $at $word
  end
  test (string join ' ' $at) = "$argv"
end
${lines.join('\n')}
`;
}

/** Every word has a leading space, so that the root is empty. */
function placeOf({ words }: CommandEntry): string {
  return words.map((word) => ` ${word}`).join('');
}

function patterns(entries: readonly CommandEntry[]): string {
  return entries
    .filter(({ words }) => words.length > 0)
    .map((entry) => quoted(placeOf(entry)))
    .join('|');
}

function completionsOf(entry: CommandEntry): string[] {
  return describe(entry).map(([word]) => word);
}

function describe(entry: CommandEntry): (readonly [string, string])[] {
  return [
    ...entry.commands.map(({ words, summary }) => [words.at(-1) ?? '', summary] as const),
    ...entry.arguments.flatMap(({ choices }) => choices.map((choice) => [choice, ''] as const)),
    ...entry.options.map(({ long, description }) => [long, description] as const),
    [HELP, 'show help for a command'],
  ];
}

/** The values of an option; an option without choices accepts anything. */
function valuesOf(entries: readonly CommandEntry[]) {
  return entries.flatMap((entry) =>
    entry.options
      .filter(({ takesValue }) => takesValue)
      .map(({ long, choices }) => ({ at: `${placeOf(entry)}:${long}`, choices })),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export interface CommandEntry {
  /** The words as typed, without `chaintill`; empty for the root. */
  readonly words: readonly string[];
  readonly summary: string;
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
  readonly long: string;
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
