// `npm run fill -- --folder data-full`: a sandbox data folder with a million paid invoices in twenty projects, in
// minutes. `CHAINTILL_DATA_DIR=data-full npm start` runs on it.
import { mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { auditLedger } from '../server/src/ledger/audit.ts';
import { openFilledFixture } from './fill/filled-fixture.ts';

const USAGE =
  'npm run fill -- --folder FOLDER [--invoices 1000000] [--projects 20] [--backlog 0]\n' +
  'backlog: callbacks that wait for endpoints which are away';

const say = (line: string) => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    invoices: { type: 'string', default: '1000000' },
    projects: { type: 'string', default: '20' },
    backlog: { type: 'string', default: '0' },
  },
});
const [invoices, projects, backlog] = [values.invoices, values.projects, values.backlog].map(
  Number,
);
if (values.folder === undefined || !invoices || !projects || backlog === undefined) {
  say(USAGE);
  process.exit(2);
}
const folder = resolve(values.folder);
mkdirSync(folder, { recursive: true });
if (readdirSync(folder).length > 0) {
  say(`${folder} is not empty`);
  process.exit(2);
}
const startedAt = performance.now();
const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
const { fixture } = await openFilledFixture({ folder, invoices, projects, backlog, say });
say(`filled after ${seconds()} s`);
const findings = await auditLedger(fixture.assembled.app.db.unhurried);
say(`the audit found ${JSON.stringify(findings)} after ${seconds()} s`);
await fixture.close();
process.exit(findings.length === 0 ? 0 : 1);
