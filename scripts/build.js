// Compiles the packages, unless what is compiled is newer than every source: `npm start` runs this each
// time, and even a compiler that finds nothing to do takes seconds on a busy machine. Also removes the
// output of deleted sources, as coins, rate and risk providers are found by listing their folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const names = ['client', 'packages/embedded-postgres', 'server'];
const packages = names.map((name) => join(root, name));
/** Its time is the moment the last successful build began. */
const stamp = join(root, 'server', 'dist', '.built');

if (!isFresh()) build();

function isFresh() {
  if (!packages.every((path) => existsSync(join(path, 'dist'))) || !existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return sources().every((path) => statSync(path).mtimeMs < builtAt);
}

/** Folders too: theirs is the time of the last file that came or went. */
function sources() {
  const settings = ['tsconfig.base.json', 'package-lock.json'].map((name) => join(root, name));
  return [
    ...settings,
    ...packages.flatMap((path) => [join(path, 'tsconfig.json'), ...below(path)]),
  ];
}

function below(path) {
  const folder = join(path, 'src');
  return [folder, ...list(folder)];
}

function list(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
}

function build() {
  const beganAt = new Date();
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  if (!existsSync(compiler)) fail(`${compiler} is missing: run "npm ci" first`);
  const { status } = spawnSync(compiler, ['-b', ...names], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) fail('the sources do not compile');
  for (const path of packages) removeOrphans(path);
  writeFileSync(stamp, '');
  utimesSync(stamp, beganAt, beganAt);
}

function removeOrphans(path) {
  const dist = join(path, 'dist');
  for (const file of list(dist)) {
    const source = file.replace(dist, join(path, 'src')).replace(/(\.d\.ts|\.js(\.map)?)$/, '.ts');
    if (source.endsWith('.ts') && !existsSync(source)) rmSync(file);
  }
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
