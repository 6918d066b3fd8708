// A server with every route of the service, for tests that walk through all of them.
import type { FastifyInstance } from 'fastify';
import { addAdminRoutes } from '../../src/admin/routes.ts';
import { movableClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { addHealthRoutes } from '../../src/http/health-routes.ts';
import { addSandboxRoutes } from '../../src/http/sandbox-routes.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer, type Server } from '../../src/http/server.ts';
import type { World } from '../support/world.ts';

export interface AllRoutes {
  readonly server: Server;
  readonly fastify: FastifyInstance;
}

export function serveAllRoutes(
  world: World,
  options: Parameters<typeof createServer>[2] = {},
): AllRoutes {
  const { app, coinWallets, nodes, simulations } = world.assembled;
  const server = createServer(app, handlers, options);
  const { fastify, fail } = server;
  addAdminRoutes(
    fastify,
    { ...app, coinWallets, nodes },
    { merchants: handlers, fail, stream: world.stream },
  );
  addHealthRoutes(fastify, app, () => null);
  if (simulations !== null) addSandboxRoutes(fastify, app, { simulations, clock: movableClock() });
  return { server, fastify };
}

/** The path of a route with new ids for its parameters. */
export function pathOf(world: World, pattern: string): string {
  const id = () => newId(world.app.clock, world.app.random);
  return pattern.replaceAll(/:\w+/g, id).replace('*', 'nothing');
}
