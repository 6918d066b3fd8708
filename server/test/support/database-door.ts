// A door in front of the test database: closed, it cuts whoever is inside and turns away whoever comes, as a
// database does that is stopped under the service.
import net from 'node:net';
import pg from 'pg';
import type { ConnectionFacts } from '../../src/db/database.ts';

export interface DatabaseDoor {
  readonly connection: ConnectionFacts;
  /** How often somebody came while it was closed. */
  turnedAway(): number;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

export async function createDatabaseDoor(behind: ConnectionFacts): Promise<DatabaseDoor> {
  const { host, port, user = '', database = '', password } = new pg.Client({ ...behind });
  const inside = new Set<net.Socket>();
  let isOpen = true;
  let turnedAway = 0;
  const server = net.createServer((socket) => {
    if (!isOpen) {
      turnedAway += 1;
      socket.destroy();
      return;
    }
    const target = host.startsWith('/')
      ? net.connect(`${host}/.s.PGSQL.${port}`)
      : net.connect(port, host);
    for (const end of [socket, target]) {
      inside.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        inside.delete(end);
        socket.destroy();
        target.destroy();
      });
    }
    socket.pipe(target).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of inside) socket.destroy();
  };
  const facts = { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port, user };
  return {
    connection: { ...facts, database, ...(typeof password === 'string' ? { password } : {}) },
    turnedAway: () => turnedAway,
    shut() {
      isOpen = false;
      cut();
    },
    open() {
      isOpen = true;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
