import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/test/**/*.test.ts',
      'client/test/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
    ],
    pool: 'forks',
    // Of two processors: a test waits for its database, its nodes and its services more than it computes.
    maxWorkers: 3,
    // No module keeps anything from one file to the next, and loading all of them again for each costs minutes.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['server/test/support/global-setup.ts'],
    setupFiles: [
      'server/test/support/watch-outside-calls.ts',
      'server/test/support/report-answers.ts',
    ],
  },
});
