// A real litecoind with its own chain (regtest), for tests of everything that speaks Bitcoin Core's RPC. Its wallet is
// only the payer and the miner; the product never uses it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';

export const LITECOIND_HINT = 'litecoind is not installed: apt-get install litecoind';

/** Debian's /usr/bin/litecoind is a wrapper that writes to ~/.litecoin; this is the binary itself. */
const DEBIAN_BINARY = '/usr/lib/litecoin/litecoind';
const START_MILLISECONDS_MAX = 20_000;
/** A coinbase output can be spent after 100 blocks. */
const MATURE_BLOCKS = 101;

export interface LitecoindOptions {
  /** Blocks mined at the start. Default 101, which makes the first one spendable. */
  readonly blocks?: number;
  /** Accept replacements (RBF), which litecoind refuses by default. */
  readonly acceptsReplacements?: boolean;
  readonly extraArguments?: readonly string[];
}

export interface Litecoind {
  /** `http://127.0.0.1:port`; the login is in the cookie file. */
  readonly url: string;
  readonly cookieFile: string;
  readonly folder: string;
  /** The result of one call; throws with the node's code and message. */
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own answer, and tests read it.
  rpc(method: string, ...params: readonly unknown[]): Promise<any>;
  /** Mines blocks with the mempool's transactions. Returns the hashes. */
  mine(count?: number): Promise<string[]>;
  /** Mines one block with exactly these transactions (raw, or txids of the mempool). Returns its hash. */
  mineOnly(transactions: readonly string[]): Promise<string>;
  /** Sends from the node's wallet; the amount is decimal text. Returns the txid. */
  pay(address: string, amount: string): Promise<string>;
  address(type?: 'legacy' | 'p2sh-segwit' | 'bech32'): Promise<string>;
  /** Replaces the last `depth` blocks by `depth + 1` empty ones; their transactions are unconfirmed again. */
  reorganise(depth: number): Promise<void>;
  /** A signed raw transaction that spends the inputs of an unconfirmed one elsewhere, at a higher fee. */
  conflictWith(txid: string): Promise<string>;
  /** Ends the process; `restart` keeps the data. */
  halt(): Promise<void>;
  /** Restarts the node on the same port, with a new cookie. */
  restart(): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

export function litecoindPath(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, 'litecoind'));
  return [DEBIAN_BINARY, ...onPath].find((path) => existsSync(path)) ?? null;
}

/**
 * A suite that needs litecoind. Without it, the suite is skipped with a one-line notice; on a build server (CI is set)
 * it fails, so that it is never skipped unnoticed.
 */
export function describeWithLitecoind(name: string, body: () => void): void {
  if (litecoindPath() !== null) {
    describe(name, body);
    return;
  }
  process.stderr.write(`${LITECOIND_HINT} (skipped: ${name})\n`);
  if (process.env['CI'] === undefined) {
    describe.skip(name, body);
    return;
  }
  describe(name, () => {
    it('has a litecoind to run against', () => expect.fail(LITECOIND_HINT));
  });
}

