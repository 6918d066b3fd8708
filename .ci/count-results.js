// Sums the JSON results of all test runs for .ci/run: `N passed, N failed`. A skipped test, a suite that could
// not be loaded, and a step that failed for another reason count as failed. Every failure is told once more, with where
// it failed: what a run of half an hour printed above is often cut away.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, failedSteps] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const name of readdirSync(folder)) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  for (const suite of report.testResults) {
    const left = suite.assertionResults.filter(
      ({ status }) => !['passed', 'failed'].includes(status),
    );
    for (const { fullName } of left) tell(`skipped: ${suite.name}: ${fullName}`);
    for (const { status, fullName, failureMessages } of suite.assertionResults) {
      if (status !== 'failed') continue;
      tell(`failed: ${name}: ${suite.name}: ${fullName}`);
      for (const message of failureMessages) tell(message.slice(0, 2_000));
    }
    failed += left.length;
    const isBroken = suite.status === 'failed' && suite.assertionResults.length === 0;
    if (isBroken) tell(`not loaded: ${suite.name}: ${suite.message}`);
    failed += isBroken ? 1 : 0;
  }
}
// A step whose tests failed is counted by its tests already.
if (failed === 0) failed += Number(failedSteps);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function tell(text) {
  process.stdout.write(`${text}\n`);
}
