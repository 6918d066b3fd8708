// The service's client of a separate signer: one authenticated request per connection. An unreachable signer only
// delays payouts.
import { lstat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { SECOND } from '../core/clock.ts';
import { parsedJson } from '../core/json-text.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import type { JournalHead } from './journal-head.ts';
import { decodeRefusal } from './refusal-text.ts';
import { type Signer, SignerAway, SignerRefused } from './signer.ts';
import {
  answers,
  authenticLine,
  encode,
  envelope,
  greeting,
  LINE_BYTES_MAX,
  type SignerRequest,
} from './signer-protocol.ts';

/** Signing a transfer with a thousand inputs takes about two seconds (1.5 ms each). */
const ANSWER_LIMIT = 15 * SECOND;
/** Permission bit: writable by others (stat(2)). */
const OTHERS_WRITE = 0o002;

export interface SocketSigner extends Signer {
  /** Sends the key of the seals, and returns the signer's network and its extended public keys by coin. */
  hello(): Promise<{ readonly network: string; readonly keys: Readonly<Record<string, string>> }>;
}

export interface KnownHeads {
  read(): Promise<JournalHead>;
  /** Keeps a later end that is already stored. */
  keep(head: JournalHead): Promise<void>;
}

interface SocketSignerOptions {
  readonly path: string;
  readonly intentKey: Uint8Array;
  readonly heads: KnownHeads;
}

export function socketSigner(options: SocketSignerOptions): SocketSigner {
  const { path } = options;
  let isGreeted = false;
  const hello = async () => {
    const result = await sendRequest(options, { kind: 'hello' });
    if (!answers.hello.Check(result)) throw nonsense(path);
    isGreeted = true;
    return result;
  };
  return {
    hello,
    async examine(intents) {
      if (intents.length === 0) return [];
      // The signer may have been unreachable, or not yet created, when the service started.
      if (!isGreeted) await hello();
      const result = await sendRequest(options, { kind: 'examine', intents });
      if (!answers.examine.Check(result) || result.length !== intents.length) throw nonsense(path);
      return result.map((refused) => (refused === null ? null : decodeRefusal(refused)));
    },
    async sign(request) {
      const result = await sendRequest(options, { kind: 'sign', ...request });
      if (!answers.sign.Check(result)) throw nonsense(path);
      return result;
    },
    async budgets() {
      const result = await sendRequest(options, { kind: 'budgets' });
      if (!answers.budgets.Check(result)) throw nonsense(path);
      return result.map(({ used, limit, perTransfer, fees, ...reported }) => ({
        ...reported,
        ...(used !== undefined && { used: BigInt(used) }),
        ...(limit !== undefined && { limit: BigInt(limit) }),
        ...(perTransfer !== undefined && { perTransfer: BigInt(perTransfer) }),
        ...(fees && {
          fees: { perTransfer: BigInt(fees.perTransfer), free: BigInt(fees.free) },
        }),
      }));
    },
  };
}

async function sendRequest(options: SocketSignerOptions, request: SignerRequest): Promise<unknown> {
  assertOutsideTransaction();
  const { path, heads } = options;
  await checkOwner(path);
  // Read before the greeting, because concurrent requests can make the journal longer.
  const before = await heads.read();
  const line = await exchange(path, (message) =>
    questionLine(options, { message, before, request }),
  );
  const answer = parsedJson(line);
  if (!envelope.Check(answer)) throw nonsense(path);
  if (answer.journal.count > before.count) await heads.keep(answer.journal);
  if ('refused' in answer) throw new SignerRefused(decodeRefusal(answer.refused));
  if ('error' in answer) throw new SignerAway('signer_error', answer.error);
  return answer.result;
}

/** Throws SignerAway when the greeting does not come from the known signer. */
function questionLine(
  { path, intentKey }: SocketSignerOptions,
  { message, before, request }: { message: string; before: JournalHead; request: SignerRequest },
): string {
  const first = parsedJson(message);
  if (!greeting.Check(first)) throw nonsense(path);
  const { count, hash } = first.journal;
  if (count < before.count || (count === before.count && hash !== before.hash))
    throw new SignerAway('journal_truncated', path);
  const isFirst = request.kind === 'hello' && !first.introduced;
  const key = Buffer.from(intentKey).toString('base64url');
  const text = encode(isFirst ? { ...request, intentKey: key } : request);
  return authenticLine(intentKey, first.challenge, text);
}

/** Anyone could replace a socket that others may write to. */
async function checkOwner(path: string): Promise<void> {
  const facts = await lstat(path).catch(() => null);
  if (facts === null || !facts.isSocket()) throw new SignerAway('no_socket', path);
  if ((facts.mode & OTHERS_WRITE) !== 0) throw new SignerAway('socket_world_writable', path);
}

/** `question` returns the line to send after the greeting. */
function exchange(path: string, question: (message: string) => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path });
    const limit = AbortSignal.timeout(ANSWER_LIMIT);
    const giveUp = () => socket.destroy(new Error('no answer in time'));
    limit.addEventListener('abort', giveUp, { once: true });
    let received = '';
    let isRequested = false;
    let failure: unknown = new SignerAway('no_response');
    let answer: string | null = null;
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      received += part;
      const end = received.indexOf('\n');
      if (end < 0 && received.length <= LINE_BYTES_MAX) return;
      if (end < 0 || isRequested) {
        if (end >= 0) answer = received.slice(0, end);
        return void socket.destroy();
      }
      isRequested = true;
      try {
        socket.write(`${question(received.slice(0, end))}\n`);
      } catch (error) {
        failure = error;
        socket.destroy();
      }
      received = received.slice(end + 1);
    });
    socket.on('error', (error) => {
      failure = new SignerAway('connection_failed', error.message);
    });
    socket.on('close', () => {
      limit.removeEventListener('abort', giveUp);
      if (answer === null) reject(failure);
      else resolve(answer);
    });
  });
}

function nonsense(path: string): SignerAway {
  return new SignerAway('not_a_signer', path);
}
