// A coin that the operator removed from the configuration is no longer offered; its past payments are shown as before.
import { expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { newId } from '../../src/core/ids.ts';
import { stringify } from '../../src/core/json-text.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld } from '../support/world.ts';
import { examplesOf } from './examples.ts';
import { furnish, LTC_ADDRESS } from './furnish.ts';

/** Operations that list what is offered. */
const OFFERS: readonly string[] = [
  'listCoins',
  'listNetworkFees',
  'listRates',
  'showRate',
  'showRateByPair',
];

/** What a checkout can be paid with now changes with the configuration. */
function withoutOffers(shown: unknown): unknown {
  if (typeof shown !== 'object' || shown === null) return shown;
  return { ...JSON.parse(stringify(shown)), offers: undefined };
}

test('lists and objects in a coin that is no longer offered are shown as before, and not sent', async () => {
  const world = await createWorld();
  try {
    const facts = await furnish(world);
    const { project } = facts.merchant;
    const caller = () => ({
      project,
      apiKey: facts.key.key,
      apiVersion: 2 as const,
      mayPayOut: true,
      mayWrite: true,
      objectId: newId(world.app.clock, world.app.random),
    });
    const coins = new Map([...world.app.coins].filter(([code]) => code !== 'LTC'));
    const reading = (Object.values(operations) as Operation[]).filter(
      ({ id, method }) => method === 'GET' && !OFFERS.includes(id),
    );
    for (const { id } of reading) {
      const { params } = examplesOf(facts)[id as OperationId];
      const input = { ...params, limit: undefined } as never;
      const show = handlers[id as OperationId];
      const before = withoutOffers(await show(world.app, caller(), input));
      const after = await show(otherApp(world.app, { coins }), caller(), input);
      expect({ id, shown: withoutOffers(after) }).toEqual({
        id,
        shown: before,
      });
    }
    // Without a node the coin can't be sent.
    const transferNetworks = new Map(
      [...world.app.transferNetworks].filter(([code]) => code !== 'LTC'),
    );
    const gone = otherApp(world.app, { coins, transferNetworks });
    for (const id of ['refundCoinDeposit', 'createInvoiceRefund'] as const) {
      const { params } = examplesOf(facts)[id];
      const input = { ...params, address: LTC_ADDRESS, description: 'x' } as never;
      await expect(handlers[id](gone, caller(), input)).rejects.toMatchObject({
        details: [{ code: 'not_supported', target: 'address' }],
      });
    }
  } finally {
    await world.close();
  }
});
