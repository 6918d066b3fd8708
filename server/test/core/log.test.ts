// Log lines are buffered briefly; none is lost when the process ends normally, on purpose or by an error.
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const LINES = 2000;
const log = pathToFileURL(new URL('../../src/core/log.ts', import.meta.url).pathname).href;

/** The output of a process that logs this many lines and then does `end`. */
function linesOf(end: string): Promise<string[]> {
  const program = `
    const { createLog } = await import('${log}');
    const log = createLog('info');
    for (let n = 0; n < ${LINES}; n++) log.info({ n }, 'line');
    ${end}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 24 }, (_error, stdout) =>
      resolve(stdout.split('\n').filter((line) => line !== '')),
    );
  });
}

test.each([
  ['by itself', ''],
  ['with an exit code', 'process.exit(3);'],
  ['by an error that nobody catches', 'setTimeout(() => { throw new Error("x"); }, 1);'],
])('all lines are written when the process ends %s', async (_how, end) => {
  const lines = (await linesOf(end)).map((line) => JSON.parse(line));
  // The batch that is being written when the process ends arrives next to the last one: each line once, in any order.
  const numbers = lines.map(({ n }) => n).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: LINES }, (_, n) => n));
});
