// Nothing that runs inside a test's process may end it: Vitest sees to that in the first file of a process alone, and
// one that ends in the middle of another file does not say why.
process.exit = (code) => {
  throw new Error(`process.exit(${code}) in a test`);
};
