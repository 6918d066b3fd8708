// Sums the JSON results of all test runs for .ci/run: `N passed, N failed`. A skipped test, a suite that could not be
// loaded, and a step that failed for another reason count as failed. Every failure is repeated at the end with its
// position, as the output of a long run is often truncated.
//
// A test that failed next to the others, or was not reached because its process ended, and passes when its file runs
// again separately, counts as passed and is listed as unsteady (NAME-again.json next to NAME.json). `--again FILE`
// prints the suites to run again.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const AGAIN = '-again.json';
const MESSAGE_MAX = 2_000;
const COSTS_SHOWN = 20;

if (process.argv[2] === '--again') process.stdout.write(suitesToRepeat(process.argv[3]));
else {
  tellCosts(process.argv[4]);
  count(process.argv[2], Number(process.argv[3]));
}

function suitesToRepeat(file) {
  if (!existsSync(file)) return '';
  const failed = readReport(file).testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' || assertionResults.some((test) => test.status === 'pending'),
  );
  return failed.map(({ name }) => `${name}\n`).join('');
}

function count(folder, failedSteps) {
  let passed = 0;
  let failed = 0;
  for (const name of readdirSync(folder).filter((file) => !file.endsWith(AGAIN))) {
    const again = join(folder, name.replace('.json', AGAIN));
    const repeated = existsSync(again) ? readReport(again).testResults : [];
    for (const suite of readReport(join(folder, name)).testResults) {
      const second = repeated.find((other) => other.name === suite.name);
      const outcome = countSuite(name, suite, second);
      passed += outcome.passed;
      failed += outcome.failed;
    }
  }
  // The failed tests of a step are counted already.
  if (failed === 0) failed += failedSteps;
  tell(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function countSuite(run, suite, second) {
  const outcome = { passed: 0, failed: 0 };
  const where = `${run}: ${suite.name}`;
  for (const { status, fullName, failureMessages } of suite.assertionResults) {
    const isSteady = status === 'passed';
    const isLater =
      !isSteady &&
      second?.assertionResults.some(
        (other) => other.fullName === fullName && other.status === 'passed',
      );
    if (isSteady || isLater) outcome.passed += 1;
    else outcome.failed += 1;
    if (isSteady) continue;
    tell(`${isLater ? 'unsteady' : status}: ${where}: ${fullName}`);
    for (const message of failureMessages ?? []) tell(message.slice(0, MESSAGE_MAX));
  }
  // Its file could not be loaded, or a hook failed.
  const isBroken =
    suite.status === 'failed' && suite.assertionResults.every(({ status }) => status !== 'failed');
  if (!isBroken) return outcome;
  const isLater = second?.status === 'passed';
  tell(
    `${isLater ? 'unsteady' : 'broken'}: ${where}: ${String(suite.message).slice(0, MESSAGE_MAX)}`,
  );
  outcome.failed += isLater ? 0 : 1;
  return outcome;
}

/** The test files with the most processor time, over all runs, and the embedded PostgreSQL (server/test/support/note-costs.ts). */
function tellCosts(file) {
  if (file === undefined || !existsSync(file)) return;
  const sums = new Map();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { suite, seconds } = JSON.parse(line);
    sums.set(suite, (sums.get(suite) ?? 0) + seconds);
  }
  const all = [...sums.values()].reduce((sum, seconds) => sum + seconds, 0);
  tell(`processor time of tests: ${Math.round(all)} s; most of it:`);
  const most = [...sums].sort(([, a], [, b]) => b - a).slice(0, COSTS_SHOWN);
  for (const [suite, seconds] of most) tell(`${seconds.toFixed(1).padStart(7)} s  ${suite}`);
}

function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function tell(text) {
  process.stdout.write(`${text}\n`);
}
