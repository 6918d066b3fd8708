// Code in a test's process must not end it: Vitest prevents that only for a process's first file, and a process that
// ends in the middle of a later file does not say why.
process.exit = (code) => {
  throw new Error(`process.exit(${code}) in a test`);
};
