// Guarantees of the callback sender: it reaches merchants and never our own network (SSRF).
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { modeRules } from '../../src/core/config/mode-rules.ts';
import { isCallbackUrl } from '../../src/events/endpoints.ts';
import { guardedPost, isAcknowledged } from '../../src/events/guarded-post.ts';
import { isRefusedAddress, openConnections } from '../../src/events/post-once.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const sandbox = { allowLoopback: true, allowHttp: true };
const post = (url: string) => ({
  url,
  headers: { 'Content-Type': 'application/json' },
  body: '{"é":1}',
});

/** A receiver on loopback, and the number of its connections. */
async function receiver(answer: http.RequestListener): Promise<Receiver> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  return watch(server);
}

interface Receiver {
  readonly port: number;
  /** The total number of connections. */
  connections(): number;
  /** The number of open connections. */
  stillOpen(): number;
}

async function watch(server: net.Server): Promise<Receiver> {
  let count = 0;
  let openNow = 0;
  server.on('connection', (socket) => {
    count++;
    openNow++;
    socket.once('close', () => openNow--);
    open.push({ close: () => socket.destroy() });
  });
  open.push(server);
  if (!server.listening) await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    stillOpen: () => openNow,
  };
}

describe('rejected addresses', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'not an address',
    '',
  ])('%s is rejected', (address) => {
    expect(isRefusedAddress(address, false)).toBe(true);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
  ])('%s is public', (address) => {
    expect(isRefusedAddress(address, false)).toBe(false);
  });

  it('allowLoopback allows loopback addresses only', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].map((text) => isRefusedAddress(text, true))).toEqual([
      false,
      false,
      false,
    ]);
    const others = ['0.0.0.0', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '::', 'fd00::1'];
    expect(others.filter((text) => !isRefusedAddress(text, true))).toEqual([]);
  });
});

