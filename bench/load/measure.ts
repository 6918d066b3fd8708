// Measures one load: starts the generator in a separate process, sends it the order, and ends it.
import { startChild } from '../child.ts';
import type { Account } from '../fixture.ts';
import type { LoadOrder, LoadReport } from './generate.ts';

export interface Sizes {
  readonly count: number;
  readonly warmUp: number;
}

export interface Load {
  readonly port: number;
  /** The credentials of the requests, used in turn. */
  readonly accounts: readonly Pick<Account, 'key' | 'secret'>[];
  readonly target: string;
  readonly body: string;
  readonly callers: number;
  /** Without it, as fast as responses arrive. */
  readonly perSecond?: number;
  readonly sizes: Sizes;
  /** Makes the numbers of this load differ from those of others. */
  readonly prefix: string;
  /** Called at both ends of what is counted, with the process of the generator. */
  readonly around?: {
    before(generatorPid: number): Promise<void>;
    after(generatorPid: number): Promise<void>;
  };
}

export async function measureLoad(load: Load): Promise<LoadReport> {
  const generator = await startChild('load/generate.ts');
  const { port, target } = load;
  const order: LoadOrder = {
    port,
    requests: load.accounts.map(({ key, secret }) => ({
      host: `127.0.0.1:${port}`,
      key,
      secret,
      method: 'POST' as const,
      target,
    })),
    bodies: [load.body],
    callers: load.callers,
    ...(load.perSecond !== undefined && { perSecond: load.perSecond }),
    ...load.sizes,
    expectedStatus: 201,
    prefix: load.prefix,
    ...(load.around !== undefined && { saysWarm: true }),
  };
  try {
    generator.send(order);
    if (load.around !== undefined) {
      await generator.next();
      await load.around.before(generator.pid);
    }
    const report = await generator.next<LoadReport>();
    await load.around?.after(generator.pid);
    return report;
  } finally {
    await generator.stop();
  }
}

/** The same load on the bare server, with the service's response. */
export async function measureLimit(load: Omit<Load, 'port'>, answer: string): Promise<LoadReport> {
  const server = await startChild<{ port: number }>('limit-server.ts');
  try {
    const secrets = load.accounts.map(({ key, secret }) => [key, secret] as const);
    server.send({ secrets, answer });
    await server.next();
    return await measureLoad({ ...load, port: server.ready.port });
  } finally {
    await server.stop();
  }
}
