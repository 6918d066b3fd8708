// The proxies of deploy/ as they are installed, with other addresses, in front of servers that return their name.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { give, start } from '../ha/programs.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/service.ts';

export function deployedFile(path: string): string {
  return readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
}

export interface Front {
  readonly port: number;
  /** Of files that its configuration names. */
  readonly folder: string;
  /** Reloads its changed files. */
  reload(): void;
  close(): Promise<void>;
}

interface ProxyRequest {
  /** The text of its configuration for this port and folder. */
  readonly config: (port: number, folder: string) => string;
  /** By their names in the folder. */
  readonly files?: Readonly<Record<string, string>>;
}

export function startHaproxy(requested: ProxyRequest): Promise<Front> {
  return startProxy(requested, 'haproxy', (_folder, file) => ['-db', '-f', file]);
}

/** `config` is the file in sites-enabled. */
export function startNginx({ config, files = {} }: ProxyRequest): Promise<Front> {
  const whole = (port: number, folder: string) => `daemon off; worker_processes 1;
    pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder}/${what};`).join(' ')}
      ${config(port, folder)} }`;
  return startProxy({ config: whole, files }, 'nginx-light', (folder, file) => [
    '-p',
    folder,
    '-c',
    file,
    '-e',
    'stderr',
  ]);
}

async function startProxy(
  { config, files = {} }: ProxyRequest,
  name: 'haproxy' | 'nginx-light',
  argsOf: (folder: string, file: string) => readonly string[],
): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-proxy-'));
  const port = await freePort();
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, config(port, folder));
  give(folder);
  const logFile = join(folder, 'proxy.log');
  const { child, exited } = start({ name, args: argsOf(folder, file), logFile });
  const isUp = () => {
    if (child.exitCode !== null) throw new Error(readFileSync(logFile, 'utf8'));
    return requestAt(port, '/').then(
      ({ status }) => status < 500 || null,
      () => null,
    );
  };
  await until('the proxy answers', isUp);
  return {
    port,
    folder,
    reload: () => void child.kill('SIGHUP'),
    async close() {
      // Its workers end with it: a killed master leaves them behind.
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Named {
  readonly port: number;
  close(): Promise<void>;
}

/** Responds to everything with its name and the request, and is always healthy. */
export async function startNamed(name: string): Promise<Named> {
  const server: Server = createServer((request, response) =>
    response.setHeader('x-asked', request.url ?? '').end(name),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Said {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

export function requestAt(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const call = get({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(pieces).toString('utf8'),
        }),
      );
    });
    call.once('error', reject);
  });
}
