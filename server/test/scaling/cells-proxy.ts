// HAProxy in front of cells by the files of deploy/cells, with other addresses.
import { connect } from 'node:net';
import { join } from 'node:path';
import { deployedFile, type Front, startHaproxy } from './proxies.ts';

const BIND = '10.0.0.20:8080';
const MAP = 'cells.map';

export interface Cells extends Front {
  /** Of the map, as an operator adds it at its socket. */
  addLine(line: string): Promise<void>;
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
    addLine: (line) => tell(socketIn(front.folder), `add map ${mapIn(front.folder)} ${line}`),
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
