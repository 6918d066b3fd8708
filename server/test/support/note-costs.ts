// When CHAINTILL_TEST_COSTS names a file, appends the processor time of each test file: that of its worker and of the
// worker's child processes that ended. Processes that outlive the file are not included; global-setup.ts adds
// PostgreSQL.
import { afterAll, expect } from 'vitest';
import { noteCost, processorSeconds } from './processor-seconds.ts';

if (process.env['CHAINTILL_TEST_COSTS'] !== undefined) {
  const before = processorSeconds('self');
  afterAll(() => noteCost(expect.getState().testPath, processorSeconds('self') - before));
}
