// Listens at a configured address, with an error message for the operator when that fails.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Place {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** Returns the URL. Throws ListenError for a port in use or an address that is not local. */
export async function listenAt(
  { variable, host, port }: Place,
  server: Server,
  open: () => Promise<unknown>,
): Promise<string> {
  try {
    await open();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ListenError(
      `cannot listen on ${host}, port ${port} (${variable}): ${code === 'EADDRINUSE' ? 'another program is using it' : code}`,
    );
  }
  const bound = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
}

class ListenError extends Error {
  override readonly name = 'ListenError';
}
