// Writes docs/cli.md: every command with its arguments, options and permission, from the commands themselves.
import { type CommandEntry, commandTree, entriesOf } from '../src/cli/command-tree.ts';
import { program } from '../src/cli/program.ts';
import { type OperatorOperation, operatorPermissions } from '../src/contract/operator/operation.ts';
import { operatorOperations } from '../src/contract/operator/operations.ts';

const operations: Readonly<Record<string, OperatorOperation>> = operatorOperations;

export function cliPage(): string {
  const tree = commandTree(program);
  const alone = tree.commands.filter(({ commands }) => commands.length === 0);
  const groups = tree.commands.filter(({ commands }) => commands.length > 0);
  return `# The command line

This page is made from the commands by \`npm run generate\`. \`./chaintill <command> --help\` says the same, with an example.

- **A project** is given as its id or its name. With only one project it is left out.
- **\`--json\`** prints the output as one JSON document, with amounts as decimal text. Notes and progress go to standard error.
- **Outside text** (references, names, descriptions) is printed with control and reordering characters escaped (\`\\u001b\`), so it cannot
  move the cursor or change what you read. In JSON the values stay the same.
- **Exit codes**: 0 when it was done; 1 when it was not, or when \`doctor\` and \`audit\` found something wrong.
- **Completions** for a shell are printed by \`chaintill completion bash\`, \`zsh\` or \`fish\`:
  \`source <(./chaintill completion bash)\`.
- **Permissions** say what whoever does it must be trusted with. Who has a shell and the database has them all:

| Permission | It |
|---|---|
${Object.entries(operatorPermissions)
  .map(([name, text]) => `| \`${name}\` | ${text} |`)
  .join('\n')}

Commands without a permission are about a process, a folder or a running service, and no operations
([decision 90](decisions/0090-one-list-for-the-operator.md)).

## Alone

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
      const list = choices.length === 0 ? '' : ` (${choices.join(', ')})`;
      return `\`${flags}\`${isNeeded ? ' (needed)' : ''}: ${description}${list}`;
    })
    .join('<br>');
}
