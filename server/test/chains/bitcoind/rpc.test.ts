// The adapter in front of a node that responds incorrectly, late, partially or not at all. Needs no litecoind.
import { rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bitcoindChain } from '../../../src/chains/bitcoind/bitcoind-chain.ts';
import { type Chain, ChainUnavailable } from '../../../src/chains/chain.ts';
import ltc from '../../../src/coins/definitions/ltc.ts';
import { createLog } from '../../../src/core/log.ts';
import { type FakeBlock, fakeBlock } from './fake-block.ts';
import { type FakeNode, fakeNode, methods } from './fake-node.ts';

const HASH = 'ab'.repeat(32);
const PARENT = 'cd'.repeat(32);
const info = { chain: 'regtest', blocks: 7, bestblockhash: HASH };
const healthy = methods({ getblockchaininfo: () => info });

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startFake(...[answer]: Parameters<typeof fakeNode>): Promise<FakeNode> {
  const node = await fakeNode(answer);
  open.push(node);
  return node;
}

function chainAt(
  url: string,
  more: { cookieFile?: string; timeoutMilliseconds?: number } = {},
): Chain {
  const log = createLog('silent');
  const chain = bitcoindChain({ coin: ltc, network: 'regtest', url, log, ...more });
  open.push(chain);
  return chain;
}

function answering(text: string, status = 200) {
  return (response: ServerResponse) => response.writeHead(status).end(text);
}

function result(value: unknown): string {
  return JSON.stringify([{ id: 0, result: value, error: null }]);
}

