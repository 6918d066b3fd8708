// A merchant API for the client's tests: verifies every signature like the real server, stores requests, and returns
// the responses that a test prepares.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  parseAuthorization,
  parseRequestDate,
  verifySignature,
} from '../../server/src/http/signature.ts';
import { type Client, type ClientOptions, createClient } from '../src/index.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly isSigned: boolean;
}

/** `hang`: no response; `drop`: the connection is cut after the request was read. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'hang'
  | 'drop';

export interface Server {
  readonly received: ReceivedRequest[];
  readonly replies: Reply[];
  /** The waits before each retry. */
  readonly waits: number[];
  client(options?: Partial<ClientOptions>): Client;
  close(): void;
}

export const apiKey = 'DjlHuWlApznJ7vrhPBL0fA';
export const apiSecret = 'Oe8TBDzg4tatdq2cL9ojeEj3U3oWSCSC5fqOHAqaKVg';

/** Returns 200 with an empty object when nothing is prepared. */
export async function startServer(): Promise<Server> {
  const received: ReceivedRequest[] = [];
  const replies: Reply[] = [];
  const waits: number[] = [];
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    received.push(read(request, Buffer.concat(parts)));
    const reply = replies.shift() ?? { status: 200 };
    if (reply === 'hang') return;
    if (reply === 'drop') return void request.socket.destroy();
    const body =
      typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? { data: {} });
    response.writeHead(reply.status, reply.headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const base = { baseUrl: `http://127.0.0.1:${port}`, apiKey, apiSecret, random: () => 1 };
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  return {
    received,
    replies,
    waits,
    client: (options) => createClient({ ...base, sleep, ...options }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function read(request: http.IncomingMessage, body: Buffer): ReceivedRequest {
  const { method = '', url: target = '', headers } = request;
  const credential = parseAuthorization(headers.authorization);
  const date = headers.date ?? '';
  const { isValid } = verifySignature({
    secret: apiSecret,
    signature: credential?.signature ?? '',
    method,
    contentType: headers['content-type'] ?? '',
    date,
    target,
    body,
  });
  const isSigned = isValid && credential?.key === apiKey && parseRequestDate(date) !== null;
  return { method, target, headers, body: body.toString('utf8'), isSigned };
}
