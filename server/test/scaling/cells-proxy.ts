// HAProxy and nginx in front of cells by the files of deploy/cells, with other addresses.
import { appendFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { deployedFile, type Front, startHaproxy, startNginx } from './proxies.ts';

const BIND = '10.0.0.20:8080';
const MAP = 'cells.map';
const NGINX_MAP = 'chaintill-cells.map';

export interface Cells extends Front {
  /** Of the map, as an operator adds it: at the socket of HAProxy, and in the file of nginx. */
  addLine(slot: string, cell: string): Promise<void>;
}

/** One process for each cell, in the order of the file. */
export async function startCellsProxy(ports: readonly number[]): Promise<Cells> {
  const mapIn = (folder: string) => join(folder, MAP);
  const socketIn = (folder: string) => join(folder, 'admin.sock');
  const front = await startHaproxy({
    files: { [MAP]: deployedFile(`cells/${MAP}`) },
    config: (port, folder) =>
      ports
        .reduce(
          (text, at, n) => text.replace(`10.0.${n + 1}.1:8080`, `127.0.0.1:${at}`),
          deployedFile('cells/haproxy.cfg'),
        )
        .replace(BIND, `127.0.0.1:${port}`)
        .replaceAll(`/etc/haproxy/${MAP}`, mapIn(folder))
        .replace('/run/haproxy/admin.sock', socketIn(folder)),
  });
  return {
    ...front,
    addLine: (slot, cell) =>
      tell(socketIn(front.folder), `add map ${mapIn(front.folder)} ${slot} ${cell}`),
  };
}

/** Without TLS, which ends there. */
export async function startCellsNginx(ports: readonly number[]): Promise<Cells> {
  const front = await startNginx({
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
  return {
    ...front,
    addLine(slot, cell) {
      appendFileSync(join(front.folder, NGINX_MAP), `${slot} ${cell};\n`);
      front.reload();
      return Promise.resolve();
    },
  };
}

function tell(socket: string, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const wire = connect(socket, () => wire.end(`${words}\n`));
    wire.on('data', (part) => {
      said += String(part);
    });
    wire.once('error', reject);
    wire.once('close', () => (said.trim() === '' ? resolve() : reject(new Error(said))));
  });
}
