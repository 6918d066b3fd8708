// The stream of closed ledgers over WebSocket: it triggers on ledgers only, and reconnects.
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { BlockStream } from '../../../src/chains/block-stream.ts';
import { ledgerStream } from '../../../src/chains/rippled/ledger-stream.ts';
import { SECOND } from '../../../src/core/clock.ts';
import { createLog } from '../../../src/core/log.ts';
import { seededRandom } from '../../../src/core/random.ts';
import { type Emulator, startEmulator } from '../../support/rippled/emulator.ts';
import { until } from '../../support/service.ts';

let emulator: Emulator;
let stream: BlockStream | null = null;
let now = 0;
let triggers = 0;
let lines = '';

beforeEach(async () => {
  emulator = await startEmulator();
  now = SECOND;
  triggers = 0;
  lines = '';
});
afterEach(async () => {
  await stream?.close();
  stream = null;
  await emulator.close();
});

const log = createLog('info', {
  write(line) {
    lines += line;
  },
});

function open(url: string): BlockStream {
  const options = { url, log, random: seededRandom('stream'), now: () => now };
  stream = ledgerStream(options, () => {
    triggers++;
  });
  return stream;
}

const untilTriggered = (count: number) =>
  until(`triggered ${count} times`, async () => triggers >= count);
const untilLost = () =>
  until(
    'it is lost',
    async () => emulator.streams.count() === 0 && lines.includes('until the stream is back'),
  );

/** Connected, after the initial poll of every connection. */
async function openHeard(): Promise<BlockStream> {
  const opened = open(emulator.streamUrl);
  opened.tend();
  await untilTriggered(1);
  return opened;
}

test('every closed ledger triggers', async () => {
  await openHeard();
  emulator.accept();
  await untilTriggered(2);
  emulator.accept(2);
  await untilTriggered(4);
  expect(triggers).toBe(4);
});

test('a dropped connection is restored after a pause, with an immediate poll', async () => {
  const opened = await openHeard();
  emulator.streams.drop();
  await untilLost();
  emulator.accept();
  opened.tend();
  expect(emulator.streams.count()).toBe(0);
  now += SECOND;
  opened.tend();
  await untilTriggered(2);
  emulator.accept();
  await untilTriggered(3);
  expect(lines.match(/until the stream is back/g)).toHaveLength(1);
});

test('an unreachable node is retried less and less often, up to once a minute, and logged once', async () => {
  await emulator.halt();
  let attempts = 0;
  const counting = createServer((socket: Socket) => {
    attempts++;
    socket.destroy();
  });
  await new Promise<void>((done) => counting.listen(0, '127.0.0.1', done));
  const opened = open(`ws://127.0.0.1:${(counting.address() as AddressInfo).port}`);
  const pauses: number[] = [];
  for (let count = 1; count <= 8; count++) {
    const before = now;
    await until('it is tried', async () => {
      if (attempts >= count) return true;
      opened.tend();
      now += 5 * SECOND;
      return false;
    });
    pauses.push(now - before);
  }
  await new Promise<void>((done) => counting.close(() => done()));
  expect(pauses.at(-1)).toBeGreaterThan(20 * SECOND);
  expect(Math.max(...pauses)).toBeLessThan(90 * SECOND);
  expect(lines.match(/until the stream is back/g)).toHaveLength(1);
});

test.each([
  ['text that is no JSON', 'ledgerClosed'],
  ['JSON of nothing', 'null'],
  ['a ledger without a number', '{"type":"ledgerClosed","ledger_index":"7"}'],
  ['a transaction', '{"type":"transaction","ledger_index":7}'],
  ['bytes', Buffer.from('{"type":"ledgerClosed","ledger_index":7}')],
])('%s on the socket changes nothing', async (_, data) => {
  await openHeard();
  emulator.streams.say(data);
  emulator.accept();
  await untilTriggered(2);
  expect(triggers).toBe(2);
});

test('an endless message is not buffered, and the connection is restored', async () => {
  const opened = await openHeard();
  emulator.streams.say(`{"type":"ledgerClosed","ledger_index":7,"more":"${'x'.repeat(100_000)}"}`);
  await untilLost();
  expect(triggers).toBe(1);
  now += SECOND;
  opened.tend();
  await untilTriggered(2);
});

test('a silent node is pinged, and dropped without a response', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  let pings = 0;
  let subscriptions = 0;
  server.on('connection', (socket) => {
    socket.on('ping', () => pings++);
    socket.on('message', () => subscriptions++);
  });
  await new Promise((done) => server.once('listening', done));
  const opened = open(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  opened.tend();
  await until('it subscribed', async () => subscriptions === 1);
  now += 11 * SECOND;
  opened.tend();
  await until('it was asked', async () => pings === 1);
  now += 20 * SECOND;
  opened.tend();
  await until('it was given up', async () => server.clients.size === 0);
  await opened.close();
  await new Promise((done) => server.close(done));
  expect(lines).toContain('no sign of it');
});

test('a responding node keeps its connection, however long no ledger closes', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  let pings = 0;
  let subscriptions = 0;
  server.on('connection', (socket) => {
    socket.on('ping', () => pings++);
    socket.on('message', () => {
      subscriptions++;
      socket.send('{"type":"response","status":"success"}');
    });
  });
  await new Promise((done) => server.once('listening', done));
  const opened = open(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  opened.tend();
  await untilTriggered(1);
  // The next ping is sent only after the response to the last one.
  for (let requested = 1; requested <= 5; requested++) {
    now += 11 * SECOND;
    await until('it is asked', async () => {
      opened.tend();
      return pings >= requested;
    });
  }
  expect(subscriptions).toBe(1);
  expect(lines).not.toContain('until the stream is back');
  await opened.close();
  await new Promise((done) => server.close(done));
});

test('credentials, path and query of the URL are never logged', async () => {
  await emulator.halt();
  const opened = open(
    `${emulator.streamUrl.replace('ws://', 'ws://the-user:the-pass@')}/the-path?the-key`,
  );
  opened.tend();
  await until('it was in vain', async () => lines.includes('until the stream is back'));
  expect(lines).toContain(new URL(emulator.url).host);
  expect(lines).not.toMatch(/the-(user|pass|path|key)/);
});

test('closing ends it permanently, whether connected, connecting or disconnected', async () => {
  const opened = await openHeard();
  await opened.close();
  await until('nothing is open', async () => emulator.streams.count() === 0);
  const connecting = open(emulator.streamUrl);
  connecting.tend();
  await connecting.close();
  now += 120 * SECOND;
  connecting.tend();
  opened.tend();
  await open(emulator.streamUrl).close();
  emulator.accept();
  expect(emulator.streams.count()).toBe(0);
  expect(triggers).toBe(1);
});
