// Runs a command of the command line from the sources in this process. The behavior and output are the same, without
// the second that a new process takes to load. server/test/processes shows that it also runs as a process.
import { vi } from 'vitest';
import { program } from '../../src/cli/program.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the process ends with ${code}`);
    this.code = code;
  }
}

/** One at a time, as the output is captured. `environment`: all of our variables. */
export async function commandHere(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<CommandResult> {
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text: string | Uint8Array) => {
      texts[name] += String(text);
      return true;
    }),
  );
  // The command does not use the tests' shared database.
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  process.exitCode = 0;
  // Invalid arguments end the process.
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(Number(code ?? process.exitCode));
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return { code: Number(process.exitCode), ...texts };
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, ...texts };
    throw error;
  } finally {
    process.exitCode = 0;
    exit.mockRestore();
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
