// Guarantees of the proxies in deploy/: requests of one API key go to one process whatever their signature, path and
// spelling; keys are spread; when a process is gone only its keys move.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { systemRandom } from '../../src/core/random.ts';
import { describeWith } from '../ha/programs.ts';
import { until } from '../support/service.ts';
import {
  deployedFile,
  type Front,
  type Named,
  requestAt,
  startHaproxy,
  startNamed,
  startNginx,
} from './proxies.ts';

const NAMES = ['one', 'two', 'three'] as const;
const keys = Array.from({ length: 60 }, () => systemRandom.bytes(16).toString('base64url'));
const signature = () => systemRandom.bytes(20).toString('base64');

const kinds = {
  HAProxy: (ports: readonly number[]) =>
    startHaproxy({ config: (port) => haproxyConfig(port, ports) }),
  nginx: (ports: readonly number[]) => startNginx({ config: (port) => nginxConfig(port, ports) }),
};

/** One process more than in the file, and no database behind it. */
function haproxyConfig(port: number, ports: readonly number[]): string {
  const [front = ''] = deployedFile('ha/haproxy.cfg').split('# For programs');
  const servers = ports.map((at, n) => `  server s${n} 127.0.0.1:${at} check`).join('\n');
  return front
    .replace('10.0.0.20:8080', `127.0.0.1:${port}`)
    .replace(/ {2}server one .*\n {2}server two .*/, servers);
}

/** Without TLS, which ends there. */
function nginxConfig(port: number, ports: readonly number[]): string {
  const servers = ports.map((at) => `server 127.0.0.1:${at};`).join('\n');
  return deployedFile('nginx.conf')
    .replace('server 127.0.0.1:8080;', servers)
    .replace(/server \{\n {2}listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/ {2}(?:listen \[|ssl_).*\n/g, '');
}

describeWith(['haproxy', 'nginx-light'], 'requests of one project go to one process', () => {
  for (const [kind, startProxy] of Object.entries(kinds)) {
    let named: Named[] = [];
    let proxy: Front;
    beforeAll(async () => {
      named = await Promise.all(NAMES.map(startNamed));
      proxy = await startProxy(named.map(({ port }) => port));
    });
    afterAll(async () => {
      await proxy.close();
      await Promise.all(named.map((one) => one.close()));
    });
    const placeOf = async (key: string, scheme = 'HMAC', path = '/api/accounts') => {
      const headers = { authorization: `${scheme} ${key}:${signature()}` };
      return (await requestAt(proxy.port, path, headers)).text;
    };

    test(`${kind}: by the key only`, async () => {
      const places = new Map<string, string>();
      for (const key of keys) places.set(key, await placeOf(key));
      expect(new Set(places.values()).size).toBe(NAMES.length);
      for (const key of keys) {
        const place = places.get(key);
        expect(await placeOf(key)).toBe(place);
        expect(await placeOf(key, 'hmac ', '/api/invoices?limit=3')).toBe(place);
      }
      await defined(named[1], 'the second').close();
      await until('the proxy knows that it is gone', async () =>
        (await Promise.all(keys.map((key) => placeOf(key)))).every((place) =>
          ['one', 'three'].includes(place),
        ),
      );
      for (const key of keys) {
        const place = defined(places.get(key), 'where it was');
        if (place !== 'two') expect(await placeOf(key)).toBe(place);
      }
    });

    test(`${kind}: requests without a key get a response, too`, async () => {
      expect(NAMES).toContain((await requestAt(proxy.port, '/invoices/some-page')).text);
    });
  }
});
