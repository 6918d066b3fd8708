// The emulated rippled (support/rippled) against a real one: the requests recorded from rippled 2.2.3 in stand-alone
// mode are replayed in order, and the responses compared field by field. Two recordings: everything that the service
// requests, and the results of rejected transfers.
import { readFileSync } from 'node:fs';
import { encode } from 'ripple-binary-codec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { defined } from '../../../src/core/assert.ts';
import { type Emulator, startEmulator } from '../../support/rippled/emulator.ts';
import { genesisPayer, signed } from '../../support/rippled/keys.ts';
import { DEPOSIT_AUTH, type Fields, GENESIS, lastLedger } from '../../support/rippled/state.ts';
import { until } from '../../support/service.ts';

interface Recorded {
  readonly request: { readonly method: string; readonly params: readonly [Fields] };
  readonly http: number;
  readonly response: { readonly result: Fields };
}

type Recording = Readonly<Record<string, Recorded>>;

function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
}

const recorded = readRecording('rippled-2.2.3');
const pair = (name: string) => defined(recorded[name], `a recorded ${name}`);
/** The recording of the WebSocket side: messages only. */
const message = (name: string) => pair(name) as unknown as Fields;

/** Ledger hashes depend on the whole state of the node, including its amendments: only their form is compared. */
const HASHES = new Set(['ledger_hash', 'parent_hash', 'account_hash', 'transaction_hash']);
/** What depends on the machine: only the type is compared. */
const OF_THE_MACHINE = new Set([
  'hostid',
  'time',
  'uptime',
  'job_types',
  'ports',
  'io_latency_ms',
  'duration_us',
  'server_state_duration_us',
  'initial_sync_duration_us',
]);
const HASH = /^[0-9A-F]{64}$/;

function comparable(value: unknown, path: readonly string[] = []): unknown {
  const name = path.at(-1) ?? '';
  if (OF_THE_MACHINE.has(name)) return Array.isArray(value) ? 'list' : typeof value;
  const isLedgerHash = HASHES.has(name) || path.slice(-2).join('.') === 'validated_ledger.hash';
  if (isLedgerHash && typeof value === 'string') return HASH.test(value) ? 'a hash' : value;
  if (Array.isArray(value)) return value.map((item) => comparable(item, [...path, '']));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, comparable(item, [...path, key])]),
  );
}

/** Replays one recorded request and compares the response. */
async function play(url: string, name: string, { request, http, response }: Recorded) {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  expect(answer.status).toBe(http);
  const got: unknown = await answer.json();
  expect({ name, ...(comparable(got) as object) }).toEqual({
    name,
    ...(comparable(response) as object),
  });
}

