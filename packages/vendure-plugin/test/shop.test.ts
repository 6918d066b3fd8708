// The plugin in a real Vendure on PostgreSQL: payments, changes of the order, and refunds, in one shop.
import { afterAll, beforeAll } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { type ShopWorld, startShopWorld } from './fixture.ts';
import { testOrderChanges } from './order-changes.ts';
import { testPayments } from './payments.ts';
import { testRefunds } from './refunds.ts';
import { describeWithVendure } from './support.ts';
import { testUnpaidOrders } from './unpaid-orders.ts';

describeWithVendure('the plugin in a real Vendure', () =>
  describeWithChromium('with a real browser', () => {
    let started: ShopWorld | undefined;
    const given = () => defined(started, 'the shop was started');

    beforeAll(async () => {
      started = await startShopWorld();
    });
    afterAll(() => started?.close());

    testPayments(given);
    testOrderChanges(given);
    testRefunds(given);
    testUnpaidOrders(given);
  }),
);
