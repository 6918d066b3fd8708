// The stream of new blocks over ZeroMQ, from a real libzmq: it triggers on blocks only, and reconnects.
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GREETING, zmqStream } from '../../../src/chains/bitcoind/zmq-stream.ts';
import type { BlockStream } from '../../../src/chains/block-stream.ts';
import { SECOND } from '../../../src/core/clock.ts';
import { createLog } from '../../../src/core/log.ts';
import { seededRandom } from '../../../src/core/random.ts';
import { until } from '../../support/service.ts';
import { describeWithZmq, startZmqPublisher } from '../../support/zmq-publisher.ts';

let now = 0;
let triggers = 0;
let lines = '';
const ends: (() => unknown)[] = [];

beforeEach(() => {
  now = SECOND;
  triggers = 0;
  lines = '';
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const log = createLog('info', {
  write(line) {
    lines += line;
  },
});

function open(port: number): BlockStream {
  const options = { url: `tcp://127.0.0.1:${port}`, log, random: seededRandom('zmq') };
  const stream = zmqStream({ ...options, now: () => now }, () => {
    triggers++;
  });
  ends.push(() => stream.close());
  return stream;
}

const untilTriggered = (count: number) =>
  until(`triggered ${count} times`, async () => triggers >= count);
const untilLost = () => until('it is lost', async () => lines.includes('until the stream is back'));

async function publisher(port?: number) {
  const started = await startZmqPublisher(port);
  ends.push(() => started.close());
  return started;
}

describeWithZmq('a node that publishes over ZeroMQ', () => {
  /** Connected, after the initial poll of every connection. */
  async function openHeard(from: Awaited<ReturnType<typeof publisher>>): Promise<BlockStream> {
    const stream = open(from.port);
    stream.tend();
    await until('it subscribed', async () => from.subscriptions().length === 1);
    await untilTriggered(1);
    return stream;
  }

  test('subscribes only to blocks, and each triggers', async () => {
    const node = await publisher();
    await openHeard(node);
    expect(node.subscriptions()).toEqual(['hashblock']);
    for (let block = 0; block < 3; block++) node.publish('hashblock');
    await untilTriggered(4);
    expect(triggers).toBe(4);
  });

  test('ignores other or oversized messages', async () => {
    const node = await publisher();
    await openHeard(node);
    node.publish('hashtx');
    node.publish('hashblocks');
    node.publish('hashblock2', '00'.repeat(5000));
    node.publish('hashblock');
    await untilTriggered(2);
    expect(triggers).toBe(2);
  });

  test('reconnects after an outage and polls once immediately', async () => {
    const node = await publisher();
    const stream = await openHeard(node);
    await node.close();
    await untilLost();
    const again = await publisher(node.port);
    stream.tend();
    expect(again.subscriptions()).toEqual([]);
    now += SECOND;
    stream.tend();
    await until('it subscribed', async () => again.subscriptions().length === 1);
    await untilTriggered(2);
    again.publish('hashblock');
    await untilTriggered(3);
  });

  test('disconnects when the stream is closed', async () => {
    const node = await publisher();
    const stream = await openHeard(node);
    await stream.close();
    await until('it left', async () => node.left() === 1);
    now += 120 * SECOND;
    stream.tend();
    node.publish('hashblock');
    await publisher();
    expect(triggers).toBe(1);
  });
});

async function listening(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    answer(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const READY = Buffer.from('\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03PUB', 'latin1');
const HASHBLOCK = Buffer.from('\x01\x09hashblock\x01\x01x\0\x01y', 'latin1');

const changed = (at: number, ...bytes: number[]) => {
  const copy = Buffer.from(GREETING);
  copy.set(bytes, at);
  return copy;
};

test.each([
  ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'does not speak ZMTP'],
  ['an older protocol', changed(10, 1), 'an older ZMTP'],
  ['a login', changed(12, ...Buffer.from('CURVE')), 'requires a login'],
  ['a refusal', Buffer.concat([GREETING, Buffer.from('\x04\x07\x05ERROR\0')]), 'it refuses us'],
  ['no frame', Buffer.concat([GREETING, READY, Buffer.of(0x80, 1)]), 'not a frame'],
  [
    'a message without end',
    Buffer.concat([GREETING, READY, Buffer.from('0200000000ffffffff', 'hex')]),
    'a message that no node sends',
  ],
])('%s ends the connection and is logged', async (_, bytes, reason) => {
  const port = await listening((socket) => socket.write(bytes));
  open(port).tend();
  await untilLost();
  expect(lines).toContain(reason);
  expect(lines).toContain(`127.0.0.1:${port}`);
});

test('messages that arrive byte by byte are parsed, and those before the subscription ignored', async () => {
  const port = await listening(async (socket) => {
    socket.setNoDelay(true);
    for (const byte of Buffer.concat([GREETING, HASHBLOCK, READY, HASHBLOCK, HASHBLOCK])) {
      socket.write(Buffer.of(byte));
      await new Promise((done) => setImmediate(done));
    }
  });
  open(port).tend();
  await untilTriggered(3);
  expect(triggers).toBe(3);
});

test('an unreachable node is retried with growing intervals', async () => {
  let attempts = 0;
  const port = await listening((socket) => {
    attempts++;
    socket.destroy();
  });
  const stream = open(port);
  const pauses: number[] = [];
  for (let count = 1; count <= 7; count++) {
    const before = now;
    await until('it is tried', async () => {
      if (attempts >= count) return true;
      stream.tend();
      now += SECOND;
      return false;
    });
    pauses.push(now - before);
  }
  expect(pauses.at(-1)).toBeGreaterThan(15 * SECOND);
  expect(lines.match(/until the stream is back/g)).toHaveLength(1);
});
