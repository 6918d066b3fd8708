// The Prometheus endpoint: only `/metrics`, on its own port, which no payer or shop can reach.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { SECOND } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

const CONNECTIONS_MAX = 50;
const PLAIN = 'text/plain; charset=utf-8';

export interface MetricsServer {
  readonly server: Server;
  /** Rejects with the system's error. */
  listen(place: { host: string; port: number }): Promise<void>;
  close(): void;
}

export function metricsServer(
  scrape: () => Promise<string>,
  { contentType, log }: { contentType: string; log: Log },
): MetricsServer {
  const server = createServer((request, answer) => {
    request.resume();
    if (request.url?.split('?')[0] !== '/metrics')
      return send(answer, { status: 404, text: 'metrics are at /metrics\n' });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(answer, { status: 405, text: 'only GET and HEAD are supported\n' });
    scrape()
      .then((text) => send(answer, { status: 200, text, contentType }))
      .catch((error: unknown) => {
        log.error({ err: error }, 'metrics could not be served');
        send(answer, { status: 500, text: 'metrics could not be served; see the log\n' });
      });
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.headersTimeout = 5 * SECOND;
  server.requestTimeout = 5 * SECOND;
  return {
    server,
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly contentType?: string;
}

function send(answer: ServerResponse, { status, text, contentType = PLAIN }: Answer): void {
  answer.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
}
