// A merchant's callback endpoint on loopback that keeps everything it receives.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly type: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly status: string;
  };
}

export interface Receiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: readonly Received[];
  /** The events of one object, in the order of arrival. */
  eventsOf(id: string): string[];
  /** The status of its responses from now on; 200 by default. */
  answerWith(decide: (callback: Received) => number): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let decide: (callback: Received) => number = () => 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const callback: Received = { headers: request.headers, body, ...JSON.parse(body) };
      received.push(callback);
      response.writeHead(decide(callback)).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    received,
    eventsOf: (id) => received.filter((item) => item.data.id === id).map((item) => item.event),
    answerWith(wanted) {
      decide = wanted;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
