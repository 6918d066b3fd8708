// The demo project that the sandbox creates on its first start. Its API keys and callback secret are in a file for the
// CLI and a developer's first script (wire.md 1.2, keys).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { mine } from '../chains/simulated/mine.ts';
import { payMany, type SimulatedPayment } from '../chains/simulated/pay.ts';
import { rulesOf, type Simulation } from '../chains/simulated/simulation.ts';
import { defined } from '../core/assert.ts';
import { amountOf } from '../core/money.ts';
import { DamagedFile, replaceFile } from '../core/store-files.ts';
import { readSetting, replaceSetting, storeFirstSetting } from '../db/settings.ts';
import { finalDepth } from '../deposits/depth.ts';
import { createEndpoint, setEndpoint } from '../events/endpoints.ts';
import { ensureFreeAddresses, topUpAddress } from '../payouts/own-address.ts';
import { createApiKey, permissions } from '../projects/api-keys.ts';
import { createProject } from '../projects/create.ts';
import { adjustAccount } from '../transactions/adjust.ts';
import type { Simulations } from './sandbox.ts';

// The wallet is funded in several payments, so that several withdrawals can be sent concurrently.

const FUNDS_SETTING = 'wallet_funds';
/** Once per database and coin. A crash in between may pay twice, which is harmless in a sandbox. */
export async function fundWallets(app: App, simulations: Simulations): Promise<void> {
  await Promise.all([...simulations.values()].map((simulation) => fundWallet(app, simulation)));
}

async function fundWallet(app: App, simulation: Simulation): Promise<void> {
  const { coin } = simulation;
  const name = `${FUNDS_SETTING}:${coin.code}`;
  if ((await readSetting(app.db, name)) !== undefined) return;
  const { pieces, amount } = coin.demo.wallet;
  // Only what is needed now. The rest of the pool is derived when the service is ready.
  await ensureFreeAddresses(app, coin.code, pieces);
  const payments: SimulatedPayment[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    const { model } = rulesOf(coin.code);
    const { address, tag } = await topUpAddress(app, { coin: coin.code, model });
    payments.push({ outputs: [{ address, tag, amount: amountOf(amount, coin) }] });
  }
  await payMany(simulation, payments);
  // At this depth the funds count immediately; otherwise, no wallet could pay for minutes.
  await mine(simulation, { count: finalDepth(coin) });
  await storeFirstSetting(app.db, name, true);
}

const FILE = 'sandbox-credentials.json';
const SETTING = 'demo_project';
/** In addition to funds in the enabled coins. */
const FIAT_FUNDS = ['EUR', 'USD', 'GBP'].map((currency) => [currency, '10000'] as const);
/** No server listens there. `chaintill callbacks set` changes the URL. */
const NOWHERE = 'http://127.0.0.1:9/callbacks';

interface KeyPair {
  readonly api_key: string;
  readonly api_secret: string;
}

/** The top-level key is for version 1 of the API, the one under `v2` for version 2. */
export interface Credentials extends KeyPair {
  readonly base_url: string;
  readonly project_id: string;
  readonly callback_secret: string;
  readonly v2: KeyPair;
}

export interface DemoProject {
  readonly file: string;
  readonly credentials: Credentials;
}

/** Creates the project once per database. Rewrites the file with the service's current address. */
export async function ensureDemoProject(app: App, url: string): Promise<DemoProject> {
  const file = join(app.config.dataDir, FILE);
  const stored = await claimOrRead(app);
  const credentials = stored ?? (await makeProject(app));
  const current = { ...credentials, base_url: url };
  if (JSON.stringify(readOrDiscard(app)) !== JSON.stringify(current))
    await replaceFile(file, `${JSON.stringify(current, null, 2)}\n`);
  return { file, credentials: current };
}

/** Throws DamagedFile. */
export function readCredentials(dataDir: string): Credentials | null {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as Credentials;
  } catch {
    throw new DamagedFile(file, 'Start the service again: it writes the file anew.');
  }
}

/** The database has everything in the file, so a damaged file is rewritten. */
function readOrDiscard({ config, log }: App): Credentials | null {
  try {
    return readCredentials(config.dataDir);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    log.warn({ file: join(config.dataDir, FILE) }, 'damaged file is rewritten');
    return null;
  }
}

const SEAL_CONTEXT = 'demo_project';

async function claimOrRead(app: App): Promise<Credentials | null> {
  const sealed = await readSetting<string>(app.db, SETTING);
  return sealed === undefined ? null : openCredentials(app, sealed);
}

/** Older sandboxes have one key, for version 2. It moves to `v2`, and version 1 gets a new key. */
async function openCredentials(app: App, sealed: string): Promise<Credentials> {
  const stored = JSON.parse(app.secrets.open(sealed, SEAL_CONTEXT)) as Omit<Credentials, 'v2'> & {
    readonly v2?: KeyPair;
  };
  if (stored.v2 !== undefined) return { ...stored, v2: stored.v2 };
  const { api_key, api_secret } = stored;
  const first = await makeKey(app, stored.project_id, 1);
  const both = JSON.stringify({ ...stored, ...first, v2: { api_key, api_secret } });
  const to = app.secrets.seal(both, SEAL_CONTEXT);
  await replaceSetting(app.db, SETTING, { from: sealed, to });
  return defined(await claimOrRead(app), 'the demo project was stored');
}

async function makeKey(app: App, projectId: string, apiVersion: 1 | 2): Promise<KeyPair> {
  const name = `demo, version ${apiVersion}`;
  const requested = { name, apiVersion, permissions, ipAllowList: [] };
  const { key, secret } = await createApiKey(app, projectId, requested);
  return { api_key: key, api_secret: secret };
}

/** Stored under its name only when complete. If several processes create a project, only one wins. */
async function makeProject(app: App): Promise<Credentials> {
  const project = await createProject(app, 'Demo');
  const [first, second] = [await makeKey(app, project.id, 1), await makeKey(app, project.id, 2)];
  const endpoint = await createEndpoint(app, project.id, NOWHERE);
  // Disabled, because no server listens there. `chaintill callbacks set` changes both.
  await setEndpoint(app, project.id, { id: endpoint.id, isEnabled: false });
  await fund(app, project.id);
  const credentials = {
    base_url: '',
    project_id: project.id,
    ...first,
    callback_secret: endpoint.secret,
    v2: second,
  };
  const sealed = app.secrets.seal(JSON.stringify(credentials), SEAL_CONTEXT);
  await storeFirstSetting(app.db, SETTING, sealed);
  return defined(await claimOrRead(app), 'the demo project was stored');
}

async function fund(app: App, projectId: string): Promise<void> {
  const coinFunds = new Map(
    [...app.coins.values()].map(({ asset, demo }) => [asset.code, demo.balance]),
  );
  for (const [code, amount] of [...FIAT_FUNDS, ...coinFunds]) {
    const currency = defined(app.currencies.get(code), `an account in ${code}`);
    await adjustAccount(app, {
      projectId,
      currency: code,
      amount: amountOf(amount, currency),
      reason: 'Sandbox starting balance',
    });
  }
}
