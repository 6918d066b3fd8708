import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By their size these would come late, and one that takes a minute would be the last of all, alone. */
const LONG =
  /vendure-plugin\/test\/shop|test\/(ha|live|conformance|processes|simulation|browser|acceptance|backups|stories|screens)\/|crash|restored|every-network|accessible|plans|documents/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification) => LONG.test(file.moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Minutes each; docs/high-availability.md has the commands. */
const long = process.env['CHAINTILL_TEST_LONG'] === '1' ? [] : ['server/test/*/long/**'];

/** What else only the thorough run executes. */
const rare =
  process.env['CHAINTILL_TEST_THOROUGH'] === '1'
    ? []
    : [
        ...readFileSync(new URL('.ci/thorough', import.meta.url), 'utf8').matchAll(
          /^([^#\s]+): /gm,
        ),
      ].map(([, file]) => file ?? '');

/** After a whole run that noted its statements, by itself (.ci/run). */
const again = process.env['CHAINTILL_TEST_AGAIN'] === '1' ? [] : ['server/test/*/again/**'];

export default defineConfig({
  test: {
    include: [
      'server/test/**/*.test.ts',
      'client/test/**/*.test.ts',
      'dashboard/test/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...long, ...rare, ...again],
    pool: 'forks',
    // Of two processors: a test waits for its database, its nodes and its services more than it computes.
    maxWorkers: 3,
    // No module keeps anything from one file to the next, and loading all of them again for each costs minutes.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // The summary of `.ci/run` has only the message of a failure, so the message names what was found.
    chaiConfig: { truncateThreshold: 4000 },
    globalSetup: ['server/test/support/global-setup.ts'],
    setupFiles: [
      'server/test/support/no-exit.ts',
      'server/test/support/watch-outside-calls.ts',
      'server/test/support/report-answers.ts',
      'server/test/support/keep-statements.ts',
      'server/test/support/note-costs.ts',
    ],
  },
});
