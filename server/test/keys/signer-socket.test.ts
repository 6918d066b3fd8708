// The signer socket's responses to clients that are not its service, or violate its protocol.
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignerCommands } from '../../src/cli/signer.ts';
import { defined } from '../../src/core/assert.ts';
import { type Intent, intentKeyOf, sealIntent } from '../../src/keys/intent.ts';
import { SignerAway } from '../../src/keys/signer.ts';
import { CONNECTION_BOUNDS } from '../../src/keys/signer-connections.ts';
import { filesOf } from '../../src/keys/signer-folder.ts';
import { authenticLine } from '../../src/keys/signer-protocol.ts';
import { socketSigner } from '../../src/keys/socket-signer.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { createTestSigner, rememberedHeads, type TestSigner } from '../support/signer.ts';

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

const heads = rememberedHeads();
let signer: TestSigner;
beforeAll(async () => {
  signer = await createTestSigner();
  await signer.start();
});
afterAll(() => signer.close());

const service = () => socketSigner({ path: signer.socket, intentKey, heads });

/** The response to a line that is built from the greeting; null when the signer closes the connection. */
function talk(lineOf: (greeting: { challenge: string }) => string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createConnection({ path: signer.socket });
    let received = '';
    let isRequested = false;
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      received += part;
      const lines = received.split('\n');
      if (lines.length > 1 && !isRequested) {
        isRequested = true;
        socket.write(lineOf(JSON.parse(lines[0] ?? '')));
      }
      if (lines.length > 2) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received.split('\n')[1] || null));
  });
}

/** Sends a request like the service that has the key. */
async function say(text: string, key = intentKey): Promise<Record<string, unknown> | null> {
  const line = await talk(({ challenge }) => `${authenticLine(key, challenge, text)}\n`);
  return line === null ? null : JSON.parse(line);
}

test('only its owner can use the socket', () => {
  expect(statSync(signer.socket).mode & 0o777).toBe(0o600);
});

test('before a service identifies itself, nothing is examined', async () => {
  const answer = await say('{"kind":"examine","intents":[]}');
  expect(answer).toMatchObject({ error: expect.stringMatching(/has registered/) });
});

test('the first service that introduces itself is the only one', async () => {
  const { network, keys } = await service().hello();
  expect(network).toBe('test');
  expect(keys['BTC']).toMatch(/^tpub/);
  await service().hello();
  const other = intentKeyOf(new Uint8Array(32).fill(2));
  await expect(
    socketSigner({ path: signer.socket, intentKey: other, heads }).hello(),
  ).rejects.toThrow(/master key has changed/);
});

test('the first intent of a withdrawal counts, whichever service seals the second', async () => {
  expect(await service().examine([sealed()])).toEqual([null]);
  const changed: Partial<Intent>[] = [
    { address: 'tb1qthief' },
    { amount: 100_001n },
    { tag: 1 },
    { networkFee: 2_000n },
  ];
  for (const changes of changed)
    expect(await service().examine([sealed(changes)])).toEqual([
      {
        code: 'request_changed',
        withdrawal_id: sealed().id,
        amount: '0.001 BTC',
        address: sealed().address,
      },
    ]);
  expect(await service().examine([sealed()])).toEqual([null]);
});

test('many concurrent requests each get a response', async () => {
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
  expect(await say(line)).toMatchObject({ error: 'invalid request' });
});

function signLine(changes: object): string {
  const plan = { coin: 'BTC', origin: { sender: 'a', number: 1 }, outputs: [], fee: '1' };
  return JSON.stringify({ kind: 'sign', plan: { ...plan, ...changes }, intents: [], indexes: [] });
}

test('a payment without a seal is rejected', async () => {
  const outputs = [{ address: 'tb1qthief', tag: null, amount: '1000' }];
  expect(await say(signLine({ outputs }))).toMatchObject({
    refused: expect.stringMatching(/neither requested nor ours\n.*unrequested_output/),
  });
});

test('an endless line is not read to its end', async () => {
  expect(await talk(() => 'x'.repeat(3_000_000))).toBeNull();
  expect(await service().examine([sealed()])).toEqual([null]);
});

describe('nothing is signed for another caller than the service', () => {
  const sweep = async () => {
    const { keys } = await service().hello();
    const coin = coinOf('BTC');
    const own = coin.deriveAddress(defined(keys['BTC'], 'a key'), 0, 'test');
    const origin = {
      inputs: [{ txid: 'aa'.repeat(32), index: 0, address: own, amount: '100000' }],
    };
    const outputs = [{ address: own, tag: null, amount: '99000' }];
    const plan = { coin: 'BTC', origin, outputs, fee: '1000' };
    return JSON.stringify({ kind: 'sign', plan, intents: [], indexes: [[own, 0]] });
  };
  const noQuestion = { error: expect.stringMatching(/not from this signer/) };

  test('not even a payment to ourselves, without a code or with one of another key', async () => {
    const text = await sweep();
    const bare = await talk(() => `${text}\n`);
    expect(JSON.parse(bare ?? '')).toMatchObject(noQuestion);
    expect(await say(text, intentKeyOf(new Uint8Array(32).fill(2)))).toMatchObject(noQuestion);
    expect(await say(text)).toHaveProperty('result');
  });

  test('a captured request is rejected in another connection', async () => {
    const text = await sweep();
    let overheard = '';
    await talk(({ challenge }) => {
      overheard = `${authenticLine(intentKey, challenge, text)}\n`;
      return overheard;
    });
    expect(JSON.parse((await talk(() => overheard)) ?? '')).toMatchObject(noQuestion);
  });

  test('a connection has one request', async () => {
    const text = await sweep();
    const two = await talk(({ challenge }) => {
      const line = `${authenticLine(intentKey, challenge, text)}\n`;
      return line + line;
    });
    expect(JSON.parse(two ?? '')).toHaveProperty('result');
  });
});

