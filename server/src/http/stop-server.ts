// Ends the HTTP server without cutting requests off: for a moment it still takes all that comes, closes each connection
// with its answer, and says that it is not ready, so that whoever is in front turns to another process.
import { SECOND, sleep, steadyNow } from '../core/clock.ts';
import type { Server } from './server.ts';

/** A client that is at work asks again within it, and is told to come on another connection. */
const DRAIN = SECOND;
/** Requests that are not finished by then are cut off, so that the rest can stop in order. */
const REQUESTS_LIMIT = 6 * SECOND;
const SWEEP_EVERY = 50;

export async function stopServer({ fastify, connections }: Server): Promise<void> {
  const startedAt = steadyNow();
  const took = () => steadyNow() - startedAt;
  connections.drain();
  while (connections.count() > 0 && took() < DRAIN) await sleep(SWEEP_EVERY);
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    // Right after whoever came was let in.
    setImmediate(() =>
      fastify.server.close(() => {
        isClosed = true;
        resolve();
      }),
    );
  });
  // A kept connection is closed when its request is answered: closing the server closes only those idle by then.
  while (!isClosed && took() < REQUESTS_LIMIT) {
    fastify.server.closeIdleConnections();
    await Promise.race([closed, sleep(SWEEP_EVERY)]);
  }
  fastify.server.closeAllConnections();
  await closed;
  await fastify.close();
}
