// A port that is unused at the moment, for processes that must restart at the same address. It is below the range of
// outgoing ports (32768 and up on Linux): otherwise an outgoing connection, even one to itself, could take it while the
// process is down.
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
