// The tests of the transfer suite (transfers.ts) for unreliable nodes: unreachable ones, ones with invalid responses,
// and ones of another network. Each is ChainUnavailable or a refusal to start; none counts as a response.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ChainUnavailable, WrongNetwork } from '../../src/chains/chain.ts';
import type { SignedTransfer, TransferPlan } from '../../src/chains/transfers.ts';
import { lookUp } from '../support/look-up.ts';
import {
  type CurrentSending,
  type OpenPorts,
  paidAbove,
  planPayment,
  sign,
} from './transfer-harness.ts';

interface Request {
  readonly plan: TransferPlan;
  readonly transfer: SignedTransfer;
  readonly height: number;
}

/** Every call to the node. */
function questions({ chain, sending: { network } }: OpenPorts, requested: Request) {
  const { plan, transfer, height } = requested;
  const block = { height, hash: transfer.txid };
  return {
    tip: () => chain.tip(),
    checkNetwork: () => chain.checkNetwork(),
    blocks: () => chain.blocks(height, 2),
    lookUp: () => lookUp(chain, transfer.txid, null),
    feeQuotes: () => network.feeQuotes(),
    broadcast: () => network.broadcast(transfer),
    spendersOf: () => network.spendersOf(plan, height),
    ...('sender' in plan.origin && {
      account: () => network.account('sender' in plan.origin ? plan.origin.sender : ''),
      outcome: () => network.outcome(transfer.txid, block),
    }),
  };
}

async function prepare(current: CurrentSending): Promise<Request> {
  const plan = await planPayment(current(), { payee: await current().harness.payee() });
  const { height } = await current().chain.tip();
  return { plan, transfer: sign(current(), plan), height };
}

export function nodeDown(current: CurrentSending): void {
  it('sends nothing while the node is down, and continues when it is back', async () => {
    const { harness } = current();
    const payee = await harness.payee();
    const plan = await planPayment(current(), { payee });
    const transfer = sign(current(), plan);
    const { height } = await current().chain.tip();
    await harness.setDown(true);
    try {
      for (const [name, question] of Object.entries(
        questions(current(), { plan, transfer, height }),
      )) {
        await expect(question(), name).rejects.toBeInstanceOf(ChainUnavailable);
      }
    } finally {
      await harness.setDown(false);
    }
    const { network } = current().sending;
    expect(await network.broadcast(transfer)).toEqual({ kind: 'accepted' });
    await harness.mine(1);
    expect(await paidAbove(current(), height, payee)).toHaveLength(1);
  });
}

/** Texts, and responses made from the request, so that only ids and counts are right. */
const answers: readonly (readonly [string, (body: unknown) => string])[] = [
  ['nothing', () => ''],
  ['a page', () => '<html><body>Bad gateway</body></html>'],
  ['null', () => 'null'],
  ['an empty object', () => '{}'],
  ['an empty list', () => '[]'],
  ['results that are objects', (body) => resultsOf(body, {})],
  ['results that are words', (body) => resultsOf(body, 'nonsense')],
  ['results that are numbers', (body) => resultsOf(body, -7)],
];

function resultsOf(body: unknown, result: unknown): string {
  const answer = (call: unknown) => ({ jsonrpc: '2.0', id: idOf(call), result });
  return JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body));
}

function idOf(call: unknown): unknown {
  return typeof call === 'object' && call !== null && 'id' in call ? call.id : null;
}

export function nonsense(current: CurrentSending): void {
  it.each(answers)('treats %s as no response', async (_, answer) => {
    const requested = await prepare(current);
    const server = createServer((request, response) => void reply(request, response, answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ports = current().harness.openAt({ url: `http://127.0.0.1:${port}` });
    try {
      for (const [name, question] of Object.entries(questions(ports, requested))) {
        await expect(question(), name).rejects.toBeInstanceOf(ChainUnavailable);
      }
    } finally {
      ports.sending.network.close();
      await ports.chain.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (body: unknown) => string,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  response.setHeader('content-type', 'application/json');
  response.end(answer(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
}

export function wrongNetwork(current: CurrentSending): void {
  it('rejects the node when it is configured for another network', async () => {
    const { harness } = current();
    const other = harness.network === 'main' ? 'test' : 'main';
    const { chain, sending } = harness.openAt({ network: other });
    await expect(chain.checkNetwork()).rejects.toBeInstanceOf(WrongNetwork);
    sending.network.close();
    await chain.close();
  });
}
