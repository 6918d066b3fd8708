// The environment of programs that tests start, in addition to what each test sets.

/**
 * The variables that a program inherits from the tests: the path and, where `.ci/run` sets it, the folder of Node's
 * compile cache (`NODE_COMPILE_CACHE`, from version 22 on).
 */
export function ownEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE: compiled } = process.env;
  return { PATH, ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }) };
}
