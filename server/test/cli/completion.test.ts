// Guarantees of shell completion: the scripts are valid where their shell is installed, and offer what can follow.
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandTree, entriesOf } from '../../src/cli/completion.ts';
import { program } from '../../src/cli/program.ts';

async function scriptFor(shell: string): Promise<string> {
  const write = process.stdout.write;
  let text = '';
  process.stdout.write = ((part: string) => {
    text += part;
    return true;
  }) as typeof write;
  try {
    await program.parseAsync(['completion', shell], { from: 'user' });
  } finally {
    process.stdout.write = write;
  }
  return text;
}

function complete(script: string, ...words: string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const drive = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _chaintill; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const answer = execFileSync('bash', ['-c', `${script}\n${drive}`], { encoding: 'utf8' });
  return answer.trim().split('\n');
}

test('bash completes groups, commands, options and option values', async () => {
  const script = await scriptFor('bash');
  execFileSync('bash', ['-n'], { input: script });
  expect(complete(script, 'chaintill', 'withd')).toEqual(['withdrawals']);
  expect(complete(script, 'chaintill', 'policy', 'app')).toEqual(['approvers']);
  expect(complete(script, 'chaintill', 'policy', 'approvers', '')).toContain('remove');
  expect(complete(script, 'chaintill', 'withdrawals', 'list', '--j')).toEqual(['--json']);
  expect(complete(script, 'chaintill', 'withdrawals', 'list', '--status', 'on')).toEqual([
    'on_hold',
  ]);
  expect(complete(script, 'chaintill', 'keys', 'list', 'shop', '--')).toContain('--json');
  expect(complete(script, 'chaintill', 'completion', 'f')).toEqual(['fish']);
});

test.each(['zsh', 'fish'])(
  '%s completes every command, and loads the script if the shell is installed',
  async (shell) => {
    const script = await scriptFor(shell);
    for (const { words } of entriesOf(commandTree(program)).slice(1)) {
      const place = shell === 'fish' ? `'${words.join(' ')}'` : `' ${words.join(' ')}'`;
      expect(script).toContain(place);
    }
    const check = spawnSync(shell, ['-n'], { input: script });
    if (check.error === undefined) expect(check.status).toBe(0);
  },
);
