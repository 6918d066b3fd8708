// The `chaintill` script of a checkout runs from any folder, also through symbolic links.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../tidy/files.ts';

test('a symbolic link to the script runs the program of its checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-link-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'chaintill')];
  symlinkSync(join(root, 'chaintill'), first);
  symlinkSync('first', second);
  try {
    const reported = (command: string) =>
      execFileSync(command, ['--version'], { cwd: folder, encoding: 'utf8' });
    expect(reported(second)).toBe(reported(join(root, 'chaintill')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
