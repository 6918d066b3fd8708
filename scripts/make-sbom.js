// Prints the runtime dependencies, with the hashes of the lock file, as a CycloneDX bill of materials: `node
// scripts/make-sbom.js`. npm generates it; its time and serial number, which would differ in each run, are derived from
// the commit.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sbom = JSON.parse(
  run('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']),
);
const seconds = Number(process.env.SOURCE_DATE_EPOCH || run('git', ['log', '-1', '--format=%ct']));
sbom.metadata.timestamp = new Date(seconds * 1000).toISOString();
delete sbom.serialNumber;
const sum = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
const groups = [
  sum.slice(0, 8),
  sum.slice(8, 12),
  `4${sum.slice(13, 16)}`,
  `8${sum.slice(17, 20)}`,
];
sbom.serialNumber = `urn:uuid:${[...groups, sum.slice(20, 32)].join('-')}`;
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr}`);
  return stdout;
}
