// Splits a command into words like a shell, and checks it against the command line: its name, its options, and the
// number of its arguments.
import { commandTree, entriesOf, type OptionEntry } from '../../src/cli/completion.ts';
import { program } from '../../src/cli/program.ts';

const entries = entriesOf(commandTree(program));

/** Options of every command. */
const HELP: OptionEntry = {
  long: '--help',
  flags: '--help',
  description: '',
  choices: [],
  takesValue: false,
  isNeeded: false,
};

/** Each call of `chaintill` in a script. */
export function callsIn(script: string): string[] {
  // The user, the group and the container have the name of the program.
  const joined = script
    .replace(/\\\n\s*/g, ' ')
    .replace(/\$\([^)]*\)/g, '0')
    .replace(/ (-[gou]|exec) chaintill\b/g, '');
  const calls = joined.matchAll(/(?:^|[\s(;&|])(?:\.\/)?chaintill(?:-signer)? +([^\n;&|<>#)`]+)/gm);
  return [...calls].map(([, words = '']) => words.trim()).filter((words) => /^[a-z]/.test(words));
}

export function argumentsOf(text: string): string[] {
  return [...text.matchAll(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}

/** What is wrong with a call; null when it is valid. */
export function wrongIn(call: string): string | null {
  const words = argumentsOf(call);
  const entry = entries
    .filter((one) => one.words.length > 0 && one.words.every((word, at) => word === words[at]))
    .sort((a, b) => b.words.length - a.words.length)[0];
  if (entry === undefined) return `no command: ${call}`;
  if (entry.commands.length > 0) {
    const next = words[entry.words.length];
    return next === undefined || next === '--help' ? null : `no command: ${call}`;
  }
  let plain = 0;
  for (let at = entry.words.length; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('--')) {
      plain += 1;
      continue;
    }
    const option = [...entry.options, HELP].find(({ long }) => long === word.split('=')[0]);
    if (option === undefined) return `no option ${word}: ${call}`;
    if (option.takesValue && !word.includes('=')) at += 1;
  }
  const most = entry.usage.includes('...') ? Number.POSITIVE_INFINITY : entry.arguments.length;
  return plain > most ? `too many words: ${call}` : null;
}
