// The three machines of deploy/ha on one: etcd, Patroni and PostgreSQL each, with the files that operators copy, and
// other addresses and folders. A machine can lose its power and be switched on again.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { defined } from '../../src/core/assert.ts';
import { SECOND } from '../../src/core/clock.ts';
import { until } from '../support/service.ts';
import { deployed, give, killTree, type Started, signal, start } from './programs.ts';

const MACHINES = ['one', 'two', 'three'] as const;
export type MachineName = (typeof MACHINES)[number];
const FOLLOWERS = `select sync_state from pg_stat_replication where state = 'streaming'`;
const PASSWORD = 'change-me-superuser';
/** Three databases are created on a machine that is busy with other tests. */
const FORM_LIMIT = 120 * SECOND;
const LAST_LINES = 12;

export interface ClusterOptions {
  /** The address prefix, such as `127.3.7.`, or that of networks that the test created. */
  readonly prefix: string;
  /** The prefix of a command that runs on this machine. */
  readonly within?: (machine: MachineName) => readonly string[];
  /** A test's changes to patroni.yml. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The member's state and role as Patroni reports them. */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'replica' | 'sync_standby';
  readonly state: string;
}

export interface Cluster {
  readonly folder: string;
  addressOf(machine: MachineName): string;
  /** A DATABASE_URL with all hosts. */
  url(user: string, database: string): string;
  /** The members as any of them reports them; empty if none responds. */
  members(): Promise<readonly Member[]>;
  /** Waits for a leader other than `than` whose PostgreSQL accepts writes. */
  leader(than?: string): Promise<MachineName>;
  /** Waits until this leader has this many standbys, one of them synchronous with `isSync`. */
  followed(leader: MachineName, count: number, isSync?: boolean): Promise<void>;
  /** Runs SQL as the superuser, on this machine. */
  sql(machine: MachineName, text: string, database?: string): Promise<Record<string, unknown>[]>;
  /**
   * Ends only the primary's PostgreSQL, which its Patroni notices. Returns the new leader. Patroni restarts it when no
   * standby responds in time, as on a busy machine: then it is ended again.
   */
  replacePrimary(): Promise<MachineName>;
  /** Kills all its processes. */
  cutPower(machine: MachineName): void;
  switchOn(machine: MachineName): void;
  close(): Promise<void>;
}

