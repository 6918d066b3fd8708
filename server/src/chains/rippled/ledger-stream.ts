// Notifications of closed ledgers over WebSocket (xrpl.org, "subscribe", stream `ledger`), which only trigger a poll.

import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import WebSocket from 'ws';
import { SECOND } from '../../core/clock.ts';
import { parsedJson } from '../../core/json-text.ts';
import type { Log } from '../../core/log.ts';
import type { Random } from '../../core/random.ts';
import { type BlockStream, type Link, resilientStream, type Signs } from '../block-stream.ts';
import { loginHeader } from '../rpc/credentials.ts';

export interface LedgerStreamOptions {
  /** `ws://` or `wss://`, with user and password if the port requires them. */
  readonly url: string;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds. Defaults to the system clock. */
  readonly now?: () => number;
}

const SUBSCRIBE = JSON.stringify({ id: 1, command: 'subscribe', streams: ['ledger'] });
const HANDSHAKE_LIMIT = 10 * SECOND;
/** A ledger message has about 300 bytes. */
const MESSAGE_BYTES_MAX = 65_536;

const ledgerClosed = Compile(
  Type.Object({ type: Type.Literal('ledgerClosed'), ledger_index: Type.Integer({ minimum: 1 }) }),
);
const subscribed = Compile(
  Type.Object({ type: Type.Literal('response'), status: Type.Literal('success') }),
);
const refused = Compile(
  Type.Object({ type: Type.Literal('response'), status: Type.Literal('error') }),
);

export function ledgerStream(options: LedgerStreamOptions, heard: () => void): BlockStream {
  // The error of `new URL` contains its input, including the password.
  if (!URL.canParse(options.url)) throw new Error('the address of the stream is not a URL');
  const url = new URL(options.url);
  const authorization = loginHeader(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  return resilientStream({
    ...options,
    node: url.host,
    things: 'ledgers',
    heard,
    connect: (signs) => connect({ url, authorization }, signs),
  });
}

/** The network closes a ledger every four seconds, so a silent node is pinged. */
function connect(place: { url: URL; authorization: string | null }, signs: Signs): Link {
  let reason = '';
  const socket = new WebSocket(place.url, {
    handshakeTimeout: HANDSHAKE_LIMIT,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    followRedirects: false,
    headers: place.authorization === null ? {} : { authorization: place.authorization },
  });
  socket.on('open', () => {
    signs.alive();
    socket.send(SUBSCRIBE);
  });
  socket.on('pong', signs.alive);
  socket.on('message', (data, isBinary) => {
    signs.alive();
    const message = isBinary ? null : parsedJson(String(data));
    if (ledgerClosed.Check(message)) signs.heard();
    if (subscribed.Check(message)) signs.subscribed();
    if (!refused.Check(message)) return;
    reason = 'the subscription was refused';
    socket.terminate();
  });
  socket.on('error', (error) => {
    reason ||= error.message;
  });
  socket.on('close', (code) => signs.lost(reason || `closed with code ${code}`));
  return {
    probe() {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    end: () => socket.terminate(),
  };
}