describe('a malformed response is ChainUnavailable', () => {
  it.each([
    ['HTML', answering('<html>Bad gateway</html>', 502)],
    ['nothing', answering('')],
    ['plain text', answering('Work queue depth exceeded', 503)],
    ['JSON cut off', answering(result(info).slice(0, -20))],
    ['no batch', answering(JSON.stringify({ id: 0, result: info, error: null }))],
    ['an empty batch', answering('[]')],
    ['an answer to another call', answering(JSON.stringify([{ id: 5, result: info }]))],
    [
      'two answers to one call',
      answering(`[${result(info).slice(1, -1)},${result(info).slice(1, -1)}]`),
    ],
    ['a null result', answering(result(null))],
    ['a result without its fields', answering(result({ blocks: 7 }))],
    ['a height in text', answering(result({ ...info, blocks: '7' }))],
    ['a hash that is none', answering(result({ ...info, bestblockhash: 'xyz' }))],
    [
      'an error',
      answering(JSON.stringify([{ id: 0, error: { code: -28, message: 'Loading' } }]), 500),
    ],
    ['an error without a code', answering(JSON.stringify([{ id: 0, error: 'no' }]))],
    ['a refused login', answering('', 401)],
    [
      'a redirect, which is not followed',
      (response: ServerResponse, body: string) =>
        body === ''
          ? response.end(result(info))
          : response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
    [
      'a body shorter than announced',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write('[');
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])('%s', async (_, answer) => {
    const node = await startFake(answer);
    const failure = await chainAt(node.url)
      .tip()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailable);
    expect(String(failure)).toContain(new URL(node.url).host);
  });

  it("with the node's message", async () => {
    const refused = JSON.stringify([
      { id: 0, error: { code: -28, message: 'Loading block index' } },
    ]);
    const node = await startFake(answering(refused, 500));
    await expect(chainAt(node.url).tip()).rejects.toThrow('-28 Loading block index');
  });

  it('a node that does not respond in time', async () => {
    const node = await startFake((response) => response.writeHead(200).write('['));
    const chain = chainAt(node.url, { timeoutMilliseconds: 100 });
    await expect(chain.tip()).rejects.toThrow('no complete answer within 100 ms');
  });

  it('a node that kept all connections waiting is queried again over others', async () => {
    let isSlow = true;
    const node = await startFake((response, body, request) => {
      if (!isSlow) healthy(response, body, request);
    });
    const chain = chainAt(node.url, { timeoutMilliseconds: 200 });
    const requested = Array.from({ length: 6 }, () => chain.tip());
    for (const { status } of await Promise.allSettled(requested)) expect(status).toBe('rejected');
    isSlow = false;
    expect(await chain.tip()).toEqual({ height: 7, hash: HASH });
  });

  it('a node with a pending request when the service stops', async () => {
    const node = await startFake(() => undefined);
    const chain = chainAt(node.url);
    const requested = chain.tip().catch((error: unknown) => error);
    while (node.requests.length === 0) await new Promise(setImmediate);
    await chain.close();
    expect(await requested).toBeInstanceOf(ChainUnavailable);
  });

  it('a node that is unreachable', async () => {
    const node = await fakeNode(healthy);
    await node.close();
    await expect(chainAt(node.url).tip()).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

describe('blocks that do not link are ChainUnavailable', () => {
  const TIME = 1_700_000_000;
  /** Hashes for heights 3 to 7. */
  const blocks = joined(5);
  const nodeWith = (wrong: { bytes?: string; header?: object; hashes?: Record<number, string> }) =>
    startFake(
      methods({
        getblockhash: (height: number) => wrong.hashes?.[height] ?? blocks[height - 3]?.hash,
        getblock: (hash: string) => {
          const place = blocks.findIndex((block) => block.hash === hash);
          return place === 2 && wrong.bytes !== undefined ? wrong.bytes : blocks[place]?.hex;
        },
        getblockheader: (hash: string) => {
          const height = 3 + blocks.findIndex((block) => block.hash === hash);
          return { hash, height, confirmations: 3, ...wrong.header };
        },
      }),
    );

  function joined(count: number): FakeBlock[] {
    const made = [fakeBlock({ parentHash: PARENT, time: TIME })];
    while (made.length < count) {
      made.push(fakeBlock({ parentHash: made.at(-1)?.hash ?? '', time: TIME + made.length }));
    }
    return made;
  }

  it('unless they link', async () => {
    const chain = chainAt((await nodeWith({})).url);
    const read = await chain.blocks(4, 3);
    expect(read.map(({ height }) => height)).toEqual([4, 5, 6]);
    expect(read[1]).toMatchObject({ parentHash: blocks[1]?.hash, time: (TIME + 2) * 1000 });
  });

  it.each([
    ['another parent', { hashes: { 5: blocks[0]?.hash ?? '' } }],
    ['off the best chain', { header: { confirmations: -1 } }],
    ['another height', { header: { height: 9 } }],
    ['another block', { bytes: blocks[0]?.hex ?? '' }],
    ['a block cut off', { bytes: blocks[2]?.hex.slice(0, -8) ?? '' }],
    ['no hex', { bytes: `${blocks[2]?.hex.slice(0, -2)}xy` }],
    ['nothing', { bytes: '' }],
  ])('%s', async (_, wrong) => {
    const chain = chainAt((await nodeWith(wrong)).url);
    await expect(chain.blocks(4, 3)).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

it('a run with a pruned block is not read at all, with the reason', async () => {
  const pruned = fakeBlock({ parentHash: PARENT, time: 1 });
  const kept = fakeBlock({ parentHash: pruned.hash, time: 2 });
  const node = await startFake(
    methods({
      getblockhash: (height: number) => (height === 0 ? pruned.hash : kept.hash),
      getblock: (hash: string) => {
        if (hash === kept.hash) return kept.hex;
        throw { code: -1, message: 'Block not available (pruned data)' };
      },
      getblockheader: (hash: string) => ({ hash, height: 1, confirmations: 1 }),
    }),
  );
  const chain = chainAt(node.url);
  await expect(chain.blocks(0, 2)).rejects.toThrow('Block not available (pruned data)');
  expect(await chain.blocks(1, 1)).toMatchObject([{ hash: kept.hash, height: 1 }]);
});

it('a run of blocks ends where they become too large for memory', async () => {
  const script = Buffer.alloc(20 * 2 ** 20, 0x6a);
  const large: FakeBlock[] = [];
  for (let time = 1; time <= 4; time++) {
    large.push(fakeBlock({ parentHash: large.at(-1)?.hash ?? PARENT, time, script }));
  }
  const node = await startFake(
    methods({
      getblockhash: (height: number) => large[height]?.hash,
      getblock: (hash: string) => large.find((block) => block.hash === hash)?.hex,
      getblockheader: (hash: string) => {
        const height = large.findIndex((block) => block.hash === hash);
        return { hash, height, confirmations: 1 };
      },
    }),
  );
  const read = await chainAt(node.url).blocks(0, 4);
  expect(read.map(({ hash }) => hash)).toEqual(large.slice(0, read.length).map(({ hash }) => hash));
  expect([2, 3]).toContain(read.length);
});

describe('the mempool', () => {
  const payment = (txid: string) => ({
    txid,
    vin: [],
    vout: [
      {
        value: 1.5,
        n: 1,
        scriptPubKey: {
          type: 'witness_v0_keyhash',
          address: 'rltc1qqypqxpq9qcrsszg2pvxq6rs0zqg3yyc5l62ze4',
        },
      },
    ],
  });

  it('omits what vanished between the calls', async () => {
    const node = await startFake(
      methods({
        getrawmempool: () => [HASH, PARENT],
        getrawtransaction: (txid: string) => {
          if (txid === HASH) throw { code: -5, message: 'No such mempool transaction' };
          return payment(txid);
        },
      }),
    );
    expect((await chainAt(node.url).mempool()).payments).toMatchObject([
      { txid: PARENT, amount: 150_000_000n },
    ]);
  });

  it('reports again what left and returned', async () => {
    let listed = [HASH];
    const node = await startFake(
      methods({ getrawmempool: () => listed, getrawtransaction: payment }),
    );
    const chain = chainAt(node.url);
    expect((await chain.mempool()).payments).toHaveLength(1);
    expect((await chain.mempool()).payments).toHaveLength(0);
    listed = [];
    expect((await chain.mempool()).payments).toHaveLength(0);
    listed = [HASH];
    expect((await chain.mempool()).payments).toHaveLength(1);
  });

  it('reports later what a failure delayed', async () => {
    let isBroken = true;
    const node = await startFake(
      methods({
        getrawmempool: () => [HASH],
        getrawtransaction: (txid: string) => (isBroken ? { txid } : payment(txid)),
      }),
    );
    const chain = chainAt(node.url);
    await expect(chain.mempool()).rejects.toBeInstanceOf(ChainUnavailable);
    isBroken = false;
    expect((await chain.mempool()).payments).toHaveLength(1);
  });
});

describe('the credentials', () => {
  it('come from the URL and are in no message', async () => {
    const node = await startFake(answering('', 401));
    const failure = await chainAt(node.url.replace('//', '//till:s%40cret@'))
      .tip()
      .catch((error: unknown) => error);
    expect(node.requests[0]?.authorization).toBe(`Basic ${btoa('till:s@cret')}`);
    expect(String(failure)).not.toMatch(/cret/);
  });

  it('are not printed when the URL is invalid', () => {
    const broken = () => chainAt('http://till:secret@host:99999');
    expect(broken).toThrow('the address of the node is not a URL');
  });

  it('are read from the cookie file again once after a 401', async () => {
    const cookieFile = join(tmpdir(), `chaintill-cookie-${process.pid}`);
    open.push({ close: async () => rmSync(cookieFile) });
    let accepted = '__cookie__:one';
    const node = await startFake((response, body, request) => {
      const isAccepted = request.headers.authorization === `Basic ${btoa(accepted)}`;
      return isAccepted ? healthy(response, body, request) : response.writeHead(401).end();
    });
    const chain = chainAt(node.url, { cookieFile });
    await expect(chain.tip()).rejects.toThrow(/ENOENT/);
    writeFileSync(cookieFile, `${accepted}\n`);
    expect(await chain.tip()).toEqual({ height: 7, hash: HASH });

    accepted = '__cookie__:two';
    await expect(chain.tip()).rejects.toThrow('the node refuses our login');
    writeFileSync(cookieFile, accepted);
    const before = node.requests.length;
    expect(await chain.tip()).toEqual({ height: 7, hash: HASH });
    expect(node.requests.length - before).toBe(2);
  });
});

it('a connection that the node closed while idle is reopened', async () => {
  // Responds to the first request of each connection, and resets at the second.
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    let isUsed = false;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (isUsed) return socket.resetAndDestroy();
      isUsed = true;
      const text = result(info);
      return socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const chain = chainAt(`http://127.0.0.1:${port}`);
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  for (let call = 0; call < 3; call++) expect(await chain.tip()).toEqual({ height: 7, hash: HASH });
  expect(connections).toBe(3);
});
