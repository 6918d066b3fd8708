// Writes docs/cli.md from the commands: their arguments, options and permissions.
import { type CommandEntry, commandTree, entriesOf } from '../src/cli/completion.ts';
import { program } from '../src/cli/program.ts';
import { type OperatorOperation, operatorPermissions } from '../src/contract/operator/operation.ts';
import { operatorOperations } from '../src/contract/operator/operations.ts';

const operations: Readonly<Record<string, OperatorOperation>> = operatorOperations;

export function cliPage(): string {
  const tree = commandTree(program);
  const alone = tree.commands.filter(({ commands }) => commands.length === 0);
  const groups = tree.commands.filter(({ commands }) => commands.length > 0);
  return `# The command line

This page lists every command of \`chaintill\` with its arguments, options and permission. \`./chaintill <command> --help\`
shows the same information with an example. The page is generated from the commands by \`npm run generate\`.

- **Project**: pass its id or name. If there is only one, you can omit it.
- **\`--json\`** prints the output as one JSON document, with amounts as decimal strings. Notes and progress go to standard error.
- **Untrusted text** (references, names, descriptions) is printed with control and reordering characters escaped (\`\\u001b\`), so
  that it cannot manipulate your terminal. JSON output has the original values.
- **Exit codes**: 0 for success; 1 for an error, or if \`doctor\` or \`audit\` found a problem.
- **Shell completion**: \`chaintill completion bash\`, \`zsh\` or \`fish\` prints it. For example
  \`source <(./chaintill completion bash)\`.
- **Permissions** are those that a person needs for the same operation in the dashboard. Anyone with a shell and
  access to the database can run every command.

| Permission | Allows |
|---|---|
${Object.entries(operatorPermissions)
  .map(([name, text]) => `| \`${name}\` | ${text} |`)
  .join('\n')}

Commands without a permission act on a process, a folder or a running service
([decision 90](decisions/0090-one-list-for-the-operator.md)).

## Main commands

${tableOf(alone)}
${groups.map(sectionOf).join('\n')}`;
}

function sectionOf(group: CommandEntry): string {
  const leaves = entriesOf(group).filter(({ commands }) => commands.length === 0);
  return `## ${group.words.join(' ')}\n\n${group.summary}.\n\n${tableOf(leaves)}`;
}

function tableOf(entries: readonly CommandEntry[]): string {
  const rows = entries.map((entry) => {
    const permission = operations[operationOf(entry)]?.permission;
    const cells = [
      `\`${[...entry.words, entry.usage].join(' ').trim()}\``,
      entry.summary,
      optionsOf(entry),
      permission === undefined ? '' : `\`${permission}\``,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `| Command | What it does | Options | Permission |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** The export of the journal is a way to read its list. */
function operationOf({ words }: CommandEntry): string {
  const name = words.join('.');
  return name === 'journal.export' ? 'journal.list' : name;
}

/** `--json` is everywhere. */
function optionsOf({ options }: CommandEntry): string {
  return options
    .filter(({ long }) => long !== '--json')
    .map(({ flags, description, isNeeded, choices }) => {
      const text =
        choices.length === 0 ? description : withChoices(description, choices.join(', '));
      return `\`${flags}\`${isNeeded ? ' (required)' : ''}: ${text}`;
    })
    .join('<br>');
}

/** `language (default: en)` becomes `language (en, de, fr; default: en)`. */
function withChoices(description: string, choices: string): string {
  const at = description.lastIndexOf(' (default: ');
  if (at === -1) return `${description} (${choices})`;
  return `${description.slice(0, at)} (${choices}; ${description.slice(at + 2)}`;
}