test('held connections or endless input block no one else', async () => {
  const held: Socket[] = [];
  for (let n = 0; n < 150; n++) {
    const socket = createConnection({ path: signer.socket });
    socket.on('error', () => undefined);
    if (n % 2 === 0) socket.write('y'.repeat(500_000));
    held.push(socket);
  }
  for (let n = 0; n < 20; n++) expect(await service().examine([sealed()])).toEqual([null]);
  for (const socket of held) socket.destroy();
});

test('nor does a rejected client that stays', async () => {
  const held = Array.from({ length: CONNECTION_BOUNDS.connections + 10 }, () => {
    const socket = createConnection({ path: signer.socket, allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.write('no question\n');
    return socket;
  });
  // Each client has received the end of the stream, and keeps its side open.
  await Promise.all(
    held.map((socket) => {
      socket.resume();
      return new Promise((done) => socket.once('end', done).once('close', done));
    }),
  );
  for (let n = 0; n < 20; n++) expect(await service().examine([sealed()])).toEqual([null]);
  for (const socket of held) socket.destroy();
});

test('a connection without a request ends automatically', async () => {
  const begun = Date.now();
  await new Promise<void>((done) => {
    const socket = createConnection({ path: signer.socket });
    socket.resume();
    socket.on('close', () => done());
  });
  expect(Date.now() - begun).toBeLessThan(CONNECTION_BOUNDS.milliseconds + 5_000);
});

test('a world-writable socket is not used', async () => {
  chmodSync(signer.socket, 0o666);
  await expect(service().hello()).rejects.toThrow(SignerAway);
  chmodSync(signer.socket, 0o600);
  await service().hello();
});

test('a folder that others can read is rejected', async () => {
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

describe('a truncated journal', () => {
  const files = () => filesOf(signer.folder);
  const show = (n: number) =>
    service().examine([sealed({ id: `0199aaaa-0000-7000-8000-0000000001${10 + n}` })]);
  const cut = (text: string) => `${text.split('\n').slice(0, -2).join('\n')}\n`;

  test('is rejected at startup, also without its companion file, or with another one', async () => {
    await show(1);
    await show(2);
    await signer.stop();
    const [journal, head] = [files().journal, files().journalHead].map((file) =>
      readFileSync(file, 'utf8'),
    );
    const whole = defined(journal, 'the journal');
    writeFileSync(files().journal, cut(whole));
    await expect(signer.start()).rejects.toThrow(/was last written up to \d+/);
    rmSync(files().journalHead);
    await expect(signer.start()).rejects.toThrow(/journal.head is missing/);
    rmSync(files().journal);
    await expect(signer.start()).rejects.toThrow(/journal.head is missing/);
    const forged = defined(head, 'its head').replace(/^\d+/, '1');
    writeFileSync(files().journalHead, forged);
    await expect(signer.start()).rejects.toThrow(/was changed/);
    writeFileSync(files().journal, whole);
    writeFileSync(files().journalHead, defined(head, 'its head'));
    await signer.start();
    expect(await show(1)).toEqual([null]);
  });

  test('whose head is set back with it is rejected by the service until a person accepts it', async () => {
    await signer.stop();
    const old = [files().journal, files().journalHead].map((file) => readFileSync(file));
    await signer.start();
    await show(3);
    await signer.stop();
    const [journal, head] = old;
    writeFileSync(files().journal, defined(journal, 'a copy'));
    writeFileSync(files().journalHead, defined(head, 'a copy'));
    await signer.start();
    await expect(show(4)).rejects.toThrow(/was truncated or rolled back/);
    await expect(service().hello()).rejects.toThrow(SignerAway);
    await signer.stop();
    const { count } = await heads.read();
    const cli = new Command();
    addSignerCommands(cli);
    const words = [
      'signer',
      'accept-truncated-journal',
      '--folder',
      signer.folder,
      '--known',
      `${count}`,
    ];
    await cli.parseAsync([...words, '--proof', 'a test'], { from: 'user' });
    await signer.start();
    expect(await show(4)).toEqual([null]);
  });
});

test('an unreachable signer is reported as such', async () => {
  await signer.stop();
  await expect(service().hello()).rejects.toThrow(SignerAway);
});
