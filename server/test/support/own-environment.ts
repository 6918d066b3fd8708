// The environment of programs that tests start, beside what each test sets.

/**
 * What a program of ours that a test starts has of the environment of the tests: the programs on the path, and, where
 * `.ci/run` names one, the folder in which Node keeps what it compiled (`NODE_COMPILE_CACHE`, from version 22 on).
 */
export function ownEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE: compiled } = process.env;
  return { PATH, ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }) };
}
