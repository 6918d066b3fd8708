// Runs a command of the command line in this process, of the sources: what it does and says is the same, without the
// second that a process takes to load the program. That it is one that runs is shown by server/test/processes.
import { vi } from 'vitest';
import { program } from '../../src/cli/program.ts';

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One at a time, as what is printed is caught. `environment`: all of it that is ours. */
export async function commandHere(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<CommandOutcome> {
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text: string | Uint8Array) => {
      texts[name] += String(text);
      return true;
    }),
  );
  // The database of all tests is not that of this command.
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  process.exitCode = 0;
  try {
    await program.parseAsync([...words], { from: 'user' });
    return { code: Number(process.exitCode), ...texts };
  } finally {
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
