// A proxy between the adapter and a JSON-RPC node, on which a test changes the responses.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface ProxiedAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RpcProxy {
  readonly url: string;
  /** The number of calls in each request, in order. */
  readonly batches: readonly number[];
  close(): Promise<void>;
}

/** Passes every call through `change` with the node's own response, one after the other. The login is forwarded. */
export async function startRpcProxy(
  target: string,
  change: (call: ProxiedCall, answer: ProxiedAnswer) => ProxiedAnswer | Promise<ProxiedAnswer>,
): Promise<RpcProxy> {
  const batches: number[] = [];
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    const calls: ProxiedCall[] = JSON.parse(text);
    batches.push(calls.length);
    const { authorization } = request.headers;
    const headers = {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const answered = await fetch(target, { method: 'POST', headers, body: text });
    const answers: ProxiedAnswer[] = JSON.parse(await answered.text());
    const changed: ProxiedAnswer[] = [];
    for (const call of calls) {
      const own = answers.find(({ id }) => id === call.id);
      if (own !== undefined) changed.push(await change(call, own));
    }
    // JSON-RPC 2.0 allows the responses of a batch in any order.
    response.end(JSON.stringify(changed.reverse()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