describe('the emulated rippled', () => {
  let emulator: Emulator;
  let closeTime = 848_538_220;
  const reported: Fields[] = [];
  beforeAll(async () => {
    emulator = await startEmulator({ now: () => closeTime });
    const socket = new WebSocket(emulator.streamUrl);
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ id: 1, command: 'subscribe', streams: ['ledger', 'transactions'] }),
      ),
    );
    socket.on('message', (data) => reported.push(JSON.parse(String(data)) as Fields));
    await until('the answer is there', async () => reported.length > 0);
  });
  afterAll(() => emulator.close());

  /** What happened between the recorded requests, according to `account_tx`. */
  const history = new Map(
    ['account_tx_page1', 'account_tx_page2'].flatMap((name) => {
      const { transactions } = pair(name).response.result as { transactions: { tx: Fields }[] };
      return transactions.map(({ tx }) => [Number(tx['ledger_index']), tx] as const);
    }),
  );
  const submitRecorded = (index: number) => {
    const { date, hash, inLedger, ledger_index, DeliverMax, ...tx } = defined(
      history.get(index),
      `a transaction of ledger ${index}`,
    );
    expect(emulator.request('submit', { tx_blob: encode(tx as never) })).toMatchObject({
      engine_result: 'tesSUCCESS',
      tx_json: { hash },
    });
  };
  const close = (time: number) => {
    closeTime = time;
    emulator.accept();
  };
  const fillOpenLedger = (count: number) => {
    for (let sequence = 2; sequence < count + 2; sequence++) {
      const fields = { TransactionType: 'AccountSet', Fee: '12', Sequence: sequence };
      emulator.request('submit', { tx_blob: signed(genesisPayer, fields).blob });
    }
  };

  const seen = new Set<string>();
  async function replay(name: string): Promise<void> {
    seen.add(name);
    await play(emulator.url, name, pair(name));
  }

  /** In the order of the recording; a function is an action in between. */
  const steps: readonly (string | (() => void))[] = [
    'account_info_not_found',
    'submit_tesSUCCESS',
    'tx_not_validated',
    () => close(848_538_290),
    'tx_validated',
    'submit_tecNO_DST_INSUF_XRP',
    () => close(848_538_291),
    () => submitRecorded(5),
    () => close(848_538_292),
    () => submitRecorded(6),
    () => close(848_538_293),
    'submit_tecDST_TAG_NEEDED',
    () => close(848_538_294),
    ...[8, 9, 10].flatMap((index) => [
      () => submitRecorded(index),
      () => close(848_538_287 + index),
    ]),
    'submit_tefPAST_SEQ',
    'submit_terPRE_SEQ',
    'submit_tefMAX_LEDGER',
    'submit_tecUNFUNDED_PAYMENT',
    () => close(848_538_298),
    'submit_temREDUNDANT',
    'submit_telINSUF_FEE_P',
    'submit_badAuth',
    'submit_malformed',
    'submit_partial_xrp',
    () => submitRecorded(12),
    'submit_duplicate',
    () => close(848_538_299),
    'submit_duplicate_validated',
    'account_info',
    'account_tx_page1',
    'account_tx_page2',
    'account_tx_api2',
    'tx_api2',
    'ledger_validated_expand',
    'ledger_closed',
    'ledger_current',
    'fee',
    'server_info',
    'server_state',
    'tx_not_found',
    'ledger_not_found',
    'account_info_malformed',
    'unknown_method',
    'account_info_queue',
    'tx_searched',
    'account_lines',
    'account_objects',
    'submit_tecTOO_SOON',
    () => emulator.accept(51),
    () => fillOpenLedger(150),
    'fee_loaded',
  ];

  test('responds to every recorded request as rippled 2.2.3 did', async () => {
    for (const step of steps) {
      if (typeof step === 'string') await replay(step);
      else step();
    }
    const requested = Object.entries(recorded).filter(([, { request }]) => request !== undefined);
    expect([...seen].sort()).toEqual(requested.map(([name]) => name).sort());
  });

  test('sends subscribers what rippled 2.2.3 sent', async () => {
    const { ledger_index: last } = emulator.request('ledger_closed');
    const isLast = ({ type, ledger_index: index }: Fields) =>
      type === 'ledgerClosed' && index === last;
    await until('the last ledger is told of', async () => reported.some(isLast));
    const of = (type: string, index: number) =>
      reported.find((item) => item['type'] === type && item['ledger_index'] === index);
    const got = [reported[0], of('ledgerClosed', 3), of('transaction', 5)];
    const names = ['ws_subscribe_response', 'ws_ledgerClosed', 'ws_transaction'];
    expect(got.map((item) => comparable(item))).toEqual(
      names.map((name) => comparable(message(name))),
    );
  });

  test('creates or loses no drop except for fees', () => {
    const { state } = emulator;
    emulator.accept();
    const held = [...state.validated.values()].reduce((sum, { balance }) => sum + balance, 0n);
    expect(held).toBe(defined(state.ledgers.at(-1), 'a ledger').totalDrops);
    expect(state.validated.has(GENESIS)).toBe(true);
  });
});

