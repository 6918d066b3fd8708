// Shows that the ordinary test run notices when a function that moves money is wrong: applies each change of list.js to a
// copy of the checkout, runs the suites that are named there, and expects a failure. Last line: `N caught, N not caught`.
//
//   node .ci/mutations/check.js [NUMBER...]
//
// Without numbers, checks all. Run `node scripts/build.js` first.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mutations } from './list.js';

const root = resolve(import.meta.dirname, '../..');
const LEFT_OUT = ['node_modules', '.git', 'data'];
const OUTPUT_MAX = 64 * 1024 * 1024;
const SHOWN = 2_000;

const wanted = process.argv.slice(2).map(Number);
const chosen = [...mutations.entries()].filter(
  ([n]) => wanted.length === 0 || wanted.includes(n + 1),
);
const copy = copyCheckout();
let caught = 0;
try {
  // A suite that fails without the change would catch everything.
  const suites = [...new Set(chosen.flatMap(([, { suites: named }]) => named))];
  const { isGreen, output } = run(suites);
  if (!isGreen) throw new Error(`the suites fail without a change:\n${output.slice(-SHOWN)}`);
  for (const [n, mutation] of chosen) {
    const isCaught = check(mutation);
    if (isCaught) caught += 1;
    tell(`${isCaught ? 'caught' : 'NOT CAUGHT'}: ${n + 1}. ${mutation.what} (${mutation.file})`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
tell(`${caught} caught, ${chosen.length - caught} not caught`);
process.exitCode = caught === chosen.length ? 0 : 1;

function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-mutations-'));
  const isCopied = (path) => !LEFT_OUT.some((name) => path.split('/').includes(name));
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => isCopied(path.slice(root.length)),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function check({ file, text, instead, suites }) {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(text).length !== 2)
    throw new Error(`${file} does not contain this text exactly once: ${text}`);
  writeFileSync(
    path,
    original.replace(text, () => instead),
  );
  try {
    return !run(suites).isGreen;
  } finally {
    writeFileSync(path, original);
  }
}

/** Stops at the first failure. */
function run(suites) {
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['vitest', 'run', '--maxWorkers', '1', '--bail', '1', ...suites],
    { cwd: copy, encoding: 'utf8', maxBuffer: OUTPUT_MAX, env: { ...process.env, CI: 'true' } },
  );
  return { isGreen: status === 0, output: `${stdout}${stderr}` };
}

function tell(text) {
  process.stdout.write(`${text}\n`);
}