/** A running node with a funded wallet, or null when litecoind is not installed. */
export async function startLitecoind(options: LitecoindOptions = {}): Promise<Litecoind | null> {
  const binary = litecoindPath();
  if (binary === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-litecoind-'));
  const port = await freePort();
  const cookieFile = join(folder, 'regtest', '.cookie');
  const url = `http://127.0.0.1:${port}`;
  const rpc = (method: string, ...params: readonly unknown[]) =>
    callNode({ url, cookieFile, method, params });
  const node = processOf(() => launch({ binary, folder, port, options }), rpc);

  await node.start();
  await rpc('createwallet', 'payer');
  const home: string = await rpc('getnewaddress', '', 'bech32');
  const mine = (count = 1): Promise<string[]> => rpc('generatetoaddress', count, home);
  await mine(options.blocks ?? MATURE_BLOCKS);
  return {
    url,
    cookieFile,
    folder,
    rpc,
    mine,
    mineOnly: async (transactions) => (await rpc('generateblock', home, transactions)).hash,
    pay: (address, amount) => rpc('sendtoaddress', address, amount),
    address: (type = 'bech32') => rpc('getnewaddress', '', type),
    reorganise: (depth) => reorganise(rpc, depth),
    conflictWith: (txid) => conflictWith(rpc, txid),
    halt: () => node.end(),
    async restart() {
      await node.end();
      await node.start();
      await rpc('loadwallet', 'payer');
    },
    async stop() {
      await node.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function launch(requested: {
  binary: string;
  folder: string;
  port: number;
  options: LitecoindOptions;
}): ChildProcess {
  const { options } = requested;
  const replacement = options.acceptsReplacements ? ['-mempoolreplacement=1', '-walletrbf=1'] : [];
  return spawn(
    requested.binary,
    [
      '-regtest',
      `-datadir=${requested.folder}`,
      `-rpcport=${requested.port}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      '-server',
      '-listen=0',
      '-printtoconsole=0',
      // With MWEB on, a regtest chain stops at height 431 (bad-txns-vin-empty).
      '-vbparams=mweb:-2:0',
      '-fallbackfee=0.0001',
      // A thousand keys of each kind take a second of processor time; more are generated on demand.
      '-keypool=2',
      '-acceptnonstdtxn=1',
      ...replacement,
      ...(options.extraArguments ?? []),
    ],
    { stdio: 'ignore' },
  );
}

// biome-ignore lint/suspicious/noExplicitAny: see Litecoind.rpc.
export type Rpc = (method: string, ...params: readonly unknown[]) => Promise<any>;

/** Starts and ends the process, which never outlives the test run. */
function processOf(spawnNode: () => ChildProcess, rpc: Rpc) {
  let child: ChildProcess | null = null;
  const kill = () => child?.kill('SIGKILL');
  process.once('exit', kill);
  return {
    async start(): Promise<void> {
      child = spawnNode();
      const giveUpAt = Date.now() + START_MILLISECONDS_MAX;
      for (;;) {
        const failure: unknown = await rpc('getblockchaininfo').then(
          () => null,
          (error: unknown) => error,
        );
        if (failure === null) return;
        if (child.exitCode !== null || Date.now() > giveUpAt) throw failure;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
      const ending = child;
      child = null;
      if (ending === null || ending.exitCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      await ended;
    },
  };
}

async function callNode(call: {
  url: string;
  cookieFile: string;
  method: string;
  params: readonly unknown[];
}) {
  const login = Buffer.from(readFileSync(call.cookieFile, 'utf8').trim()).toString('base64');
  const response = await fetch(call.url, {
    method: 'POST',
    // An idle connection would hold up the node's shutdown for 30 seconds.
    headers: { authorization: `Basic ${login}`, connection: 'close' },
    body: JSON.stringify({ id: 0, method: call.method, params: call.params }),
  });
  const { error, result } = JSON.parse(await response.text());
  if (error) throw new Error(`${call.method}: ${error.code} ${error.message}`);
  return result;
}

export async function reorganise(rpc: Rpc, depth: number): Promise<void> {
  const height: number = await rpc('getblockcount');
  await rpc('invalidateblock', await rpc('getblockhash', height - depth + 1));
  // A different address makes different blocks, even within the same second.
  const elsewhere: string = await rpc('getnewaddress');
  for (let mined = 0; mined <= depth; mined++) await rpc('generateblock', elsewhere, []);
}

/** Far above the wallet's own fee. */
const CONFLICT_FEE = 0.001;

export async function conflictWith(rpc: Rpc, txid: string): Promise<string> {
  const { vin } = await rpc('getrawtransaction', txid, true);
  const inputs: { txid: string; vout: number }[] = vin;
  let total = -CONFLICT_FEE * inputs.length;
  for (const input of inputs) {
    const { decoded } = await rpc('gettransaction', input.txid, true, true);
    total += decoded.vout[input.vout].value;
  }
  const outputs = { [await rpc('getnewaddress')]: total.toFixed(8) };
  const spends = inputs.map(({ txid, vout }) => ({ txid, vout, sequence: 0xfffffffd }));
  const raw: string = await rpc('createrawtransaction', spends, outputs);
  return (await rpc('signrawtransactionwithwallet', raw)).hex;
}
