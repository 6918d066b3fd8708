// The WebSocket side of the emulated rippled: `subscribe` to closed ledgers and their transactions, in the form
// recorded from rippled 2.2.3. It shares the port of the JSON-RPC.
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { refusal } from './methods.ts';
import { completeLedgers, isoOf, txFields } from './present.ts';
import {
  type Applied,
  BASE_FEE,
  type Fields,
  type Ledger,
  lastLedger,
  RESERVE_BASE,
  RESERVE_INC,
  type State,
} from './state.ts';
import { resultFields } from './submit.ts';

export interface Streams {
  /** Open connections. */
  count(): number;
  /** Subscribers to closed ledgers. */
  listeners(): number;
  attach(server: Server): void;
  /** Reports a ledger that was just closed. */
  report(ledger: Ledger): void;
  /** Sends a raw message to every connection. */
  say(data: string | Buffer): void;
  /** Drops every connection without a close frame. */
  drop(): void;
}

type Stream = 'ledger' | 'transactions';

export function openStreams(state: State): Streams {
  const sockets = new Map<WebSocket, Set<string>>();
  const to = (stream: Stream, message: Fields) => {
    for (const [socket, streams] of sockets)
      if (streams.has(stream)) socket.send(JSON.stringify(message));
  };
  const server = new WebSocketServer({ noServer: true });
  server.on('connection', (socket) => {
    const streams = new Set<string>();
    sockets.set(socket, streams);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      socket.send(JSON.stringify(answer(state, streams, JSON.parse(String(data)) as Fields)));
    });
  });
  return {
    count: () => sockets.size,
    listeners: () => [...sockets.values()].filter((streams) => streams.has('ledger')).length,
    attach(http) {
      http.on('upgrade', (request, socket, head) => {
        server.handleUpgrade(request, socket, head, (opened) =>
          server.emit('connection', opened, request),
        );
      });
    },
    report(ledger) {
      const count = { txn_count: ledger.transactions.length };
      to('ledger', { ...ledgerFields(state, ledger), ...count, type: 'ledgerClosed' });
      for (const applied of ledger.transactions)
        to('transactions', transactionFields(ledger, applied));
    },
    say(data) {
      for (const socket of sockets.keys()) socket.send(data);
    },
    drop() {
      for (const socket of sockets.keys()) socket.terminate();
    },
  };
}

function answer(state: State, streams: Set<string>, request: Fields): Fields {
  const { id, command } = request;
  const named = id === undefined ? {} : { id };
  if (command !== 'subscribe')
    return { ...named, ...refusal('unknownCmd'), request, status: 'error', type: 'response' };
  const wanted = (request['streams'] ?? []) as string[];
  for (const stream of wanted) streams.add(stream);
  const result = wanted.includes('ledger') ? ledgerFields(state, lastLedger(state)) : {};
  return { ...named, result, status: 'success', type: 'response' };
}

function ledgerFields(state: State, { hash, index, closeTime }: Ledger): Fields {
  return {
    fee_base: Number(BASE_FEE),
    fee_ref: Number(BASE_FEE),
    ledger_hash: hash,
    ledger_index: index,
    ledger_time: closeTime,
    reserve_base: Number(RESERVE_BASE),
    reserve_inc: Number(RESERVE_INC),
    validated_ledgers: completeLedgers(state),
  };
}

function transactionFields(ledger: Ledger, { txid: hash, tx, meta }: Applied): Fields {
  return {
    close_time_iso: isoOf(ledger.closeTime),
    ...resultFields(String(meta['TransactionResult'])),
    ledger_hash: ledger.hash,
    ledger_index: ledger.index,
    meta,
    status: 'closed',
    transaction: { ...txFields(tx, 1), date: ledger.closeTime, hash },
    type: 'transaction',
    validated: true,
  };
}
