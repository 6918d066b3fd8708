// A PostgreSQL server for one program, in its own folder. The first process starts the server, further processes adopt
// it, the last one stops it. After a crash of the program, the next start adopts the server; after a power loss, the
// server recovers; a killed server is restarted.
import pg from 'pg';
import { MINUTE, SECOND, sleep, wallNow } from './clock.ts';
import { checkVersion, ensureCluster } from './cluster.ts';
import { codeOf, EmbeddedPostgresError, embeddedFailure, explainOutput } from './failure.ts';
import { isNobodyUser } from './identity.ts';
import {
  type Address,
  type Contents,
  claimForStopping,
  connectTo,
  type Keeper,
  keepConnection,
} from './keeper.ts';
import type { Log } from './log.ts';
import { endOrphans } from './orphan.ts';
import { isPostmaster, readPidFile, removeStaleLocks, type ServerFacts } from './pid-file.ts';
import { clusterOf, PORT, preparePlace, realFolder, removeSocketFolder } from './place.ts';
import { MAJOR_VERSION, type Programs } from './program.ts';
import { launchServer } from './server.ts';
import { finishSwap } from './swap.ts';

/** For `pg`, or any other driver that accepts the folder of a Unix socket as the host. There is no password. */
export interface Connection extends Address {
  /** The folder of the Unix socket. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export interface EmbeddedPostgres {
  /** As the owner of the database. For another role, pass the role's name as the user. */
  readonly connection: Connection;
  /** Whether the server was already running: started by another process, or left by a killed one. */
  readonly wasRunning: boolean;
  /**
   * Stops the server unless other clients are connected. Close your own connections first. `leaving`: how many
   * milliseconds to wait until the server has detected that they are closed.
   */
  stop(leaving?: number): Promise<void>;
}

export interface Options extends Contents {
  /** Only for the server. Created if missing. */
  readonly folder: string;
  readonly log: Log;
  /** False gives up crash safety for speed, for tests only. Default: true. */
  readonly durable?: boolean;
  /** Settings of the server (`postgresql.conf`) that the program needs. */
  readonly settings?: Readonly<Record<string, string>>;
  /** In milliseconds. A long recovery needs more than the default. */
  readonly startLimit?: number;
  /** In milliseconds. Recent writes must reach the disk. */
  readonly stopLimit?: number;
  /** Programs of another major version than this package's (older-program.ts). */
  readonly programs?: Programs;
  /** Fails while another client is connected. No other program can use the server until `stop`. */
  readonly alone?: boolean;
  /** Interrupts the start: a server that this process launched is stopped, and the start fails. */
  readonly signal?: AbortSignal;
}

/** Recovery after a power loss replays up to `max_wal_size`: seconds on an SSD, longer on a slow disk. */
const START_LIMIT = 3 * MINUTE;
const STOP_LIMIT = 8 * SECOND;
const LAUNCHES_MAX = 3;
/** cannot_connect_now, admin_shutdown, crash_shutdown, too_many_connections. */
const BUSY_CODES = ['57P03', '57P01', '57P02', '53300'];
const POLL_MILLISECONDS = 20;
const RELAUNCH_MILLISECONDS = 300;
const REVIVE_MILLISECONDS = SECOND;
const STOP_POLL_MILLISECONDS = 3;

interface Session extends Options {
  keeper: Keeper | null;
  reviving: Promise<void> | null;
  isStopped: boolean;
}

interface Attached {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
  readonly wasRunning: boolean;
}

/** Adopts or starts the server of this folder. Throws an EmbeddedPostgresError with a message for people. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const session: Session = { ...options, keeper: null, reviving: null, isStopped: false };
  const { host, port, wasRunning } = await attach(session).catch((error: unknown) => {
    if (error instanceof EmbeddedPostgresError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    // A server on a full disk reports the full disk to each client.
    throw explainOutput('The embedded PostgreSQL cannot be used', reason);
  });
  if (options.signal?.aborted === true) {
    await stop(session);
    throw interrupted(session);
  }
  if (options.alone === true) await claimAlone(session);
  return {
    connection: connectionOf({ host, port }, options),
    wasRunning,
    stop: (leaving) => stop(session, leaving),
  };
}

function interrupted({ folder }: Session): EmbeddedPostgresError {
  return embeddedFailure(
    `The start of the PostgreSQL in ${folder} was interrupted`,
    null,
    'explained',
  );
}

async function claimAlone(session: Session): Promise<void> {
  const { keeper, folder } = session;
  if (keeper !== null && (await claimForStopping(keeper))) return;
  session.isStopped = true;
  await keeper?.end();
  throw embeddedFailure(
    `${clusterOf(folder)} is in use: stop the service and all else that uses it`,
    undefined,
    'explained',
  );
}

/** The connection to the folder's running server, or null. Starts nothing. */
export async function findEmbeddedPostgres(
  options: Pick<Options, 'folder' | 'owner' | 'database'>,
): Promise<Connection | null> {
  const server = readPidFile(clusterOf(realFolder(options.folder)));
  if (server === null || server.socketFolder === null) return null;
  const address = { host: server.socketFolder, port: server.port };
  try {
    await (await connectTo(address, options)).end();
    return connectionOf(address, options);
  } catch {
    return null;
  }
}

function connectionOf(address: Address, { owner, database }: Contents): Connection {
  return { ...address, user: owner, database };
}

