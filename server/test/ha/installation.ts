// A complete highly available installation: the cluster, HAProxy with the file of deploy/ha, and two services in live
// mode on a real Litecoin node, the only part without redundancy. The first service names all hosts, the second
// connects through HAProxy.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '../../../client/src/client.ts';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { earn, type LitecoinShop, openLitecoinShop } from '../live/litecoin-shop.ts';
import type { TestDatabase } from '../support/database.ts';
import { createService, type Service, until } from '../support/service.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
import { deployed, give, start } from './programs.ts';

const DATABASE = 'chaintill';
const OWNER = 'chaintill_owner';
const SERVICE = 'chaintill_service';

export interface Installation {
  readonly cluster: Cluster;
  readonly shop: LitecoinShop;
  readonly services: readonly [Service, Service];
  /** A merchant's client that connects to HAProxy, without retries. */
  readonly api: Client;
  close(): Promise<void>;
}

export interface InstallationRequest extends ClusterOptions {
  /** False for asynchronous standbys. */
  readonly isSync?: boolean;
  /** Runs HAProxy in a network. */
  readonly frontWithin?: readonly string[];
}

export async function openInstallation(requested: InstallationRequest): Promise<Installation> {
  const cluster = await startCluster(requested);
  try {
    return await openOn(cluster, requested);
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

async function openOn(cluster: Cluster, requested: InstallationRequest): Promise<Installation> {
  const openDatabase = () => makeDatabase(cluster, requested.isSync ?? true);
  const shop = await openLitecoinShop({}, { openDatabase });
  const front = `${requested.prefix}20`;
  const second = await createService({
    databaseUrl: `postgres://${SERVICE}:${SERVICE}@${front}:5000/${DATABASE}`,
    folder: shop.service.folder,
    environment: shop.environment(),
  });
  const services = [shop.service, second] as const;
  const haproxy = startFront(cluster, services, requested);
  await second.start();
  await earn(shop, ['3', '3']);
  const made = await shop.service.runHere(
    'keys',
    'create',
    shop.projectId,
    '--api-version',
    '2',
    '--permissions',
    'read,write,payout',
    '--json',
  );
  const { api_key: apiKey, api_secret: apiSecret } = JSON.parse(made);
  const baseUrl = `http://${front}:8080`;
  const api = createClient({ baseUrl, apiKey, apiSecret, retriesMax: 0 });
  await until('the front leads to a service', () => api.auth.test().catch(() => null));
  return {
    cluster,
    shop,
    services,
    api,
    async close() {
      await second.close();
      await shop.close();
      haproxy.child.kill('SIGKILL');
      await cluster.close();
    },
  };
}

/** With both roles, on all hosts. */
async function makeDatabase(cluster: Cluster, isSync: boolean): Promise<TestDatabase> {
  const leader = await cluster.leader();
  await cluster.followed(leader, 1, isSync);
  for (const role of [OWNER, SERVICE])
    await cluster.sql(leader, `create role ${role} login password '${role}'`);
  await cluster.sql(leader, `create database ${DATABASE} owner ${OWNER}`);
  const [ownerUrl, url] = [cluster.url(OWNER, DATABASE), cluster.url(SERVICE, DATABASE)];
  const owner = openDatabase({ connectionString: ownerUrl }, createLog('silent'));
  const db = openDatabase({ connectionString: url }, createLog('silent'));
  const connection = { connectionString: ownerUrl };
  const drop = async () => void (await Promise.all([owner.close(), db.close()]));
  return { db, owner, connection, url, ownerUrl, drop };
}

function startFront(
  cluster: Cluster,
  services: readonly Service[],
  { prefix, frontWithin = [] }: InstallationRequest,
) {
  const folder = join(cluster.folder, 'front');
  mkdirSync(folder);
  give(folder);
  let config = deployed('haproxy.cfg');
  for (const [n, { url }] of services.entries())
    config = config.replaceAll(`10.0.0.${21 + n}:8080`, new URL(url).host);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config.replaceAll('10.0.0.', prefix));
  const logFile = join(folder, 'haproxy.log');
  return start({ name: 'haproxy', args: ['-db', '-f', file], within: frontWithin, logFile });
}
