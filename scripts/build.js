// Derives types, compiles the packages, bundles the service and builds the dashboard and the documents, unless the
// output is newer than every source: `npm start` runs this each time, and even a compiler without work takes seconds on
// a busy machine. Also removes the output of deleted sources.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleService } from './bundle.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const names = ['client', 'packages/embedded-postgres', 'packages/vendure-plugin', 'server'];
const packages = names.map((name) => join(root, name));
/** The client once more, for programs that `require` it, such as the plugin. */
const commonjs = 'client/tsconfig.commonjs.json';
/** The compiler writes these; it only checks the service. */
const libraries = packages.slice(0, -1);
const dashboard = join(root, 'dashboard');
const locales = join(root, 'locales');
/** Its modification time is the start of the last successful build. */
const stamp = join(root, 'server', 'dist', '.built');
const dashboardStamp = join(dashboard, 'dist', '.built');
/** Inside the folder that the bundle replaces: a new service gets its documents again. */
const siteStamp = join(root, 'server', 'dist', 'site', '.built');
const scripts = ['bundle.js', 'notices.js', 'licences'].map((name) => `scripts/${name}`);
const settings = ['tsconfig.base.json', 'package-lock.json', ...scripts].map((name) =>
  join(root, name),
);
/** Types derived from the message catalog and the API contract (server/scripts/build-types.ts). */
const derivedTypes = ['server/src/core/texts/types.ts', 'dashboard/src/shared/api-types.ts'].map(
  (name) => join(root, name),
);

const outputs = [...packages.map((path) => join(path, 'dist')), ...derivedTypes];
const isBuilt = outputs.every((path) => existsSync(path)) && isFresh(stamp, sources());
if (!isBuilt) await writeTypes();
// The compiler and the bundler of the dashboard mostly use one processor each.
await Promise.all([
  isBuilt || build(),
  isFresh(dashboardStamp, dashboardSources()) || buildDashboard(),
]);
if (!isFresh(siteStamp, siteSources())) await buildSite();

function isFresh(builtStamp, paths) {
  if (!existsSync(builtStamp)) return false;
  const builtAt = statSync(builtStamp).mtimeMs;
  return paths.every((path) => statSync(path).mtimeMs < builtAt);
}

/** Includes folders: their time changes when a file is added or removed. */
function sources() {
  return [
    ...settings,
    ...list(locales),
    ...list(join(root, 'server', 'scripts')),
    ...packages.flatMap((path) => [join(path, 'tsconfig.json'), ...below(path)]),
  ];
}

/** The server contains what it shares with the dashboard: parsing of amounts, file formats, and the texts of codes. */
function dashboardSources() {
  const own = ['index.html', 'vite.config.ts', 'texts-plugin.ts', 'preact-as-react.js'].map(
    (name) => join(dashboard, name),
  );
  const core = join(root, 'server', 'src', 'core');
  const texts = ['texts/format.ts', 'texts/finding-text.ts'];
  const common = ['typed-amount.ts', 'file-text.ts', 'escape-text.ts', ...texts].map((name) =>
    join(core, name),
  );
  return [...settings, ...own, ...common, ...list(locales), ...below(dashboard)];
}

function siteSources() {
  const beside = [
    'client/README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'dashboard/src/icon.svg',
  ];
  const folders = ['docs', 'site'].map((name) => join(root, name));
  return [
    ...settings,
    ...beside.map((name) => join(root, name)),
    ...folders.flatMap((folder) => [folder, ...list(folder)]),
  ];
}

function below(path) {
  const folder = join(path, 'src');
  return [folder, ...list(folder)];
}

function list(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
}

/** Before the compiler needs them. */
async function writeTypes() {
  if ((await run('tsx', ['server/scripts/build-types.ts'])) !== 0)
    fail('the types cannot be derived');
}

async function build() {
  const beganAt = new Date();
  // Several checkers each read everything, which takes longer on two processors.
  if ((await run('tsc', ['-b', commonjs, ...names, '--checkers', '1'])) !== 0)
    fail('the sources do not compile');
  for (const folder of ['client/dist/commonjs', 'packages/vendure-plugin/dist'])
    writeFileSync(join(root, folder, 'package.json'), '{ "type": "commonjs" }\n');
  for (const path of libraries) removeOrphans(path);
  await bundleService(join(root, 'server'));
  cpSync(locales, join(root, 'server/dist/locales'), { recursive: true });
  mark(stamp, beganAt);
}

/** `npm run check` checks its types; the bundler omits them. */
async function buildDashboard() {
  const beganAt = new Date();
  const silent = ['--logLevel', 'warn'];
  if ((await run('vite', ['build', 'dashboard', ...silent])) !== 0)
    fail('the dashboard cannot be built');
  mark(dashboardStamp, beganAt);
}

async function buildSite() {
  const beganAt = new Date();
  if ((await run('tsx', ['site/build.ts'])) !== 0) fail('the documents cannot be built');
  mark(siteStamp, beganAt);
}

/** Returns the exit code. */
async function run(name, args) {
  const program = join(root, 'node_modules', '.bin', name);
  if (!existsSync(program)) fail(`${program} is missing: run "npm ci" first`);
  const [code] = await once(spawn(program, args, { cwd: root, stdio: 'inherit' }), 'exit');
  return code;
}

function mark(builtStamp, beganAt) {
  writeFileSync(builtStamp, '');
  utimesSync(builtStamp, beganAt, beganAt);
}

function removeOrphans(path) {
  const dist = join(path, 'dist');
  for (const file of list(dist)) {
    const source = file
      .replace(join(dist, 'commonjs'), dist)
      .replace(dist, join(path, 'src'))
      .replace(/(\.d\.ts|\.js(\.map)?)$/, '.ts');
    if (source.endsWith('.ts') && !existsSync(source)) rmSync(file);
  }
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
