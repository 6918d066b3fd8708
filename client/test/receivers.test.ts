// Guarantees of the callback receivers: the same for each framework, over real HTTP. Only verified callbacks reach the
// application, byte for byte, and a callback that the application failed to handle is not acknowledged.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { signCallback } from '../../server/src/events/sign-callback.ts';
import { callbackHandler, type IncomingCallback } from '../src/express.ts';
import { callbackPlugin } from '../src/fastify.ts';
import type { ReceiverOptions } from '../src/receive.ts';
import { callbackRoute } from '../src/web.ts';

const secret = 'hzeRDX54BYleXGwGm2YEWR4Ony1_ZU2lSTpAuxhW1gQ';
// Whitespace that JSON.parse and JSON.stringify would not preserve.
const body = '{ "type":"Invoice", "event":"created", "data":{"id":"i","name":"Café"} }';
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The address of a server with each of the offered receivers. */
const ways: Record<string, (options: ReceiverOptions) => Promise<string>> = {
  'a server of node:http': (options) => {
    const handle = callbackHandler(options);
    return served((request, reply) => void handle(request, reply).catch(() => undefined));
  },
  'an Express that keeps raw bodies': (options) => {
    const handle = callbackHandler(options);
    return served(async (request, reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const express = Object.assign(request, { body: Buffer.concat(chunks) });
      await handle(express, reply, () => {
        reply.statusCode = 500;
        reply.end();
      });
    });
  },
  'a route of fetch-like programs': (options) => {
    const route = callbackRoute(options);
    return served(async (request, reply) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const taken = new Request('http://shop.example/', {
        method: 'POST',
        headers: headers as [string, string][],
        body: request,
        duplex: 'half',
      } as unknown as RequestInit);
      const { status } = await route(taken).catch(() => new Response('', { status: 500 }));
      reply.statusCode = status;
      reply.end();
    });
  },
  'a plugin of Fastify': async (options) => {
    const app = fastify();
    app.register(callbackPlugin, { path: '/', ...options });
    app.post('/other', async (request) => request.body);
    closing.push(() => app.close());
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
};

describe.each(Object.entries(ways))('%s', (_name, start) => {
  test('accepts a verified callback once, and passes its ID', async () => {
    const got: unknown[] = [];
    const url = await start({ secret, onCallback: ({ data }, id) => void got.push([data, id]) });
    expect(await post(url, body)).toBe(200);
    expect(got).toEqual([[{ id: 'i', name: 'Café' }, 'evt-1']]);
  });

  test('rejects another body, a missing signature and a large body without calling the application', async () => {
    const onCallback = () => {
      throw new Error('not to be called');
    };
    const url = await start({ secret, onCallback });
    expect(await post(url, `${body} `, signed(body))).toBe(400);
    expect(await post(url, body, {})).toBe(400);
    const large = await post(url, ' '.repeat(2_000_000), signed(body)).catch(() => 413);
    // The receiver for raw bodies has its own limit.
    expect([413, 400]).toContain(large);
  });

  test('does not acknowledge a callback that the application failed to handle', async () => {
    const url = await start({ secret, onCallback: () => Promise.reject(new Error('database')) });
    expect(await post(url, body)).toBe(500);
  });
});

test('an already parsed body is reported as an error of the application, not of the sender', async () => {
  const handle = callbackHandler({ secret, onCallback: () => undefined });
  const request = { headers: signed(body), body: JSON.parse(body) } as unknown as IncomingCallback;
  const failures: unknown[] = [];
  const reply = new http.ServerResponse(new http.IncomingMessage(null as never));
  await handle(request, reply, (error) => failures.push(error));
  expect(String(failures[0])).toContain('before express.json()');
});

test('other routes of Fastify still get parsed JSON', async () => {
  const url = await known('a plugin of Fastify')({ secret, onCallback: () => undefined });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/other`, { method: 'POST', headers, body: '{"a":1}' });
  expect(await answer.json()).toEqual({ a: 1 });
});

function known(way: string) {
  const start = ways[way];
  if (start === undefined) throw new Error(way);
  return start;
}

function signed(text: string): Record<string, string> {
  const secrets = { current: secret, previous: null };
  return { ...signCallback({ id: 'evt-1', sentAt: Date.now(), body: text }, secrets) };
}

async function post(url: string, text: string, headers = signed(text)): Promise<number> {
  const sent = { ...headers, 'Content-Type': 'application/json' };
  const { status } = await fetch(url, { method: 'POST', headers: sent, body: text });
  return status;
}

async function served(listener: http.RequestListener): Promise<string> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