describe('hostile URLs', () => {
  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://127.1',
    'http://127.0.0.1.',
    'http://[::ffff:127.0.0.1]',
    'http://[::1]',
    'http://[::]',
    'http://0',
    'http://①②⑦.0.0.1',
    'http://localhost',
  ])('%s never connects', async (origin) => {
    const target = await receiver((_request, response) => response.end());
    const outcome = await guardedPost(post(`${origin}:${target.port}/`), { allowHttp: true });
    expect(outcome).toMatchObject({ ok: false, reason: 'refused_address' });
    expect(target.connections()).toBe(0);
  });

  it.each([
    ['plain http', 'http://example.com/'],
    ['another scheme', 'ftp://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['credentials', 'https://user:secret@example.com/'],
    ['no URL', 'example.com/callback'],
  ])('%s is rejected before anything is resolved', async (_name, url) => {
    let lookups = 0;
    const resolve = async () => {
      lookups++;
      return ['8.8.8.8'];
    };
    const outcome = await guardedPost(post(url), { resolve });
    expect(outcome).toMatchObject({ ok: false, reason: 'refused_url' });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(lookups).toBe(0);
  });

  it.each([
    ['only private', ['127.0.0.1']],
    ['public and private', ['8.8.8.8', '127.0.0.1']],
    ['private in IPv6 clothes', ['::ffff:127.0.0.1']],
    ['no address at all', ['localhost']],
  ])('a name that resolves to %s never connects', async (_name, addresses) => {
    const target = await receiver((_request, response) => response.end());
    const outcome = await guardedPost(post(`http://merchant.test:${target.port}/`), {
      allowHttp: true,
      resolve: async () => addresses,
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'refused_address' });
    expect(JSON.stringify(outcome)).not.toContain('127.0.0.1');
    expect(target.connections()).toBe(0);
  });

  it('a name is resolved once, and the checked address is the one connected to (DNS rebinding)', async () => {
    const target = await receiver((_request, response) => response.end());
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254']];
    const call: string[] = [];
    const outcome = await guardedPost(post(`http://rebind.test:${target.port}/`), {
      ...sandbox,
      resolve: async (host) => {
        call.push(host);
        return answers.shift() ?? [];
      },
    });
    expect(isAcknowledged(outcome)).toBe(true);
    expect(call).toEqual(['rebind.test']);
    expect(target.connections()).toBe(1);
  });

  it('a redirect is not followed', async () => {
    const inner = await receiver((_request, response) => response.end());
    const target = await receiver((_request, response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${inner.port}/` }).end();
    });
    const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), sandbox);
    expect(outcome).toMatchObject({ ok: true, status: 307 });
    expect(isAcknowledged(outcome)).toBe(false);
    expect(inner.connections()).toBe(0);
  });
});

describe('keep-alive connections', () => {
  it('one connection serves requests one after the other, and none is open after closing', async () => {
    const target = await receiver((_request, response) => response.end('thanks'));
    const connections = openConnections(8);
    for (let n = 0; n < 5; n++) {
      const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/${n}`), {
        ...sandbox,
        connections,
      });
      expect(isAcknowledged(outcome)).toBe(true);
    }
    expect([target.connections(), target.stillOpen()]).toEqual([1, 1]);
    connections.close();
    await expect.poll(target.stillOpen).toBe(0);
  });

  it('a connection in use during closing ends after its response', async () => {
    const target = await receiver(
      (_request, response) => void setTimeout(() => response.end(), 50),
    );
    const connections = openConnections(8);
    const sent = guardedPost(post(`http://127.0.0.1:${target.port}/`), { ...sandbox, connections });
    await expect.poll(target.stillOpen).toBe(1);
    connections.close();
    await sent;
    await expect.poll(target.stillOpen).toBe(0);
  });

  it('a connection closed by the receiver on reuse is not a failure: the request uses another one', async () => {
    let answered = 0;
    const target = await receiver((request, response) => {
      answered += 1;
      // The second request is read, and its connection reset, as by a server that had closed the connection as idle.
      if (answered === 2) request.socket.resetAndDestroy();
      else response.end();
    });
    const connections = openConnections(8);
    for (let n = 0; n < 3; n++) {
      const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), {
        ...sandbox,
        connections,
      });
      expect(isAcknowledged(outcome)).toBe(true);
    }
    expect(answered).toBe(4);
    connections.close();
  });

  it('a request over another connection ends in time, even if the clock jumps back', async () => {
    let call = 0;
    const wall = Date.now;
    const target = await receiver((request, response) => {
      call += 1;
      if (call === 1) response.end();
      // The third never gets a response.
      if (call !== 2) return;
      vi.spyOn(Date, 'now').mockImplementation(() => wall() - HOUR);
      request.socket.resetAndDestroy();
    });
    const connections = openConnections(8);
    const requested = { ...sandbox, connections, timeoutMilliseconds: 300 };
    const url = post(`http://127.0.0.1:${target.port}/`);
    expect(isAcknowledged(await guardedPost(url, requested))).toBe(true);
    const outcome = await guardedPost(url, requested).finally(() => vi.restoreAllMocks());
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    expect(call).toBe(3);
    expect(outcome.milliseconds).toBeGreaterThanOrEqual(290);
    connections.close();
  }, 5000);

  it('a connection reset on first use is a failure, and the request is not repeated', async () => {
    let call = 0;
    const target = await receiver((request) => {
      call += 1;
      request.socket.resetAndDestroy();
    });
    const connections = openConnections(8);
    const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), {
      ...sandbox,
      connections,
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'connect' });
    expect(call).toBe(1);
  });

  it('the rest of a long response is not read, and its connection not used again', async () => {
    const target = await receiver((_request, response) => response.end('x'.repeat(1_000_000)));
    const connections = openConnections(8);
    for (let n = 0; n < 2; n++)
      await guardedPost(post(`http://127.0.0.1:${target.port}/`), { ...sandbox, connections });
    expect(target.connections()).toBe(2);
    connections.close();
  });
});

