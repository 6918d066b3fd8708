// The service in live mode with the WebSocket side of rippled next to its JSON-RPC, as a process: announced ledgers are
// read immediately, and whatever happens to the socket, everything is found.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/service.ts';
import { openRippleShop, type RippleShop } from './ripple-shop.ts';
import { stopPolling } from './stop-polling.ts';

let shop: RippleShop;

const untilListening = () =>
  until('it listens', async () => shop.node.emulator.streams.listeners() === 1);

async function payAndComplete(): Promise<void> {
  const invoice = await shop.newInvoice('10.00');
  await shop.payInvoice(invoice);
  await shop.node.accept();
  await shop.untilCompleted(invoice);
  await shop.expectCreditedOnce(invoice, 990n);
}

describe('live mode with the stream of ledgers', () => {
  beforeAll(async () => {
    shop = await openRippleShop({ hears: true });
    await untilListening();
  });
  afterAll(() => shop?.close());

  it('a closed ledger is read without waiting for the poll', async () => {
    await stopPolling(shop, 'XRP');
    await payAndComplete();
  });

  it('invalid data on the socket changes nothing', async () => {
    const { streams } = shop.node.emulator;
    for (const nonsense of ['nonsense', '{}', '[1]', Buffer.from([0xff])]) streams.say(nonsense);
    streams.say('{"type":"ledgerClosed","ledger_index":999999999}');
    await payAndComplete();
    expect(streams.listeners()).toBe(1);
  });

  it('a dropped connection is restored, and payments in between are not lost', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.payInvoice(invoice);
    shop.node.emulator.streams.drop();
    await stopPolling(shop, 'XRP');
    await shop.node.accept();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
    await untilListening();
    await stopPolling(shop, 'XRP');
    await payAndComplete();
  });

  it('a node that was down is subscribed to again', async () => {
    await shop.node.emulator.halt();
    await shop.untilNotReady();
    await shop.node.emulator.restart();
    await untilListening();
    await payAndComplete();
  });

  it('a shutdown ends it', async () => {
    expect(await shop.service.kill('SIGTERM')).toMatchObject({ code: 0 });
    await until('nothing is open', async () => shop.node.emulator.streams.count() === 0);
    await shop.service.start();
    await untilListening();
    expect(shop.service.output()).not.toContain('could not stop in time');
  });
});
