// Handles one request to a separate signer. The service's authentication code is verified first. Refusals and errors
// are logged, and then nothing is signed.
import type { Network } from '../coins/coin.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { defined } from '../core/assert.ts';
import type { Log } from '../core/log.ts';
import type { Random } from '../core/random.ts';
import { isSameText } from '../core/same-text.ts';
import { checkIntent, examineTransfer, expectedOf, leavesWith, spendsOf } from './check-request.ts';
import { checkTransfer, type TransferToCheck } from './check-transfer.ts';
import { budgetsOf } from './fee-limits.ts';
import { isRepeated, type SignedFee } from './fee-tally.ts';
import { type Intent, type SealedIntent, sealRefusal } from './intent.ts';
import { checkAmounts, inputAmounts, outputAmounts } from './known-amounts.ts';
import { encodeRefusal } from './refusal-text.ts';
import type { SigningRequest } from './signer.ts';
import type { Visitor } from './signer-connections.ts';
import { storeIntentKey } from './signer-folder.ts';
import type { SignerJournal } from './signer-journal.ts';
import type { SignerLimits } from './signer-limits.ts';
import { type JournalRecord, remember, type SignerMemory } from './signer-memory.ts';
import {
  decodeRequest,
  encode,
  openLine,
  type SignerHello,
  type SignerRequest,
  unprovenText,
} from './signer-protocol.ts';
import type { WalletKeys } from './wallet-keys.ts';

export interface SignerDesk {
  readonly folder: string;
  readonly log: Log;
  readonly journal: SignerJournal;
  readonly memory: SignerMemory;
  readonly limits: SignerLimits;
  readonly network: Network;
  readonly keys: WalletKeys;
  readonly publicKeys: Readonly<Record<string, string>>;
  /** The key of the service's seals; null until a service has introduced itself. */
  readonly service: { key: string | null };
  readonly random: Random;
  now(): number;
  /** Runs the work after all earlier work, so that nothing changes between a decision and its record. */
  serialize<T>(work: () => Promise<T>): Promise<T>;
}

type Answer = { result: unknown } | { refused: string } | { error: string };

const CHALLENGE_BYTES = 32;

export function welcome(desk: SignerDesk): Visitor {
  const challenge = desk.random.bytes(CHALLENGE_BYTES).toString('base64url');
  const { journal, service } = desk;
  return {
    greeting: encode({ challenge, introduced: service.key !== null, journal: journal.head() }),
    async answer(line) {
      const question = openQuestion(desk, challenge, line);
      const answer =
        'error' in question ? question : await desk.serialize(() => answerRequest(desk, question));
      return encode({ ...answer, journal: journal.head() });
    },
  };
}

/** The request, if the line has a valid authentication code. */
function openQuestion(
  { service }: SignerDesk,
  challenge: string,
  line: string,
): SignerRequest | { error: string } {
  const text =
    service.key === null
      ? unprovenText(line)
      : openLine(Buffer.from(service.key, 'base64url'), challenge, line);
  if (text === null)
    return {
      error: "the request is not from this signer's service, or its master key has changed",
    };
  const request = decodeRequest(text);
  if (request === null) return { error: 'invalid request' };
  if (service.key !== null) return request;
  const key = request.kind === 'hello' ? request.intentKey : undefined;
  if (key === undefined) return { error: 'no service has registered yet' };
  const isAuthentic = openLine(Buffer.from(key, 'base64url'), challenge, line) !== null;
  return isAuthentic ? request : { error: 'invalid request' };
}

