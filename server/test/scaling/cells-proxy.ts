// HAProxy and nginx in front of cells, with the files of deploy/cells and other addresses.
import { join } from 'node:path';
import { deployedFile, type Front, startHaproxy, startNginx } from './proxies.ts';

const BIND = '10.0.0.20:8080';
const MAP = 'cells.map';
const NGINX_MAP = 'chaintill-cells.map';

/** One process for each cell, in the order of the file. */
export function startCellsProxy(ports: readonly number[]): Promise<Front> {
  return startHaproxy({
    files: { [MAP]: deployedFile(`cells/${MAP}`) },
    config: (port, folder) =>
      ports
        .reduce(
          (text, at, n) => text.replace(`10.0.${n + 1}.1:8080`, `127.0.0.1:${at}`),
          deployedFile('cells/haproxy.cfg'),
        )
        .replace(BIND, `127.0.0.1:${port}`)
        .replaceAll(`/etc/haproxy/${MAP}`, join(folder, MAP))
        .replace('/run/haproxy/admin.sock', join(folder, 'admin.sock')),
  });
}

/** Without TLS, which ends there. */
export function startCellsNginx(ports: readonly number[]): Promise<Front> {
  return startNginx({
    files: { [NGINX_MAP]: deployedFile(`cells/${NGINX_MAP}`) },
    config: (port, folder) =>
      ports
        .reduce(
          (text, at, n) => text.replace(`10.0.${n + 1}.1:8080`, `127.0.0.1:${at}`),
          deployedFile('cells/nginx.conf'),
        )
        .replaceAll(`/etc/nginx/${NGINX_MAP}`, join(folder, NGINX_MAP))
        .replace(/server \{\n {2}listen 80;[^}]*\}/, '')
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
        .replace(/ {2}(?:listen \[|ssl_).*\n/g, ''),
  });
}
