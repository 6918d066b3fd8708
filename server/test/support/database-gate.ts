// A gate in front of the test database. Closed, it drops open connections and refuses new ones, like a stopped
// database. Frozen, it accepts connections and forwards nothing, like an interrupted network: neither side is notified.
import net from 'node:net';
import pg from 'pg';
import type { ConnectionFacts } from '../../src/db/database.ts';

export interface DatabaseGate {
  readonly connection: ConnectionFacts;
  /** The same as a DATABASE_URL, for a process that the test starts. */
  readonly url: string;
  /** Connections that were refused while it was closed. */
  refusedConnections(): number;
  shut(): void;
  open(): void;
  /** Stops forwarding in both directions without closing anything. */
  freeze(): void;
  /**
   * Forwards what was delayed. With `dropsConnections`, drops the open connections instead, as after the other side's
   * timeout.
   */
  thaw(dropsConnections?: { readonly dropsConnections: true }): void;
  /** Each new connection is ended by the server in the very bytes that report it ready. */
  endsWhenReady(isOn: boolean): void;
  close(): Promise<void>;
}

/** ReadyForQuery, idle (PostgreSQL: Message Formats). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

interface Inside {
  readonly client: net.Socket;
  readonly server: net.Socket;
}

export async function createDatabaseGate(behind: ConnectionFacts): Promise<DatabaseGate> {
  const { host, port, user = '', database = '', password } = new pg.Client({ ...behind });
  const inside = new Set<Inside>();
  const gate = { isOpen: true, isFrozen: false, endsWhenReady: false, refusedConnections: 0 };
  const server = net.createServer({ pauseOnConnect: true }, (client) => {
    if (!gate.isOpen) {
      gate.refusedConnections += 1;
      client.destroy();
      return;
    }
    const pair = { client, server: connectTo(host, port) };
    inside.add(pair);
    join(pair, () => inside.delete(pair));
    if (gate.endsWhenReady) endWhenReady(pair);
    else pair.server.on('data', (bytes) => client.write(bytes));
    if (gate.isFrozen) pair.server.pause();
    else client.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const { client } of inside) client.destroy();
  };
  const facts = { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port, user };
  const secret = typeof password === 'string' ? password : null;
  const credentials = `${encodeURIComponent(user)}${secret === null ? '' : `:${encodeURIComponent(secret)}`}`;
  return {
    connection: { ...facts, database, ...(secret === null ? {} : { password: secret }) },
    url: `postgres://${credentials}@127.0.0.1:${facts.port}/${database}`,
    refusedConnections: () => gate.refusedConnections,
    shut() {
      gate.isOpen = false;
      cut();
    },
    open() {
      gate.isOpen = true;
    },
    freeze() {
      gate.isFrozen = true;
      for (const pair of inside) for (const end of [pair.client, pair.server]) end.pause();
    },
    thaw(dropsConnections) {
      gate.isFrozen = false;
      if (dropsConnections !== undefined) cut();
      for (const pair of inside) for (const end of [pair.client, pair.server]) end.resume();
    },
    endsWhenReady(isOn) {
      gate.endsWhenReady = isOn;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function connectTo(host: string, port: number): net.Socket {
  return host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
}

/** Forwards the client's bytes to the server; when one side ends, both do. */
function join({ client, server }: Inside, left: () => void): void {
  client.on('data', (bytes) => server.write(bytes));
  for (const end of [client, server]) {
    end.on('error', () => undefined);
    end.on('close', () => {
      left();
      client.destroy();
      server.destroy();
    });
  }
}

/** The server is stopped at the moment it has accepted a connection. */
function endWhenReady({ client, server }: Inside): void {
  server.on('data', (bytes: Buffer) => {
    if (bytes.includes(READY)) client.end(Buffer.concat([bytes, shutdownMessage()]));
    else client.write(bytes);
  });
}

/** ErrorResponse of admin_shutdown (PostgreSQL: Message Formats). */
function shutdownMessage(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to command'];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
