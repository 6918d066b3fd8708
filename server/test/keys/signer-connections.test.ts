// The limits of a separate signer's connections, where they meet.
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { acceptConnections, CONNECTION_BOUNDS } from '../../src/keys/signer-connections.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-hall-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('nothing is kept for a closed connection, however long it was open', async () => {
  const visitor = { greeting: 'hello', answer: async () => 'no' };
  const bounds = { ...CONNECTION_BOUNDS, connections: 2, milliseconds: HOUR };
  const connections = acceptConnections(() => visitor, bounds);
  const sockets: WeakRef<Socket>[] = [];
  const server = createServer((socket) => {
    sockets.push(new WeakRef(socket));
    connections(socket);
  });
  const path = join(folder, 'hall.sock');
  await new Promise<void>((done) => server.listen(path, done));
  for (let n = 0; n < 50; n += 1)
    await new Promise<void>((answered) => {
      const requested = createConnection({ path });
      requested.on('error', () => undefined).on('end', () => answered());
      requested.on('close', () => answered()).resume();
      requested.write(`{}\n${'x'.repeat(100_000)}`);
    });
  const alive = () => sockets.flatMap((one) => one.deref() ?? []);
  await new Promise(setImmediate);
  collect();
  expect(sockets).toHaveLength(50);
  expect(alive().length).toBeLessThan(10);
  for (const socket of alive()) socket.destroy();
  server.close();
});

test('a request that arrives byte by byte counts with its memory', () => {
  const visitor = { greeting: 'hello', answer: async () => 'no' };
  const connections = acceptConnections(() => visitor, { ...CONNECTION_BOUNDS, bytes: 10_000 });
  const [slow, whole] = [new Socket(), new Socket()];
  for (const socket of [slow, whole]) connections(socket);
  for (let n = 0; n < 100; n += 1) slow.emit('data', Buffer.from('x'));
  whole.emit('data', Buffer.alloc(9000, 'x'));
  expect(slow.destroyed).toBe(true);
  expect(whole.destroyed).toBe(false);
  whole.destroy();
});
