// The signer as the service sees it when it is a process of its own: one connection per question over its Unix
// socket. A signer that is away delays what waits to be sent, and nothing else.
import { lstat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { SECOND } from '../core/clock.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import { type Signer, SignerAway, SignerRefused } from './signer.ts';
import {
  answers,
  encode,
  envelope,
  LINE_BYTES_MAX,
  parseJson,
  type SignerRequest,
} from './signer-protocol.ts';

/** Signing a transfer with a thousand inputs takes about two seconds (1.5 ms each). */
const ANSWER_LIMIT = 15 * SECOND;
/** Permission bit of everybody else to write (stat(2)). */
const OTHERS_WRITE = 0o002;

export interface SocketSigner extends Signer {
  /** The network and the extended public keys by coin; tells the signer the key of the seals. */
  hello(): Promise<{ readonly network: string; readonly keys: Readonly<Record<string, string>> }>;
}

export function socketSigner({
  path,
  intentKey,
}: {
  path: string;
  intentKey: Uint8Array;
}): SocketSigner {
  const key = Buffer.from(intentKey).toString('base64url');
  let isGreeted = false;
  const hello = async () => {
    const result = await ask(path, { kind: 'hello', intentKey: key });
    if (!answers.hello.Check(result)) throw nonsense(path);
    isGreeted = true;
    return result;
  };
  return {
    hello,
    async examine(intents) {
      if (intents.length === 0) return [];
      // The signer may have been away, or not yet made, when the service started.
      if (!isGreeted) await hello();
      const result = await ask(path, { kind: 'examine', intents });
      if (!answers.examine.Check(result) || result.length !== intents.length) throw nonsense(path);
      return result;
    },
    async sign(request) {
      const result = await ask(path, { kind: 'sign', ...request });
      if (!answers.sign.Check(result)) throw nonsense(path);
      return result;
    },
  };
}

async function ask(path: string, request: SignerRequest): Promise<unknown> {
  assertOutsideTransaction();
  await checkOwner(path);
  const line = await exchange(path, `${encode(request)}\n`);
  const answer = parseJson(line);
  if (!envelope.Check(answer)) throw nonsense(path);
  if ('refused' in answer) throw new SignerRefused(answer.refused);
  if ('error' in answer) throw new SignerAway(`the signer cannot answer: ${answer.error}`);
  return answer.result;
}

/** A socket that everybody may replace or write to is not asked. */
async function checkOwner(path: string): Promise<void> {
  const facts = await lstat(path).catch(() => null);
  if (facts === null || !facts.isSocket()) throw new SignerAway(`no signer listens at ${path}`);
  if ((facts.mode & OTHERS_WRITE) !== 0)
    throw new SignerAway(`the socket ${path} is open to everybody: it is not the signer's`);
}

function exchange(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path });
    const limit = AbortSignal.timeout(ANSWER_LIMIT);
    const giveUp = () => socket.destroy(new Error('no answer in time'));
    limit.addEventListener('abort', giveUp, { once: true });
    let received = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(text));
    socket.on('data', (part: string) => {
      received += part;
      if (received.includes('\n') || received.length > LINE_BYTES_MAX) socket.destroy();
    });
    socket.on('error', (error) => reject(new SignerAway(`the signer is away: ${error.message}`)));
    socket.on('close', () => {
      limit.removeEventListener('abort', giveUp);
      const end = received.indexOf('\n');
      if (end < 0) reject(new SignerAway('the signer ended without an answer'));
      else resolve(received.slice(0, end));
    });
  });
}

function nonsense(path: string): SignerAway {
  return new SignerAway(`what listens at ${path} does not answer like a signer`);
}
