// The ZeroMQ notifications of Bitcoin Core and its relatives for new blocks (`-zmqpubhashblock`, doc/zmq.md). A
// notification only triggers a poll. Transactions (`hashtx`) are not subscribed to: several arrive every second, and
// the mempool is polled every second anyway.
import { connect as connectTo } from 'node:net';
import { SECOND } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Random } from '../../core/random.ts';
import type { BlockStream } from '../block-stream.ts';
import { type Link, resilientStream, type Signs } from '../resilient-stream.ts';
import { commandName, type Frame, frameReader, GREETING, READY, subscription } from './zmtp.ts';

export interface ZmqStreamOptions {
  /** `tcp://host:port`, as in the node's `zmqpubhashblock`. */
  readonly url: string;
  readonly log: Log;
  readonly random: Random;
  /** Milliseconds. Defaults to the system clock. */
  readonly now?: () => number;
}

const TOPIC = 'hashblock';
const HANDSHAKE_LIMIT = 10 * SECOND;
/** Blocks are minutes apart, so silence proves nothing: TCP keep-alive detects a dead peer. */
const KEEP_ALIVE_AFTER = 60 * SECOND;

/** Throws when the address is not a URL. */
export function zmqStream(options: ZmqStreamOptions, heard: () => void): BlockStream {
  const url = new URL(options.url);
  return resilientStream({
    ...options,
    ...{ node: url.host, things: 'blocks', heard },
    connect: (signs) => connect(url, signs),
  });
}

function connect({ hostname, port }: URL, signs: Signs): Link {
  let reason = '';
  let isSubscribed = false;
  // URLs put IPv6 addresses in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connectTo({ host, port: Number(port), timeout: HANDSHAKE_LIMIT });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
  const deliver = (why: string) => {
    reason ||= why;
    socket.destroy();
  };
  socket.on('timeout', () => {
    if (!isSubscribed) deliver('it did not answer in time');
  });
  const handle = messageHandler({
    ...signs,
    subscribed() {
      isSubscribed = true;
      socket.write(subscription(TOPIC));
      signs.subscribed();
    },
  });
  const read = frameReader();
  socket.on('connect', () => socket.write(Buffer.concat([GREETING, READY])));
  socket.on('data', (bytes) => {
    try {
      for (const frame of read(bytes)) handle(frame);
    } catch (error) {
      deliver(error instanceof Error ? error.message : String(error));
    }
  });
  socket.on('error', (error) => {
    reason ||= error.message;
  });
  socket.on('close', () => signs.lost(reason || 'closed by the other side'));
  return { end: () => socket.destroy() };
}

/** Follows the frames of one connection. Throws when the peer rejects the connection. */
function messageHandler(signs: Signs): (frame: Frame) => void {
  let isReady = false;
  let isFirstPart = true;
  return (frame) => {
    signs.alive();
    if (frame.isCommand) {
      const name = commandName(frame);
      if (name === 'ERROR') throw new Error('it refuses us');
      if (name !== 'READY' || isReady) return;
      isReady = true;
      signs.subscribed();
      return;
    }
    if (isReady && isFirstPart && frame.body.equals(Buffer.from(TOPIC))) signs.heard();
    isFirstPart = !frame.hasMore;
  };
}