/** Retries until it can connect to a running server or has started one. */
async function attach(session: Session): Promise<Attached> {
  // Also for a running server: adopting it would give the program data that its own version cannot read.
  checkVersion(clusterOf(realFolder(session.folder)), session.programs?.major ?? MAJOR_VERSION);
  const deadline = wallNow() + (session.startLimit ?? START_LIMIT);
  const launched: (number | null)[] = [];
  while (!session.isStopped) {
    const found = await adopt(session);
    if (found instanceof Object) return { ...found, wasRunning: !launched.includes(found.pid) };
    if (wallNow() > deadline) {
      throw embeddedFailure(`The embedded PostgreSQL in ${session.folder} does not answer`);
    }
    if (session.signal?.aborted === true) throw interrupted(session);
    // The server is starting, recovering or stopping.
    if (found === 'busy') await sleep(POLL_MILLISECONDS);
    else launched.push(await launch(session, deadline, launched.length));
  }
  throw new Error('stopped while starting');
}

/** `busy`: the server exists but accepts no connections now. Null: no server. */
async function adopt(session: Session): Promise<Omit<Attached, 'wasRunning'> | 'busy' | null> {
  const server = readPidFile(clusterOf(realFolder(session.folder)));
  const absent = runningServer(session.folder) === null ? null : 'busy';
  if (server === null || server.socketFolder === null) return absent;
  const address = { host: server.socketFolder, port: server.port };
  try {
    const keeper = await keepConnection(address, session);
    if (keeper === null) return 'busy';
    watch(session, keeper);
    return { ...address, pid: server.pid };
  } catch (error) {
    session.log.debug({ err: error, folder: session.folder }, 'embedded PostgreSQL not answering');
    // A response proves that a server runs, even if its process is in another container.
    if (BUSY_CODES.includes(codeOf(error) ?? '')) return 'busy';
    if (error instanceof pg.DatabaseError) throw error;
    return absent;
  }
}

/** A server whose process is running, starting or stopping. */
function runningServer(folder: string): ServerFacts | null {
  const cluster = clusterOf(realFolder(folder));
  const server = readPidFile(cluster);
  return server !== null && isPostmaster(server.pid, cluster) ? server : null;
}

async function launch(session: Session, deadline: number, before: number): Promise<number | null> {
  finishSwap(realFolder(session.folder));
  const place = preparePlace(session);
  if (isNobodyUser(place.identity)) warnOfNobodyUser(session, place.cluster);
  await endOrphans(place.cluster, session.log);
  await ensureCluster(place);
  removeStaleLocks(place.cluster, place.socketFolder, PORT);
  try {
    const pid = await launchServer(place, deadline, session.signal);
    session.log.info({ pid, folder: place.folder }, 'embedded PostgreSQL started');
    return pid;
  } catch (error) {
    // Another process may have been faster, or processes of the previous server are still ending.
    if (before + 1 >= LAUNCHES_MAX && runningServer(session.folder) === null) throw error;
    await sleep(RELAUNCH_MILLISECONDS);
    return null;
  }
}

function warnOfNobodyUser({ log }: Session, cluster: string): void {
  log.warn(
    { folder: cluster },
    'embedded PostgreSQL runs as "nobody": whatever else runs as that user can read and change all of it. ' +
      'Stop, make a system user "postgres", give it the folder (chown -R) and start again',
  );
}

/** Keeps the connection, and a server, until `stop`, even after a crash of the server. */
function watch(session: Session, keeper: Keeper): void {
  session.keeper = keeper;
  keeper.once('end', () => {
    if (session.isStopped) return;
    session.keeper = null;
    session.log.error({ folder: session.folder }, 'embedded PostgreSQL is gone, starting it again');
    session.reviving = revive(session);
  });
}

async function revive(session: Session): Promise<void> {
  while (!session.isStopped && session.keeper === null) {
    try {
      await attach(session);
    } catch (error) {
      session.log.error({ err: error }, 'embedded PostgreSQL cannot be started again');
      await sleep(REVIVE_MILLISECONDS);
    }
  }
}

async function stop(session: Session, leaving?: number): Promise<void> {
  if (session.isStopped) return;
  session.isStopped = true;
  await session.reviving;
  if (session.keeper === null) return;
  const { keeper, folder, log } = session;
  const { pid, socketFolder } = runningServer(folder) ?? {};
  if (pid !== undefined && (await claimForStopping(keeper, leaving).catch(() => false))) {
    // SIGINT is "fast shutdown": the server closes connections and writes everything.
    process.kill(pid, 'SIGINT');
    if (await waitUntilGone(folder, pid, session.stopLimit ?? STOP_LIMIT))
      log.info({ folder }, 'embedded PostgreSQL stopped');
    else log.warn({ folder, pid }, 'embedded PostgreSQL is still stopping');
    removeSocketFolder(socketFolder ?? '');
  } else {
    log.info({ folder }, 'embedded PostgreSQL left running for its other clients');
  }
  await keeper.end().catch(() => undefined);
}

async function waitUntilGone(folder: string, pid: number, limit: number): Promise<boolean> {
  const cluster = clusterOf(realFolder(folder));
  const deadline = wallNow() + limit;
  while (isPostmaster(pid, cluster)) {
    if (wallNow() > deadline) return false;
    await sleep(STOP_POLL_MILLISECONDS);
  }
  return true;
}
