// A real Ethereum node with its own chain (Foundry's anvil, chain id 31337), for tests of everything that speaks
// Ethereum's JSON-RPC. It mines only on request; its unlocked accounts are the customers.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const START_MILLISECONDS_MAX = 20_000;
/** Gas of an ordinary payment, and the customers' gas price: far above any base fee of these chains. */
const PAYMENT_GAS = '0x5208';
const PAYER_PRICE = 20n * 10n ** 9n;

export interface Anvil {
  readonly url: string;
  /** The first unlocked, funded account. */
  readonly payer: string;
  /** The result of one call; throws with the node's code and message. */
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own answer, and tests read it.
  rpc(method: string, ...params: readonly unknown[]): Promise<any>;
  /** Mines blocks; the first contains the pending transactions. */
  mine(count?: number): Promise<void>;
  /** Mines empty blocks. */
  mineEmpty(count: number): Promise<void>;
  /** Sends wei from the payer, with `data` for a contract. Returns the txid. */
  pay(address: string, amount: bigint, data?: string): Promise<string>;
  /** Replaces an unconfirmed transaction of the payer's, at twice the gas price, with another recipient and amount. */
  replace(txid: string, requested: { to: string; amount: bigint; data?: string }): Promise<string>;
  /** Replaces the last `depth` blocks by `depth + 1` empty ones; their transactions are unconfirmed again. */
  reorganise(depth: number): Promise<void>;
  /** Drops unconfirmed transactions. */
  drop(): Promise<void>;
  /** Puts code at an address, as hex without 0x. */
  setCode(address: string, code: string): Promise<void>;
  /** Ends the process; `restart` keeps the chain and loses unconfirmed transactions. */
  halt(): Promise<void>;
  /** Starts the halted node again, on the same port. */
  restart(): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

/**
 * A node of our own, or the anvil at the address in ETH_TEST_NODE. With a chain id, it is a network other than Ethereum
 * and always our own.
 */
export async function startAnvil({ chainId }: { chainId?: number } = {}): Promise<Anvil> {
  const external = process.env['ETH_TEST_NODE'];
  if (external !== undefined && chainId === undefined) return driveAnvil(external, null);
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-anvil-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const node = processOf(() => launch(folder, { port, chainId }), url);
  await node.start();
  return driveAnvil(url, { ...node, folder });
}

function launch(
  folder: string,
  { port, chainId }: { port: number; chainId: number | undefined },
): ChildProcess {
  const chain = chainId === undefined ? [] : ['--chain-id', `${chainId}`];
  const options = ['--no-mining', '--silent', '--state', join(folder, 'state.json'), ...chain];
  return spawn(
    anvilPath(),
    [
      '--port',
      `${port}`,
      '--preserve-historical-states',
      '--max-persisted-states',
      '0',
      ...options,
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: folder } },
  );
}

/** Runs the binary: the package's start script would be one more process in between. */
function anvilPath(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}`;
  return createRequire(import.meta.url).resolve(`${name}/bin/anvil`);
}

interface NodeProcess {
  readonly folder: string;
  start(): Promise<void>;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

async function driveAnvil(url: string, node: NodeProcess | null): Promise<Anvil> {
  const rpc: Rpc = (method, ...params) => callNode(url, method, params);
  await rpc('evm_setAutomine', false);
  const [payer]: string[] = await rpc('eth_accounts');
  if (payer === undefined) throw new Error('the node has no unlocked account');
  const send = (transaction: object) => rpc('eth_sendTransaction', { from: payer, ...transaction });
  const unmanaged = () => Promise.reject(new Error('not a node of ours to stop'));
  return {
    url,
    payer,
    rpc,
    mine: (count = 1) => rpc('anvil_mine', `0x${count.toString(16)}`),
    mineEmpty: (count) => mineEmpty(rpc, count),
    pay: (to, amount, data) =>
      send({ to, value: hex(amount), ...prices(PAYER_PRICE), ...gasFor(data) }),
    replace: async (txid, { to, amount, data }) => {
      const { nonce } = await rpc('eth_getTransactionByHash', txid);
      const value = hex(amount);
      return send({ to, value, nonce, ...gasFor(data), ...prices(2n * PAYER_PRICE) });
    },
    reorganise: (depth) => reorganise(rpc, depth),
    drop: () => rpc('anvil_dropAllTransactions'),
    setCode: (address, code) => rpc('anvil_setCode', address, `0x${code}`),
    halt: () => node?.end() ?? unmanaged(),
    restart: () => node?.start() ?? unmanaged(),
    async stop() {
      if (node === null) return;
      await node.end('SIGKILL');
      rmSync(node.folder, { recursive: true, force: true });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: see Anvil.rpc.
type Rpc = (method: string, ...params: readonly unknown[]) => Promise<any>;

function hex(amount: bigint): string {
  return `0x${amount.toString(16)}`;
}

function prices(price: bigint) {
  return { maxFeePerGas: hex(price), maxPriorityFeePerGas: hex(price / 10n) };
}

function gasFor(data: string | undefined) {
  return data === undefined ? { gas: PAYMENT_GAS } : { gas: hex(500_000n), data };
}

/** The pool is saved and sent again: anvil drops transactions that a block has no gas for. */
async function mineEmpty(rpc: Rpc, count: number): Promise<void> {
  const { pending, queued } = await rpc('txpool_content');
  const senders: Record<string, { hash: string }>[] = [pending, queued].flatMap(Object.values);
  const waiting = senders.flatMap(Object.values).map(({ hash }) => hash);
  const raws: string[] = [];
  for (const txid of waiting) raws.push(await rpc('eth_getRawTransactionByHash', txid));
  await rpc('anvil_dropAllTransactions');
  await rpc('anvil_mine', `0x${count.toString(16)}`);
  for (const raw of raws) await rpc('eth_sendRawTransaction', raw);
}

async function reorganise(rpc: Rpc, depth: number): Promise<void> {
  const tip = Number(await rpc('eth_blockNumber'));
  const raws: string[] = [];
  for (let height = tip - depth + 1; height <= tip; height++) {
    const { transactions } = await rpc('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
    for (const txid of transactions) raws.push(await rpc('eth_getRawTransactionByHash', txid));
  }
  await rpc('anvil_reorg', depth, []);
  await mineEmpty(rpc, 1);
  for (const raw of raws) await rpc('eth_sendRawTransaction', raw);
}

/** Starts and ends the process, which never outlives the test run. */
function processOf(spawnNode: () => ChildProcess, url: string) {
  let child: ChildProcess | null = null;
  const kill = () => child?.kill('SIGKILL');
  process.once('exit', kill);
  return {
    async start(): Promise<void> {
      child = spawnNode();
      const giveUpAt = Date.now() + START_MILLISECONDS_MAX;
      for (;;) {
        const failure: unknown = await callNode(url, 'eth_chainId', []).then(
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

async function callNode(url: string, method: string, params: readonly unknown[]) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }),
  });
  const { error, result } = JSON.parse(await response.text());
  if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
  return result;
}