describe('delivery', () => {
  it('sends exactly the body and the headers, and stores the response', async () => {
    let seen: { method: string; url: string; type: string; host: string; body: string } | null =
      null;
    const target = await receiver(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const { method = '', url = '', headers } = request;
      seen = {
        method,
        url,
        type: headers['content-type'] ?? '',
        host: headers.host ?? '',
        body: Buffer.concat(parts).toString(),
      };
      response.end('thank\0you');
    });
    const outcome = await guardedPost(post(`http://merchant.test:${target.port}/hook?a=1`), {
      ...sandbox,
      resolve: async () => ['127.0.0.1'],
    });
    expect(seen).toEqual({
      method: 'POST',
      url: '/hook?a=1',
      type: 'application/json',
      host: `merchant.test:${target.port}`,
      body: '{"é":1}',
    });
    expect(outcome).toMatchObject({ ok: true, status: 200, bodyExcerpt: 'thank\uFFFDyou' });
  });

  it.each([201, 202, 204, 301, 400, 404, 410, 500, 503])(
    'status %i does not acknowledge',
    async (status) => {
      const target = await receiver((_request, response) => response.writeHead(status).end());
      const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), sandbox);
      expect(outcome).toMatchObject({ ok: true, status });
      expect(isAcknowledged(outcome)).toBe(false);
    },
  );

  it('an endless response is truncated after 4 KiB', async () => {
    const target = await receiver((_request, response) => {
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', flood);
      flood();
    });
    const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), sandbox);
    expect(outcome).toMatchObject({ ok: true, status: 200 });
    expect(outcome.ok ? outcome.bodyExcerpt.length : 0).toBe(4096);
  });

  it('a response whose body never ends counts by its status', async () => {
    const target = await receiver((_request, response) => response.write('partial'));
    const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), {
      ...sandbox,
      timeoutMilliseconds: 200,
    });
    expect(outcome).toMatchObject({ ok: true, status: 200, bodyExcerpt: 'partial' });
  });

  it('a receiver that does not respond in time is a failure', async () => {
    const target = await receiver(() => undefined);
    const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), {
      ...sandbox,
      timeoutMilliseconds: 100,
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    expect(outcome.milliseconds).toBeGreaterThanOrEqual(90);
  });

  it('a name server that does not respond in time is a failure', async () => {
    const outcome = await guardedPost(post('http://slow.test/'), {
      ...sandbox,
      timeoutMilliseconds: 100,
      resolve: () => new Promise(() => undefined),
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
  });

  it.each([
    ['a name without an address', async () => []],
    ['a failing name server', async () => Promise.reject(new Error('SERVFAIL'))],
  ])('%s is a dns failure', async (_name, resolve) => {
    const outcome = await guardedPost(post('http://none.test/'), { ...sandbox, resolve });
    expect(outcome).toMatchObject({ ok: false, reason: 'dns' });
  });

  it('a closed port is a connect failure', async () => {
    const outcome = await guardedPost(post('http://127.0.0.1:1/'), sandbox);
    expect(outcome).toMatchObject({ ok: false, reason: 'connect' });
  });

  it('a server that closes the connection is a connect failure', async () => {
    const target = await watch(
      net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1'),
    );
    const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), sandbox);
    expect(outcome).toMatchObject({ ok: false, reason: 'connect' });
  });

  it.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a header without an end', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`],
    [
      'a change of protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('%s is a protocol failure', async (_name, answer) => {
    const target = await watch(
      net
        .createServer((socket) => socket.on('error', () => undefined).end(answer))
        .listen(0, '127.0.0.1'),
    );
    const outcome = await guardedPost(post(`http://127.0.0.1:${target.port}/`), sandbox);
    expect(outcome).toMatchObject({ ok: false, reason: 'protocol' });
  });

  it('a receiver that sends 100 Continue first gets each callback once', async () => {
    const bodies: string[] = [];
    const target = await watch(
      net
        .createServer((socket) => {
          let got = '';
          socket
            .on('error', () => undefined)
            .on('data', (bytes) => {
              got += bytes.toString();
              if (!got.endsWith('{"é":1}')) return;
              bodies.push(got);
              got = '';
              const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nheard';
              socket.write(`HTTP/1.1 100 Continue\r\n\r\n${answer}`);
            });
        })
        .listen(0, '127.0.0.1'),
    );
    const url = `http://127.0.0.1:${target.port}/`;
    const connections = openConnections(1);
    const outcome = await guardedPost(post(url), { ...sandbox, connections });
    expect(outcome).toMatchObject({ ok: true, status: 200, bodyExcerpt: 'heard' });
    const before = bodies.length;
    const again = await guardedPost(post(url), { ...sandbox, connections });
    expect(again).toMatchObject({ ok: true, status: 200, bodyExcerpt: 'heard' });
    expect(bodies.length - before).toBe(1);
    connections.close();
  });

  it('a receiver that sends nothing after 100 Continue is too late', async () => {
    const target = await watch(
      net
        .createServer((socket) => {
          socket.on('error', () => undefined);
          socket.on('data', () => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
        })
        .listen(0, '127.0.0.1'),
    );
    const url = `http://127.0.0.1:${target.port}/`;
    const outcome = await guardedPost(post(url), { ...sandbox, timeoutMilliseconds: 500 });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    await vi.waitFor(() => expect(target.stillOpen()).toBe(0));
  });

  it('a server without TLS behind an https URL is a tls failure', async () => {
    const target = await receiver((_request, response) => response.end());
    const outcome = await guardedPost(post(`https://127.0.0.1:${target.port}/`), sandbox);
    expect(outcome).toMatchObject({ ok: false, reason: 'tls' });
  });
});

