// What the signer's socket answers to whoever is not the service it belongs to, or does not speak like it.
import { chmodSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Intent, intentKeyOf, sealIntent } from '../../src/keys/intent.ts';
import { SignerAway } from '../../src/keys/signer.ts';
import { socketSigner } from '../../src/keys/socket-signer.ts';
import { createTestSigner, type TestSigner } from '../support/signer.ts';

const intentKey = intentKeyOf(new Uint8Array(32).fill(1));
const intent: Intent = {
  projectId: '0199aaaa-0000-7000-8000-000000000001',
  id: '0199aaaa-0000-7000-8000-000000000002',
  coin: 'BTC',
  address: 'tb1qpayee',
  tag: null,
  amount: 100_000n,
  networkFee: 1_000n,
};
const sealed = (changes: Partial<Intent> = {}) => {
  const changed = { ...intent, ...changes };
  return { ...changed, seal: sealIntent(intentKey, changed) };
};

let signer: TestSigner;
beforeAll(async () => {
  signer = await createTestSigner();
  await signer.start();
});
afterAll(() => signer.close());

const service = () => socketSigner({ path: signer.socket, intentKey });

/** One line of it, or null when it hangs up. */
function say(text: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ path: signer.socket });
    let received = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(text));
    socket.on('data', (part: string) => {
      received += part;
      if (received.includes('\n')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received === '' ? null : received.trim()));
  });
}

test('the socket is for its owner alone', () => {
  expect(statSync(signer.socket).mode & 0o777).toBe(0o600);
});

test('before a service introduced itself nothing is examined', async () => {
  const answer = JSON.parse((await say('{"kind":"examine","intents":[]}\n')) ?? '');
  expect(answer.error).toMatch(/introduced itself/);
});

test('the first service that introduces itself is the only one', async () => {
  const { network, keys } = await service().hello();
  expect(network).toBe('test');
  expect(keys['BTC']).toMatch(/^tpub/);
  await service().hello();
  const other = intentKeyOf(new Uint8Array(32).fill(2));
  await expect(socketSigner({ path: signer.socket, intentKey: other }).hello()).rejects.toThrow(
    /another master key/,
  );
});

test('the first word about a withdrawal counts, whoever seals the second', async () => {
  expect(await service().examine([sealed()])).toEqual([null]);
  const changed: Partial<Intent>[] = [
    { address: 'tb1qthief' },
    { amount: 100_001n },
    { tag: 1 },
    { networkFee: 2_000n },
  ];
  for (const changes of changed)
    expect(await service().examine([sealed(changes)])).toEqual([
      expect.stringMatching(/was another one when it was first shown/),
    ]);
  expect(await service().examine([sealed()])).toEqual([null]);
});

test('many questions at once are each answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => service().examine([sealed()])),
  );
  expect(answers.flat()).toEqual(Array(40).fill(null));
});

test.each([
  ['no JSON', '{'],
  ['another kind', '{"kind":"dump"}'],
  ['a field too many', '{"kind":"examine","intents":[],"and":1}'],
  ['a plan with a field that is not known', signLine({ memo: 'x' })],
  ['an amount that is no number', signLine({ fee: '-1' })],
  ['an amount as a JSON number', signLine({ fee: 1 })],
])('%s is an error, and signs nothing', async (_what, line) => {
  expect(JSON.parse((await say(`${line}\n`)) ?? '')).toEqual({ error: 'that is no request' });
});

function signLine(changes: object): string {
  const plan = { coin: 'BTC', origin: { sender: 'a', number: 1 }, outputs: [], fee: '1' };
  return JSON.stringify({ kind: 'sign', plan: { ...plan, ...changes }, intents: [], indexes: [] });
}

test('a payment that bears no seal is refused', async () => {
  const outputs = [{ address: 'tb1qthief', tag: null, amount: '1000' }];
  const answer = JSON.parse((await say(`${signLine({ outputs })}\n`)) ?? '');
  expect(answer.refused).toMatch(/neither asked for nor ours/);
});

test('a line without an end is not read to its end', async () => {
  expect(await say('x'.repeat(3_000_000))).toBeNull();
  expect(await service().examine([sealed()])).toEqual([null]);
});

test('a socket that is open to everybody is not asked', async () => {
  chmodSync(signer.socket, 0o666);
  await expect(service().hello()).rejects.toThrow(SignerAway);
  chmodSync(signer.socket, 0o600);
  await service().hello();
});

test('a folder that others may read is refused', async () => {
  await signer.stop();
  chmodSync(signer.folder, 0o755);
  await expect(signer.start()).rejects.toThrow(/chmod 700/);
  chmodSync(signer.folder, 0o700);
  await signer.start();
});

test('two signers do not share a folder', async () => {
  const { startSigner } = await import('../../src/keys/signer-process.ts');
  const { createLog } = await import('../../src/core/log.ts');
  const again = startSigner({
    folder: signer.folder,
    log: createLog('silent'),
    signTransferOf: () => null,
  });
  await expect(again).rejects.toThrow(/another program listens|is running/);
});

test('a signer that is away is told as such', async () => {
  await signer.stop();
  await expect(service().hello()).rejects.toThrow(SignerAway);
});
