// The demo project that the sandbox makes on its first start: funded accounts, an API key, a callback
// secret, all written to a file that the CLI and a developer's first script read.
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { amountOf } from '../core/money.ts';
import { createEndpoint, setEndpoint } from '../events/endpoints.ts';
import { createApiKey, permissions } from '../projects/api-keys.ts';
import { createProject } from '../projects/create.ts';
import { adjustAccount } from '../transactions/adjust.ts';

const FILE = 'sandbox-credentials.json';
const SETTING = 'demo_project';
/** Funds of the demo project, in those of the currencies that are switched on. */
const FUNDS: readonly (readonly [currency: string, amount: string])[] = [
  ['EUR', '10000'],
  ['USD', '10000'],
  ['GBP', '10000'],
  ['BTC', '1'],
  ['LTC', '50'],
  ['BCH', '10'],
  ['ETH', '20'],
  ['XRP', '10000'],
  ['USDC', '10000'],
  ['USDT', '10000'],
];
/** Where callbacks of the demo project go until `chaintill callbacks set` names an address. Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/callbacks';

export interface Credentials {
  readonly base_url: string;
  readonly project_id: string;
  readonly api_key: string;
  readonly api_secret: string;
  readonly callback_secret: string;
}

export interface DemoProject {
  readonly file: string;
  readonly credentials: Credentials;
}

/** Makes the project once per database; the file is renewed with the address the service has now. */
export async function ensureDemoProject(app: App, url: string): Promise<DemoProject> {
  const file = join(app.config.dataDir, FILE);
  const stored = await claimOrRead(app);
  const credentials = stored ?? (await makeProject(app));
  const current = { ...credentials, base_url: url };
  if (!isSame(readCredentials(app.config.dataDir), current)) writeCredentials(file, current);
  return { file, credentials: current };
}

/** The credentials in a data folder; null when there are none. */
export function readCredentials(dataDir: string): Credentials | null {
  const file = join(dataDir, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials) : null;
}

const SEAL_CONTEXT = 'demo_project';

async function claimOrRead(app: App): Promise<Credentials | null> {
  const rows = await app.db.query<{ value: string }>(
    'select value from instance_settings where name = $1',
    [SETTING],
  );
  const sealed = rows[0]?.value;
  return sealed === undefined
    ? null
    : (JSON.parse(app.secrets.open(sealed, SEAL_CONTEXT)) as Credentials);
}

/** Complete before it is named. Of several processes one wins; what the others made stays unused. */
async function makeProject(app: App): Promise<Credentials> {
  const project = await createProject(app, 'Demo');
  const key = await createApiKey(app, project.id, {
    name: 'demo',
    apiVersion: 2,
    permissions,
    ipAllowList: [],
  });
  const endpoint = await createEndpoint(app, project.id, NOWHERE);
  // Switched off, as nobody listens there: `chaintill callbacks set` changes both.
  await setEndpoint(app, project.id, { id: endpoint.id, isEnabled: false });
  await fund(app, project.id);
  const credentials = {
    base_url: '',
    project_id: project.id,
    api_key: key.key,
    api_secret: key.secret,
    callback_secret: endpoint.secret,
  };
  await app.db.query(
    `insert into instance_settings (name, value) values ($1, to_jsonb($2::text)) on conflict do nothing`,
    [SETTING, app.secrets.seal(JSON.stringify(credentials), SEAL_CONTEXT)],
  );
  return known(await claimOrRead(app), 'the demo project was stored');
}

async function fund(app: App, projectId: string): Promise<void> {
  for (const [code, amount] of FUNDS) {
    const currency = app.currencies.get(code);
    if (currency === undefined) continue;
    await adjustAccount(app, {
      projectId,
      currency: code,
      amount: amountOf(amount, currency),
      reason: 'Sandbox starting balance',
    });
  }
}

/** Whole or not at all, and readable by its owner only from its first byte. */
function writeCredentials(file: string, credentials: Credentials): void {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, 'w', 0o600);
  writeFileSync(handle, `${JSON.stringify(credentials, null, 2)}\n`);
  closeSync(handle);
  renameSync(draft, file);
}

function isSame(left: Credentials | null, right: Credentials): boolean {
  return left !== null && JSON.stringify(left) === JSON.stringify(right);
}
