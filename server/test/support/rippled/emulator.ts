// An emulated rippled in stand-alone mode: JSON-RPC over HTTP and streams over WebSocket in front of an in-memory
// ledger, since Debian and npm have no real one. It responds like rippled 2.2.3; emulator.test.ts replays every request
// recorded from a real one against it. For the service it is an external program on the network.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from 'ripple-binary-codec';
import { wallNow } from '../../../src/core/clock.ts';
import { methods, refusal } from './methods.ts';
import {
  closeLedger,
  createState,
  dropOpen,
  dropOpenTransactions,
  type Fields,
  openIndex,
  type State,
} from './state.ts';
import { openStreams, type Streams } from './streams.ts';
import { admitQueued, submit } from './submit.ts';

export interface Emulator {
  /** Of the JSON-RPC port; stays the same over `halt` and `restart`. */
  readonly url: string;
  /** Of the WebSocket streams, on the same port. */
  readonly streamUrl: string;
  readonly streams: Streams;
  /** The ledger itself, for what a test changes in the network: load, a market without depth, a network id. */
  readonly state: State;
  /** The response to one request, as over HTTP. */
  request(method: string, params?: Fields): Fields;
  /** Validates the open ledger, then `count - 1` empty ones. */
  accept(count?: number): void;
  /** Validates empty ledgers; the open ledger keeps its transactions. */
  acceptEmpty(count: number): void;
  /** Loses what is in no validated ledger, as a restart does. */
  dropOpenTransactions(): void;
  /** The same on a server that was not restarted: `tx` still returns it from memory. */
  dropOpen(): void;
  /** Stops listening. What is in no validated ledger is lost, as when rippled restarts. */
  halt(): Promise<void>;
  restart(): Promise<void>;
  /** Drops the ledgers before the newest `count` (`online_delete`). */
  drop(count: number): void;
  close(): Promise<void>;
}

export interface EmulatorOptions {
  /** Seconds since 2000-01-01; by default the machine's time. */
  readonly now?: () => number;
  readonly seed?: string;
  /** Any free port by default. */
  readonly port?: number;
}

const RIPPLE_EPOCH_SECONDS = 946_684_800;
const machineTime = () => Math.floor(wallNow() / 1000) - RIPPLE_EPOCH_SECONDS;

export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const now = options.now ?? machineTime;
  const state = createState(options.seed ?? `emulator ${process.hrtime.bigint()}`, now());
  const streams = openStreams(state);
  const accept = (count = 1) => {
    for (let done = 0; done < count; done++) {
      const closed = closeLedger(state, now());
      admitQueued(state);
      streams.report(closed);
    }
  };
  const send = (method: string, params: Fields = {}): Fields => {
    if (method !== 'ledger_accept') return answer(state, method, params);
    accept();
    return { ledger_current_index: openIndex(state), status: 'success' };
  };
  let server: Server = await listen({ request: send, streams }, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const halt = async () => {
    server.closeAllConnections();
    streams.drop();
    await new Promise<void>((done) => server.close(() => done()));
    dropOpenTransactions(state);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}`,
    streams,
    state,
    request: send,
    accept,
    acceptEmpty(count) {
      const waiting = state.openTransactions.map(({ tx }) => encode(tx as never));
      dropOpen(state);
      accept(count);
      for (const blob of waiting) submit(state, { tx_blob: blob });
    },
    dropOpenTransactions: () => dropOpenTransactions(state),
    dropOpen: () => dropOpen(state),
    halt,
    async restart() {
      server = await listen({ request: send, streams }, port);
    },
    drop: (count) => void state.ledgers.splice(0, state.ledgers.length - count),
    async close() {
      if (server.listening) await halt();
    },
  };
}

function answer(state: State, method: string, params: Fields): Fields {
  const run = methods[method];
  const result = run === undefined ? refusal('unknownCmd') : run(state, params);
  if (!('error' in result)) return { ...result, status: 'success' };
  return { ...result, request: { command: method, ...params }, status: 'error' };
}

function listen(
  { request: send, streams }: Pick<Emulator, 'request' | 'streams'>,
  port: number,
): Promise<Server> {
  const server = createServer((request, response) => {
    serve(send, request, response).catch(() => response.writeHead(400).end('Bad request'));
  });
  streams.attach(server);
  return new Promise((done, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => done(server));
  });
}

async function serve(
  send: Emulator['request'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { method, params } = JSON.parse(body) as { method: string; params?: Fields[] };
  const text = JSON.stringify({ result: send(method, params?.[0] ?? {}) });
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}
