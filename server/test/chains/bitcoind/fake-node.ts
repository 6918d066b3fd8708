// A small HTTP server in place of a node, for responses that a healthy node does not give.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeNode {
  readonly url: string;
  /** Bodies and login headers of the requests so far. */
  readonly requests: { readonly body: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

type Answer = (response: ServerResponse, body: string, request: IncomingMessage) => void;

export async function fakeNode(answer: Answer): Promise<FakeNode> {
  const requests: { body: string; authorization: string | undefined }[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      requests.push({ body, authorization: request.headers.authorization });
      answer(response, body, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Method = (...params: never[]) => unknown;

/** Thrown by a method to respond with an error of this code. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** Responds to JSON-RPC batches from a table of methods. */
export function methods(table: Readonly<Record<string, Method>>): Answer {
  return (response, body) => {
    const calls: { id: number; method: string; params: never[] }[] = JSON.parse(body);
    const answers = calls.map(({ id, method, params }) => {
      try {
        return { id, error: null, result: table[method]?.(...params) ?? null };
      } catch (error) {
        return { id, error, result: null };
      }
    });
    response.end(JSON.stringify(answers));
  };
}
