// A port that nobody listens on at the moment, for processes that must come back at the same address. Below
// the range that systems take the ports of outgoing connections from (32768 and up on Linux): while a
// process is down such a connection, even one to itself, could otherwise hold its port.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LOWEST = 15_000;
const ABOVE = 32_000;
const ATTEMPTS_MAX = 100;

export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const port = randomInt(LOWEST, ABOVE);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
