// The example of docs/policy.md, verbatim: its policy is set, and every row of its tables is requested.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/src/client.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { listDestination } from '../../src/policy/destinations.ts';
import { setPolicy } from '../../src/policy/store-policies.ts';
import { createApiKey, permissions } from '../../src/projects/api-keys.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { root } from '../tidy/files.ts';
import { refusal, requestWithdrawal, storedRow } from './support.ts';

const page = readFileSync(join(root, 'docs/policy.md'), 'utf8');
const document = defined(/```json\n([\s\S]*?)```/.exec(page)?.[1], 'the example');
/** Three columns: the request, the decision, and the rule. */
const rows = [...page.matchAll(/^\| (\d+ EUR [^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
  ([, requested = '', decided = '', rule = '']) => ({ requested, decided, rule }),
);

const EXCHANGE = '0xabc1000000000000000000000000000000001234';
const ALIKE = '0xabc2000000000000000000000000000000001234';
const NEW = '0xdef1000000000000000000000000000000005678';

let world: World;
let merchant: Merchant;
let shop: Client;
beforeAll(async () => {
  world = await createWorld({}, { sends: false });
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '100000' });
  const projectId = merchant.project.id;
  const key = await createApiKey(world.app, projectId, {
    name: 'shop',
    apiVersion: 2,
    permissions,
    ipAllowList: [],
  });
  const apiKey = { apiKey: key.key, apiSecret: key.secret };
  shop = createClient({ baseUrl: world.url, ...apiKey, retriesMax: 0 });
  const own = document.replace('DjlHuWlApznJ7vrhPBL0fA', key.key);
  await setPolicy(world.app, projectId, { document: own, note: 'the example', mayLoosen: true });
  const eth = defined(world.app.coins.get('ETH'), 'ETH');
  const destination = defined(eth.parseAddress(EXCHANGE, 'test'), 'an address');
  await listDestination(world.app, projectId, {
    destination: { coin: 'ETH', ...destination },
    name: 'our exchange',
    mayLoosen: true,
  });
  await world.advance(7 * DAY);
  await moveTo(world, { weekday: 'Tue', hour: 12 });
});
afterAll(() => world.close());

/** The table's withdrawals are requested in order and fill the limits. */
describe('docs/policy.md', () => {
  test('has its tables', () => {
    expect(rows).toHaveLength(11);
  });

  test.each(rows)('decides: $asked', async ({ requested, decided, rule }) => {
    if (requested.startsWith('250 EUR to the exchange'))
      await moveTo(world, { weekday: 'Tue', hour: 22 });
    const amount = defined(/^\d+/.exec(requested)?.[0], 'an amount');
    const named = { type: 'legal_person', name: 'Exchange', address: { country: 'DE' } };
    const changes = {
      received_currency: 'ETH',
      address: requested.includes('looks like')
        ? ALIKE
        : requested.includes('new')
          ? NEW
          : EXCHANGE,
      ...(requested.includes('beneficiary named')
        ? { travel_rule_compliant: true, beneficiary: named }
        : {}),
    };
    const requester = requested.includes("shop's key") ? { ...merchant, api: shop } : merchant;
    if (decided === 'refused') {
      const { details } = await refusal(requestWithdrawal(requester, amount, changes));
      expect(details[0]?.args).toEqual({ rule });
      return;
    }
    const { id } = await requestWithdrawal(requester, amount, changes);
    const { decision } = await storedRow(world, merchant, id);
    const shown = decision?.outcome === 'hold' ? heldFor(decision.approvals) : 'allowed';
    expect({ shown, rule: decision?.rule }).toEqual({ shown: decided, rule });
  });
});

function heldFor(approvals: number): string {
  if (approvals === 0) return 'held for the operator';
  return approvals === 1 ? 'held for 1 approval' : `held for ${approvals} approvals`;
}

async function moveTo(
  { app, clock, settle }: World,
  wanted: { weekday: string; hour: number },
): Promise<void> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/Berlin',
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const isThere = () => {
    const parts = format.formatToParts(app.clock.now());
    const part = (type: string) => parts.find((item) => item.type === type)?.value;
    return part('weekday') === wanted.weekday && Number(part('hour')) === wanted.hour;
  };
  while (!isThere()) clock.advance(HOUR);
  await settle();
}
