// When CHAINTILL_TEST_COSTS names a file, appends the processor time of each test file: that of its worker and of the
// worker's child processes that ended. PostgreSQL and processes that outlive the file are not included.
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;

const file = process.env['CHAINTILL_TEST_COSTS'];

if (file !== undefined) {
  const before = processorSeconds();
  afterAll(() => {
    const seconds = processorSeconds() - before;
    appendFileSync(file, `${JSON.stringify({ suite: expect.getState().testPath, seconds })}\n`);
  });
}

/** User and system time of this process and of its ended children: fields 14 to 17 of proc(5). */
function processorSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return afterName.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}