describe("the operator's own network", () => {
  const allowRanges = ['127.0.0.1/32', '10.1.0.0/16'];

  it('is reached over plain http, by address and by name', async () => {
    const target = await receiver((_request, response) => response.end());
    const byAddress = await guardedPost(post(`http://127.0.0.1:${target.port}/`), { allowRanges });
    const byName = await guardedPost(post(`http://shop.test:${target.port}/`), {
      allowRanges,
      resolve: async () => ['127.0.0.1'],
    });
    expect([isAcknowledged(byAddress), isAcknowledged(byName)]).toEqual([true, true]);
  });

  it.each([
    ['another loopback address', 'http://127.0.0.2/'],
    ['a private range that is not named', 'https://10.2.0.1/'],
    ['a public address over plain http', 'http://8.8.8.8/'],
  ])('%s stays rejected', async (_name, url) => {
    const outcome = await guardedPost(post(url), { allowRanges });
    expect(outcome).toMatchObject({ ok: false, reason: 'refused_address' });
  });

  it('a name that leads out of it over plain http never connects', async () => {
    const outcome = await guardedPost(post('http://shop.test/'), {
      allowRanges,
      resolve: async () => ['127.0.0.1', '8.8.8.8'],
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'refused_address' });
  });

  it.each([
    ['https://shop.example/hook', true],
    ['http://127.0.0.1:9/hook', true],
    ['http://shop.internal/hook', true],
    ['http://10.2.0.1/hook', false],
    ['http://user:secret@10.1.0.1/hook', false],
    ['ftp://10.1.0.1/hook', false],
  ])('in live mode %s is accepted: %s', (url, expected) => {
    expect(isCallbackUrl(url, { rules: modeRules.live, callbackAllow: allowRanges })).toBe(
      expected,
    );
  });

  it('without it no http URL is accepted in live mode', () => {
    expect(
      isCallbackUrl('http://shop.internal/hook', { rules: modeRules.live, callbackAllow: [] }),
    ).toBe(false);
  });
});