describe('the emulated rippled, for rejected transactions', () => {
  const refusals = readRecording('rippled-2.2.3-refusals');
  const SENDER = 'rKXjRuJHWRpbRGM8z1au1RN1BezxWUWHRq';
  const PAYEE = 'rJv56wG16rZ23rwB1j7XPU622ZDXTRamry';
  const REFUSING = 'rwSqVmFV2fBV5mBxWKD1EUQdghav6Mgn1V';
  const LATER_SENDER = 'rGFganh1kWbPuXNsqMmQ574pYebhhVnzFk';

  /** Accounts that existed when the recording started, as it shows them. */
  const founded = [
    {
      address: SENDER,
      sequence: 3,
      txid: '418E5EEC8F73C01A124E10C0D7AFCDC4D7529F464DEF2F067CAE0A788F454330',
    },
    {
      address: PAYEE,
      sequence: 3,
      txid: 'EFC3540F84FEDE8476FA422456F4E765101DE6BFB79BC83E9D1510001DCB0767',
    },
    {
      address: REFUSING,
      sequence: 4,
      flags: DEPOSIT_AUTH,
      balance: 999_999_988n,
      ledger: 4,
      txid: '079C64B60779D684C65CB5646019E4FF1312EE3E86ADB2C0C6C13FACBD4D4BB7',
    },
  ];

  test('responds to every recorded request as rippled 2.2.3 did', async () => {
    let closeTime = 848_628_420;
    const emulator = await startEmulator({ now: () => closeTime });
    const { state } = emulator;
    const found = ({
      address,
      txid,
      ...account
    }: (typeof founded)[number] & { balance?: bigint; flags?: number; ledger?: number }) => {
      const { balance = 1_000_000_000n, flags = 0, ledger = 3, sequence } = account;
      const entry = { balance, sequence, flags, last: { txid, ledger } };
      state.open.set(address, entry);
      state.validated.set(address, { ...entry });
    };
    for (const account of founded) found(account);
    const closeUpTo = (index: number, time?: number) => () => {
      while (lastLedger(state).index < index - 1) emulator.accept();
      closeTime = time ?? closeTime;
      emulator.accept();
    };
    const steps: readonly (string | (() => void))[] = [
      closeUpTo(4),
      'account_info_deposit_auth',
      'deposit_authorized_no',
      'deposit_authorized_yes',
      'submit_tecNO_PERMISSION',
      'tx_after_submit_tecNO_PERMISSION',
      'submit_behind_tecNO_PERMISSION',
      'tx_behind_tecNO_PERMISSION',
      closeUpTo(5, 848_628_433),
      'tx_tecNO_PERMISSION_after_close',
      'tx_behind_after_close',
      closeUpTo(11),
      'tx_tecNO_PERMISSION_expired',
      'tx_behind_expired',
      'tx_tecNO_PERMISSION_expired_searched',
      'submit_tefPAST_SEQ_again',
      'tx_of_tefPAST_SEQ',
      closeUpTo(15),
      'tx_of_tefPAST_SEQ_later',
      'submit_tefMAX_LEDGER_again',
      'tx_of_tefMAX_LEDGER',
      'submit_tecUNFUNDED_again',
      'tx_of_tecUNFUNDED',
      closeUpTo(16, 848_628_444),
      'tx_of_tecUNFUNDED_after_close',
      closeUpTo(21),
      'tx_of_tecUNFUNDED_expired',
      'submit_low_fee',
      closeUpTo(22),
      () => found({ address: LATER_SENDER, sequence: 22, txid: '00'.repeat(32) }),
      'submit_fail_hard_tecNO_PERMISSION',
      'tx_fail_hard_tecNO_PERMISSION',
      'submit_fail_hard_behind_gap',
      'submit_behind_gap',
      closeUpTo(30),
      'tx_fail_hard_expired',
      'tx_behind_gap_expired',
      'tx_fail_hard_expired_searched',
      closeUpTo(230),
      'tx_fail_hard_200_ledgers_later',
      'account_info_after_failures',
    ];
    for (const step of steps) {
      if (typeof step !== 'string') step();
      else await play(emulator.url, step, defined(refusals[step], `a recorded ${step}`));
    }
    await emulator.close();
    const played = steps.filter((step) => typeof step === 'string');
    expect(played.sort()).toEqual(Object.keys(refusals).sort());
  });

  test('applies transactions behind a gap once the gap is filled', async () => {
    const emulator = await startEmulator();
    const fields = { TransactionType: 'AccountSet', Fee: '12' };
    const [first, second] = [1, 2].map((Sequence) => signed(genesisPayer, { ...fields, Sequence }));
    const submit = (blob: string) => emulator.request('submit', { tx_blob: blob })['engine_result'];
    expect(submit(defined(second, 'a transfer').blob)).toBe('terPRE_SEQ');
    emulator.accept();
    expect(submit(defined(first, 'a transfer').blob)).toBe('tesSUCCESS');
    emulator.accept();
    const { transactions } = lastLedger(emulator.state);
    expect(transactions.map(({ txid }) => txid)).toEqual([first?.txid, second?.txid]);
    await emulator.close();
  });
});
