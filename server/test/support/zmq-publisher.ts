// Bitcoin Core's ZeroMQ notifications from a real libzmq: Debian's litecoind is built without it, so Debian's Python
// publishes in its place.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { until } from './service.ts';

/** Debian's own: another Python on the path lacks its packages. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('zmq-publisher.py', import.meta.url));
const HINT = 'ZeroMQ for Python is not installed: apt-get install python3-zmq';

export interface ZmqPublisher {
  readonly port: number;
  /** Subscriptions so far, and how many subscribers have left. */
  subscriptions(): readonly string[];
  left(): number;
  publish(topic: string, body?: string): void;
  close(): Promise<void>;
}

/**
 * A suite that needs a publisher. Without it, the suite is skipped with a one-line notice; on a build server it fails.
 */
export function describeWithZmq(name: string, body: () => void): void {
  if (spawnSync(PYTHON, ['-c', 'import zmq']).status === 0) {
    describe(name, body);
    return;
  }
  process.stderr.write(`${HINT} (skipped: ${name})\n`);
  if (process.env['CI'] === undefined) {
    describe.skip(name, body);
    return;
  }
  describe(name, () => {
    it('has a ZeroMQ publisher', () => expect.fail(HINT));
  });
}

/** Bound to its own port, or to the given one. */
export async function startZmqPublisher(port?: number): Promise<ZmqPublisher> {
  const child = spawn(PYTHON, [SCRIPT, ...(port === undefined ? [] : [String(port)])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  const all = (pattern: RegExp) => [...output.matchAll(pattern)].map(([, found = '']) => found);
  await until('it publishes', async () => all(/^port (\d+)$/gm).length === 1);
  return {
    port: Number(all(/^port (\d+)$/gm)[0]),
    subscriptions: () => all(/^subscribed (.*)$/gm),
    left: () => all(/^left (.*)$/gm).length,
    publish: (topic, body = '00'.repeat(32)) => child.stdin.write(`${topic} ${body}\n`),
    async close() {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      kill();
      await ended;
    },
  };
}