/** Never throws. */
async function answerRequest(desk: SignerDesk, request: SignerRequest): Promise<Answer> {
  try {
    if (request.kind === 'hello') return await greet(desk, request);
    if (request.kind === 'budgets') return { result: budgetsOf({ ...desk, now: desk.now() }) };
    const seals = Buffer.from(defined(desk.service.key, 'its MAC was verified'), 'base64url');
    if (request.kind === 'examine') return await examine(desk, seals, request.intents);
    return await sign(desk, seals, request);
  } catch (error) {
    desk.log.error({ err: error }, 'a request failed');
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The first service that introduces itself determines the key of the seals. */
async function greet(desk: SignerDesk, { intentKey }: SignerHello): Promise<Answer> {
  if (intentKey !== undefined && desk.service.key === null) {
    await storeIntentKey(desk.folder, intentKey);
    desk.service.key = intentKey;
    desk.log.info('service registered: its seals are accepted from now on');
  } else if (
    intentKey !== undefined &&
    !isSameText(defined(desk.service.key, 'a key'), intentKey)
  ) {
    desk.log.error('another service tried to register');
    return { error: 'this signer belongs to a service with another master key' };
  }
  return { result: { network: desk.network, keys: desk.publicKeys } };
}

async function examine(
  desk: SignerDesk,
  seals: Uint8Array,
  intents: readonly SealedIntent[],
): Promise<Answer> {
  const now = desk.now();
  const planned = new Map<string, bigint>();
  const refusals: (string | null)[] = [];
  const seen: JournalRecord[] = [];
  for (const sealed of intents) {
    const { seal: _seal, ...intent } = sealed;
    const already = planned.get(intent.coin) ?? 0n;
    const altered = sealRefusal(seals, sealed);
    const refusal = altered ?? checkIntent({ ...desk, now }, intent, already);
    refusals.push(refusal === null ? null : encodeRefusal(refusal));
    if (refusal === null) planned.set(intent.coin, already + expectedOf(desk.limits, intent));
    if (altered === null && !desk.memory.requests.has(intent.id))
      seen.push({ kind: 'seen', at: now, intent });
  }
  await store(desk, seen);
  return { result: refusals };
}

async function sign(desk: SignerDesk, seals: Uint8Array, request: SigningRequest): Promise<Answer> {
  const { plan } = request;
  const now = desk.now();
  const intents = request.intents.map(({ seal: _seal, ...intent }) => intent);
  const own = await desk.keys.ownAmong(request);
  const feeCoin = desk.keys.feeCoinOf(plan);
  const refusal =
    request.intents
      .map((intent) => sealRefusal(seals, intent))
      .find((altered) => altered !== null) ??
    checkAgainst(desk, { plan, intents, own, feeCoin }) ??
    checkAmounts(desk.memory.amounts, { plan }) ??
    examineTransfer({ ...desk, now }, { plan, intents, feeCoin });
  if (refusal !== null) {
    desk.log.warn({ coin: plan.coin, refusal }, 'rejected');
    return { refused: encodeRefusal(refusal) };
  }
  const signed = await desk.keys.sign(request);
  const left = leavesWith(desk.memory, { plan, intents, feeCoin, now });
  const { coin } = plan;
  const spends = spendsOf(plan);
  // Returns the same bytes as before, which spend nothing more.
  if (isRemembered(desk, { at: now, coin: feeCoin, txid: signed.txid, spends, intents }))
    return { result: signed };
  const amounts = [...inputAmounts(plan), ...outputAmounts(plan, signed)];
  // On disk before the caller gets the bytes, so that a crash never loses the record of a signature.
  await store(desk, [
    { kind: 'signed', at: now, coin, txid: signed.txid, spends, intents, ...left, amounts },
  ]);
  desk.log.info({ coin, txid: signed.txid, pays: intents.map(({ id }) => id) }, 'signed');
  return { result: signed };
}

function checkAgainst(
  { limits }: SignerDesk,
  transfer: Omit<TransferToCheck, 'fees'>,
): SignerRefusal | null {
  const coin = limits.coins.get(transfer.plan.coin);
  if (coin === undefined) return { code: 'no_limits', coin: transfer.plan.coin };
  return checkTransfer({ ...transfer, fees: coin.fees });
}

function isRemembered(
  { memory }: SignerDesk,
  answered: Omit<SignedFee, 'fee'> & { intents: readonly Intent[] },
): boolean {
  const { txid, intents } = answered;
  if (!isRepeated(memory.fees, answered)) return false;
  return intents.every(({ id }) =>
    memory.requests.get(id)?.signed.some((signed) => signed.txid === txid),
  );
}

async function store(desk: SignerDesk, records: readonly JournalRecord[]): Promise<void> {
  if (records.length === 0) return;
  await desk.journal.append(records);
  for (const record of records) remember(desk.memory, record);
}
