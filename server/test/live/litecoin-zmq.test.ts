// The service in live mode with a node that publishes blocks over ZeroMQ, as a process: announced blocks are read
// immediately, and unannounced ones are found anyway.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithLitecoind } from '../support/litecoind.ts';
import { until } from '../support/service.ts';
import { describeWithZmq, startZmqPublisher, type ZmqPublisher } from '../support/zmq-publisher.ts';
import { type LitecoinShop, newLitecoinInvoice, openLitecoinShop } from './litecoin-shop.ts';
import { stopPolling } from './stop-polling.ts';

let shop: LitecoinShop;
let publisher: ZmqPublisher;

const untilListening = () =>
  until('it listens', async () => publisher.subscriptions().length > publisher.left());

describeWithZmq('live mode with ZeroMQ', () => {
  describeWithLitecoind('next to a real litecoind', () => {
    beforeAll(async () => {
      publisher = await startZmqPublisher();
      shop = await openLitecoinShop({}, { zmqUrl: `tcp://127.0.0.1:${publisher.port}` });
      await untilListening();
    });
    afterAll(async () => {
      await shop?.close();
      await publisher?.close();
    });

    it('a block notification triggers a poll immediately', async () => {
      const invoice = await newLitecoinInvoice(shop, '1.00');
      await shop.payInvoice(invoice);
      await stopPolling(shop, 'LTC');
      await shop.node.mine();
      publisher.publish('hashblock');
      await shop.untilCompleted(invoice);
    });

    it('a lost publisher costs nothing, and is subscribed to again', async () => {
      await publisher.close();
      const unannounced = await newLitecoinInvoice(shop, '1.00');
      await shop.payInvoice(unannounced);
      await shop.node.mine();
      await shop.database.db.query(`update schedules set due_at = now() where name = 'watch-ltc'`);
      await shop.untilCompleted(unannounced);
      publisher = await startZmqPublisher(publisher.port);
      await untilListening();
      const announced = await newLitecoinInvoice(shop, '1.00');
      await shop.payInvoice(announced);
      await stopPolling(shop, 'LTC');
      await shop.node.mine();
      publisher.publish('hashblock');
      await shop.untilCompleted(announced);
      expect(shop.service.output()).toContain('are only polled');
    });
  });
});
