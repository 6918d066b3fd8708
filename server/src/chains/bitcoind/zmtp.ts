// The part of ZMTP 3.0 (rfc.zeromq.org/spec/23), the protocol under ZeroMQ, that is needed to subscribe to a node's
// messages: the greeting, frames, and no authentication (mechanism NULL). Pure: bytes in, frames out.

export interface Frame {
  readonly isCommand: boolean;
  /** More parts of the same message follow. */
  readonly hasMore: boolean;
  readonly body: Buffer;
}

const GREETING_BYTES = 64;
const VERSION = 3;
const VERSION_AT = 10;
const MECHANISM_AT = 12;
const MECHANISM_BYTES = 20;
const NO_LOGIN = Buffer.from('NULL'.padEnd(MECHANISM_BYTES, '\0'));
const MORE = 1;
const LONG = 2;
const COMMAND = 4;
/** Head sizes of a frame whose size field has one byte, and eight. */
const SHORT_HEAD = 2;
const LONG_HEAD = 9;
/** The hashes and counters we subscribe to have 32 bytes and 4. */
const BODY_BYTES_MAX = 65_536;

/** What each side sends first. */
export const GREETING: Buffer = greeting();

function greeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[VERSION_AT] = VERSION;
  NO_LOGIN.copy(bytes, MECHANISM_AT);
  return bytes;
}

/**
 * Announces that we are a subscriber: the property's name after its length in one byte, its value after its length in
 * four.
 */
export const READY: Buffer = frame(
  COMMAND,
  Buffer.from('\x05READY\x0bSocket-Type\0\0\0\x03SUB', 'latin1'),
);

/** Subscribes to messages whose first part starts with the topic. */
export function subscription(topic: string): Buffer {
  return frame(0, Buffer.from(`\x01${topic}`, 'latin1'));
}

function frame(flags: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.of(flags, body.length), body]);
}

/** The name of a command, after its length in one byte. */
export function commandName({ body }: Frame): string {
  return body.toString('latin1', 1, 1 + (body[0] ?? 0));
}

/** Takes bytes as they arrive and returns the complete frames. Throws RangeError on anything else. */
export function frameReader(): (bytes: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    if (!isGreeted) {
      assertGreeting(rest);
      if (rest.length < GREETING_BYTES) return [];
      rest = rest.subarray(GREETING_BYTES);
      isGreeted = true;
    }
    const frames: Frame[] = [];
    for (let end = frameEnd(rest); end !== null && end <= rest.length; end = frameEnd(rest)) {
      const flags = rest.readUInt8(0);
      const body = rest.subarray((flags & LONG) === 0 ? SHORT_HEAD : LONG_HEAD, end);
      frames.push({ isCommand: (flags & COMMAND) !== 0, hasMore: (flags & MORE) !== 0, body });
      rest = rest.subarray(end);
    }
    return frames;
  };
}

/** Checks the bytes received so far: the first ones are enough to detect another protocol. */
function assertGreeting(bytes: Buffer): void {
  const isSignature = bytes[0] === 0xff && (bytes.length < 10 || bytes[9] === 0x7f);
  if (!isSignature) throw new RangeError('it does not speak ZMTP');
  if ((bytes[VERSION_AT] ?? VERSION) < VERSION) throw new RangeError('it speaks an older ZMTP');
  const mechanism = bytes.subarray(MECHANISM_AT, MECHANISM_AT + MECHANISM_BYTES);
  if (mechanism.equals(NO_LOGIN.subarray(0, mechanism.length))) return;
  throw new RangeError('it asks for a login');
}

/** The end of the frame at the start of the buffer; null when it is incomplete. */
function frameEnd(bytes: Buffer): number | null {
  const [flags, length] = bytes;
  if (flags === undefined) return null;
  if ((flags & ~(MORE | LONG | COMMAND)) !== 0) throw new RangeError('not a frame of ZMTP');
  if ((flags & LONG) === 0) return length === undefined ? null : SHORT_HEAD + length;
  if (bytes.length < LONG_HEAD) return null;
  const size = bytes.readBigUInt64BE(1);
  if (size > BODY_BYTES_MAX) throw new RangeError('a message that no node sends');
  return LONG_HEAD + Number(size);
}
