// One request to a separate signer, from line to answer. A refusal is told and logged; anything that fails on the
// way is told as an error, and signs nothing.
import { timingSafeEqual } from 'node:crypto';
import type { Network } from '../coins/coin.ts';
import type { Log } from '../core/log.ts';
import { checkTransfer } from './check-transfer.ts';
import { feeBoundsOf } from './fee-bounds.ts';
import { type SealedIntent, sealRefusal } from './intent.ts';
import { expectedOf, judgeIntent, judgeTransfer, leavesWith, spendsOf } from './judge-request.ts';
import { inputAmounts, judgeAmounts, outputAmounts } from './known-amounts.ts';
import type { SigningRequest } from './signer.ts';
import { readIntentKey, storeIntentKey } from './signer-folder.ts';
import type { SignerJournal } from './signer-journal.ts';
import type { SignerLimits } from './signer-limits.ts';
import { type JournalRecord, remember, type SignerMemory } from './signer-memory.ts';
import { decodeRequest, type SignerHello } from './signer-protocol.ts';
import type { WalletKeys } from './wallet-keys.ts';

/** What the signer works with. */
export interface SignerDesk {
  readonly folder: string;
  readonly log: Log;
  readonly journal: SignerJournal;
  readonly memory: SignerMemory;
  readonly limits: SignerLimits;
  readonly network: Network;
  readonly keys: WalletKeys;
  readonly publicKeys: Readonly<Record<string, string>>;
  now(): number;
}

type Answer = { result: unknown } | { refused: string } | { error: string };

/** Never throws. The caller asks one at a time. */
export async function answerRequest(desk: SignerDesk, line: string): Promise<Answer> {
  try {
    const request = decodeRequest(line);
    if (request === null) return { error: 'that is no request' };
    if (request.kind === 'hello') return await greet(desk, request);
    const key = await readIntentKey(desk.folder);
    if (key === null) return { error: 'no service has introduced itself yet' };
    const seals = Buffer.from(key, 'base64url');
    if (request.kind === 'examine') return await examine(desk, seals, request.intents);
    return await sign(desk, seals, request);
  } catch (error) {
    desk.log.error({ err: error }, 'a request failed');
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The first service that says hello is the one whose seals count. */
async function greet(desk: SignerDesk, { intentKey }: SignerHello): Promise<Answer> {
  const first = await readIntentKey(desk.folder);
  if (first === null) {
    await storeIntentKey(desk.folder, intentKey);
    desk.log.info('the service introduced itself: from now on its seals count');
  } else if (!timingSafeEqual(Buffer.from(first), Buffer.from(intentKey))) {
    desk.log.error('another service introduced itself');
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
    const refusal = altered ?? judgeIntent({ ...desk, now }, intent, already);
    refusals.push(refusal);
    if (refusal === null) planned.set(intent.coin, already + expectedOf(desk.limits, intent));
    if (altered === null && !desk.memory.wishes.has(intent.id))
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
    request.intents.map((intent) => sealRefusal(seals, intent)).find((text) => text !== null) ??
    checkTransfer({ plan, intents, own, bounds: feeBoundsOf(plan.coin), feeCoin }) ??
    judgeAmounts(desk.memory.amounts, { plan }) ??
    judgeTransfer({ ...desk, now }, { plan, intents, feeCoin });
  if (refusal !== null) {
    desk.log.warn({ coin: plan.coin, refusal }, 'refused');
    return { refused: refusal };
  }
  const signed = await desk.keys.sign(request);
  const left = leavesWith(desk.memory, { plan, intents, feeCoin });
  const { coin } = plan;
  const spends = spendsOf(plan);
  const amounts = [...inputAmounts(plan), ...outputAmounts(plan, signed)];
  // On disk before anybody else has the bytes: a crash between the two forgets nothing that was signed.
  await store(desk, [
    { kind: 'signed', at: now, coin, txid: signed.txid, spends, ...left, intents, amounts },
  ]);
  desk.log.info({ coin, txid: signed.txid, pays: intents.map(({ id }) => id) }, 'signed');
  return { result: signed };
}

async function store(desk: SignerDesk, records: readonly JournalRecord[]): Promise<void> {
  if (records.length === 0) return;
  await desk.journal.append(records);
  for (const record of records) remember(desk.memory, record);
}
