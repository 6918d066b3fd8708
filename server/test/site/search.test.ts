// The search of the documents answers developers' questions in the words that they use elsewhere. At least 35 of the 40
// questions find their page first, and all among the first three.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keywords } from '../../../site/keywords.ts';
import { loadIndex, search } from '../../../site/search.ts';

const ASSETS = join(import.meta.dirname, '../../dist/site/assets');
const FIRST_MIN = 35;

const QUESTIONS = [
  ['pagination', '/docs/api#pagination'],
  ['how do I get the next page of a list', '/docs/api#pagination'],
  ['401 unauthorized', '/docs/api#signature'],
  ['invalid signature', '/docs/api#signature'],
  ['how do I sign a request', '/docs/api#signature'],
  ['idempotency key', '/docs/api#idempotent-requests'],
  ['rate limit', '/docs/api#rate-limits'],
  ['too many requests 429', '/docs/api#rate-limits'],
  ['error codes', '/docs/api/errors'],
  ['conversion rate', '/docs/money#rates-and-fees'],
  ['woocommerce', '/docs/integrations'],
  ['shopify plugin', '/docs/integrations'],
  ['php library', '/docs/integrations'],
  ['sdk', '/docs/client'],
  ['typescript client', '/docs/client'],
  ['how do I refund a payment', '/docs/how-to#refund-a-payment'],
  ['confirmations required', '/docs/money#confirmations'],
  ['how many confirmations', '/docs/money#confirmations'],
  ['verify webhook signature', '/docs/callbacks#signatures'],
  ['webhooks', '/docs/callbacks'],
  ['webhook retries', '/docs/callbacks#delivery'],
  ['test webhooks locally', '/docs/callbacks#while-you-develop'],
  ['underpaid invoice', '/docs/how-to#resolve-wrong-payments'],
  ['customer paid late', '/docs/how-to#resolve-wrong-payments'],
  ['mass payouts', '/docs/how-to#pay-salaries'],
  ['convert crypto to euro', '/docs/how-to#exchange-coins-for-euros'],
  ['rotate api key', '/docs/how-to#rotate-a-key-or-a-secret'],
  ['accept usdt', '/docs/how-to#offer-usdt-and-usdc'],
  ['go to production', '/docs/how-to#go-live'],
  ['reusable deposit address', '/docs/how-to#accept-tips-and-top-ups'],
  ['simulate a payment', '/docs/sandbox#paying'],
  ['test mode', '/docs/sandbox'],
  ['recurring billing', '/docs/subscriptions'],
  ['invite a team member', '/docs/people#invite-people'],
  ['roles and permissions', '/docs/people#roles'],
  ['two person approval', '/docs/people#approving-withdrawals'],
  ['docker compose', '/docs/packaging#compose'],
  ['backup and restore', '/docs/operations/backup'],
  ['withdrawal status', '/docs/statuses#coin-withdrawal'],
  ['nginx https', '/docs/operations/behind-a-reverse-proxy'],
] as const;

const file = readdirSync(ASSETS).find((name) => /^search-.*\.json$/.test(name));
const json = readFileSync(join(ASSETS, String(file)), 'utf8');
const index = loadIndex(json);
const placeOf = (question: string, address: string) =>
  search(index, question).findIndex((found) => found.address === address) + 1;

test('forty questions find their page among the first three, and most of them first', () => {
  const places = QUESTIONS.map(([question, address]) => ({
    question,
    place: placeOf(question, address),
  }));
  expect(places.filter(({ place }) => place === 0 || place > 3)).toEqual([]);
  expect(places.filter(({ place }) => place === 1).length).toBeGreaterThanOrEqual(FIRST_MIN);
});

test('every address with keywords exists', () => {
  const stored = Object.values(
    JSON.parse(json).storedFields as Record<string, { address: string }>,
  );
  const addresses = new Set(stored.map(({ address }) => address));
  expect(Object.keys(keywords).filter((address) => !addresses.has(address))).toEqual([]);
});

test('the changelog and the decisions are not searched', () => {
  for (const address of ['/docs/changes', '/docs/contributors', '/docs/decisions'])
    expect(json).not.toContain(`"${address}`);
});