interface Machine {
  readonly name: MachineName;
  readonly folder: string;
  readonly address: string;
  running: readonly Started[];
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-ha-'));
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  give(folder);
  const machines = new Map(MACHINES.map((name, n) => [name, layOut(folder, { name, n, options })]));
  const of = (name: MachineName) => defined(machines.get(name), name);
  const switchOn = (name: MachineName) => {
    of(name).running = startAll(of(name), options.within?.(name) ?? []);
  };
  const killPostgres = (name: MachineName) => {
    const postmaster = postmasterOf(of(name));
    if (postmaster !== null) killTree(postmaster);
  };
  const cutPower = (name: MachineName) => {
    for (const { child } of of(name).running) killTree(child.pid ?? 0);
    killPostgres(name);
  };
  for (const name of MACHINES) switchOn(name);
  const members = async () => {
    const requested = [...machines.values()].map(({ address }) => membersBy(address));
    return Promise.any(requested).catch(() => []);
  };
  const sql = async (name: MachineName, text: string, database = 'postgres') => {
    const facts = { user: 'postgres', password: PASSWORD, database, connectionTimeoutMillis: 3000 };
    const client = new pg.Client({ host: of(name).address, port: 5432, ...facts });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query(text).finally(() => client.end());
    return rows;
  };
  const leading = async () => {
    const found = (await members()).find(({ role }) => role === 'leader');
    if (found === undefined) return null;
    const { address, name } = of(found.name as MachineName);
    return (await isPrimary(address)) ? name : null;
  };
  const awaited = (what: string, check: () => Promise<MachineName | null>) =>
    until(what, check, FORM_LIMIT).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${JSON.stringify(await members())}\n${said(machines)}`);
    });
  const leader = (than?: string) =>
    awaited('there is a leader', async () => {
      const name = await leading();
      return name === than ? null : name;
    });
  return {
    folder,
    addressOf: (name) => of(name).address,
    url(user, database) {
      const hosts = [...machines.values()].map(({ address }) => `${address}:5432`);
      return `postgres://${user}:${user}@${hosts.join(',')}/${database}?target_session_attrs=read-write`;
    },
    members,
    leader,
    sql,
    cutPower,
    switchOn,
    replacePrimary: () => {
      let old: MachineName | null = null;
      return awaited('another one leads', async () => {
        const name = await leading();
        old ??= name;
        if (name !== old) return name;
        if (name !== null) killPostgres(name);
        return null;
      });
    },
    followed: (name, count, isSync = true) =>
      until(
        'its standbys follow',
        async () => {
          const rows = await sql(name, FOLLOWERS).catch(() => []);
          return (
            rows.length >= count && (!isSync || rows.some((row) => row['sync_state'] === 'sync'))
          );
        },
        FORM_LIMIT,
      ).then(() => undefined),
    async close() {
      for (const name of MACHINES) cutPower(name);
      await Promise.all(
        [...machines.values()].flatMap(({ running }) => running.map((one) => one.exited)),
      );
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function layOut(
  folder: string,
  { name, n, options }: { name: MachineName; n: number; options: ClusterOptions },
): Machine {
  const own = join(folder, name);
  mkdirSync(own, { mode: 0o700 });
  give(own);
  const address = `${options.prefix}${11 + n}`;
  const placed = (text: string) => text.replaceAll('10.0.0.', options.prefix);
  let patroni = deployed('patroni.yml')
    .replace('name: one', `name: ${name}`)
    .replaceAll(/(listen|connect_address): 10\.0\.0\.11/g, `$1: ${address}`)
    .replaceAll('/var/lib/postgresql/15/chaintill', join(own, 'data'))
    .replaceAll('/var/lib/postgresql/.pgpass-patroni', join(own, 'pgpass'))
    .replaceAll('/var/run/postgresql', own)
    .replaceAll('10.0.0.0/24', options.prefix.startsWith('127.') ? '127.0.0.0/8' : '10.0.0.0/24');
  for (const [from, to] of Object.entries(options.settings ?? {}))
    patroni = patroni.replaceAll(from, to);
  writeFileSync(join(own, 'patroni.yml'), placed(patroni), { mode: 0o644 });
  return { name, folder: own, address, running: [] };
}

function startAll(machine: Machine, within: readonly string[]): readonly Started[] {
  const { folder, name, address } = machine;
  const etcd = deployed('etcd.default')
    .split('\n')
    .filter((line) => line.startsWith('ETCD_'))
    .map((line) => {
      const [variable = '', ...rest] = line.split('=');
      const isAll = variable === 'ETCD_INITIAL_CLUSTER';
      const value = rest.join('=');
      const prefix = address.replace(/\d+$/, '');
      return [
        variable,
        (isAll ? value : value.replaceAll('10.0.0.11', address)).replaceAll('10.0.0.', prefix),
      ];
    });
  const environment = {
    ...Object.fromEntries(etcd),
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(folder, 'etcd'),
  };
  const logFile = (program: string) => join(folder, `${program}.log`);
  return [
    start({ name: 'etcd-server', args: [], environment, within, logFile: logFile('etcd') }),
    start({
      name: 'patroni',
      args: [join(folder, 'patroni.yml')],
      within,
      logFile: logFile('patroni'),
    }),
  ];
}

/** The last lines of each Patroni: why there is no leader. */
function said(machines: ReadonlyMap<MachineName, Machine>): string {
  const reported = [...machines.values()].map(({ name, folder }) => {
    const lines = readFileSync(join(folder, 'patroni.log'), 'utf8').trim().split('\n');
    return [`-- ${name}`, ...lines.slice(-LAST_LINES)].join('\n');
  });
  return reported.join('\n');
}

/** The process id of the machine's PostgreSQL; null when none runs. */
function postmasterOf({ folder }: Machine): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    return isOurs && signal(pid, 'SIGCONT') ? pid : null;
  } catch {
    return null;
  }
}

async function membersBy(address: string): Promise<readonly Member[]> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`http://${address}:8008/cluster`, { signal });
  return ((await answer.json()) as { members: Member[] }).members;
}

async function isPrimary(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`http://${address}:8008/primary`, { signal }).catch(() => null);
  return answer?.status === 200;
}
