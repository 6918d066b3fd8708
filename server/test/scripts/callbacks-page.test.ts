// Guarantees of docs/callbacks.md: a receiver that follows it accepts its examples.
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { CallbackVerificationError, verifyCallback } from '../../../client/src/callbacks.ts';
import { callbackExample } from '../../scripts/callbacks-page.ts';
import { committed } from '../../scripts/generated-files.ts';
import { callbackEvents } from '../../src/contract/callback-events.ts';
import { ChannelPayment } from '../../src/contract/objects/channels.ts';
import { CoinWithdrawal } from '../../src/contract/objects/coin-withdrawals.ts';
import { Invoice } from '../../src/contract/objects/invoices.ts';

const page = committed('docs/callbacks.md');
const { body, secret, previousSecret, sentAt } = callbackExample;
const now = () => sentAt + 1000;

/** The n-th header block of the page. */
function headersShown(index: number): Record<string, string> {
  const blocks = [...page.matchAll(/```text\n(X-Cryptopay-Signature: [\s\S]*?)\n```/g)];
  const lines = blocks[index]?.[1]?.split('\n') ?? [];
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
}

async function accepts(
  headers: Record<string, string>,
  secrets: readonly string[],
): Promise<boolean> {
  try {
    await verifyCallback({ body, headers, secrets, now, allowLegacySignature: true });
    return true;
  } catch (error) {
    if (error instanceof CallbackVerificationError) return false;
    throw error;
  }
}

const legacyOnly = (headers: Record<string, string>) => ({
  'X-Cryptopay-Signature': headers['X-Cryptopay-Signature'] ?? '',
});

test('both signatures of the worked example match its secret and body', async () => {
  expect(page).toContain(`Body:\n\n\`\`\`text\n${body}\n`);
  const headers = headersShown(0);
  expect(await accepts(headers, [secret])).toBe(true);
  expect(await accepts(headers, [previousSecret])).toBe(false);
  expect(await accepts(legacyOnly(headers), [secret])).toBe(true);
});

test('during the rotation either secret is accepted, and the legacy signature is the old one', async () => {
  const headers = headersShown(1);
  expect(await accepts(headers, [secret])).toBe(true);
  expect(await accepts(headers, [previousSecret])).toBe(true);
  expect(await accepts(legacyOnly(headers), [secret])).toBe(false);
  expect(await accepts(legacyOnly(headers), [previousSecret])).toBe(true);
});

test('the payloads are objects of the API, with listed events', () => {
  const texts = [...page.matchAll(/```json\n(\{\n[\s\S]*?)\n```/g)].map(([, text]) => text ?? '');
  expect(texts.length).toBeGreaterThanOrEqual(9);
  const schemas = { Invoice, ChannelPayment, CoinWithdrawal };
  for (const text of texts) {
    const { type, event, data } = JSON.parse(text) as {
      type: string;
      event: string;
      data: unknown;
    };
    expect(Object.keys(schemas)).toContain(type);
    const known = type as keyof typeof schemas;
    expect(Object.keys(callbackEvents[known].events)).toContain(event);
    expect([...Value.Errors(schemas[known], data)]).toEqual([]);
  }
});
