// The guarantees of both ports for the rippled family: always on the emulated rippled, and on a real one in stand-alone
// mode when CHAINTILL_TEST_RIPPLED_URL names its JSON-RPC port (with permission to close ledgers).
import { rippledChain } from '../../src/chains/rippled/rippled-chain.ts';
import { rippledFamily } from '../../src/chains/rippled/rippled-transfers.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { type Emulator, startEmulator } from '../support/rippled/emulator.ts';
import { payerOf } from '../support/rippled/keys.ts';
import { standAlone } from '../support/rippled/stand-alone.ts';
import { chainConformance } from './chain.ts';
import { ourWallet } from './our-wallet.ts';
import type { TransferHarness } from './transfer-harness.ts';
import { transferConformance } from './transfers.ts';

const coin = coinOf('XRP');
const network = 'regtest';
/** asfDepositAuth. */
const ASF_DEPOSIT_AUTH = 9;
/** Far above any reserve. */
const FOUNDED = 1_000_000_000n;

const looking = { payTogether: false, replace: false, sources: true, isFinal: true } as const;
const sending = {
  openAt: true,
  queuesNumbers: false,
  isFinal: true,
  failsLater: true,
  numbers: true,
  refusingPayee: true,
  remembers: true,
} as const;
const emulated = async () => makeHarness(await startEmulator());

chainConformance('emulated rippled', { ...looking, setDown: true }, emulated);
transferConformance(
  'emulated rippled',
  { ...sending, mineEmpty: true, drop: true, setDown: true, expires: true },
  emulated,
);

const external = process.env['CHAINTILL_TEST_RIPPLED_URL'];
if (external !== undefined) {
  const real = () => makeHarness({ url: external });
  chainConformance(`rippled at ${external}`, { ...looking, setDown: false }, real);
  transferConformance(
    `rippled at ${external}`,
    { ...sending, mineEmpty: false, drop: false, setDown: false },
    real,
  );
}

async function makeHarness(
  node: Pick<Emulator, 'url'> & Partial<Emulator>,
): Promise<TransferHarness> {
  const { url } = node;
  const ledger = standAlone(url);
  const wallet = ourWallet(coin, network);
  for (const { address } of [await wallet.newDestination(), await wallet.payee()]) {
    await ledger.found(address, FOUNDED);
  }
  const refusing = payerOf('sEdSJHdnVumf99WfaHTnU8DaQkx5Q4n');
  const inVain = (what: string) => async () => {
    throw new Error(`a node given by address cannot be made to ${what}`);
  };
  return {
    coin,
    network,
    ...wallet,
    open: async () => rippledChain({ network, url }),
    openSending: async () => rippledFamily({ network, url }),
    openAt(at) {
      const other = { network, url, ...at } as const;
      return { chain: rippledChain(other), sending: rippledFamily(other) };
    },
    async refusingPayee() {
      const { address } = refusing;
      const state = await ledger.request('account_info', { account: address }).catch(() => null);
      if (state === null) {
        await ledger.found(address, FOUNDED);
        await ledger.submit({ TransactionType: 'AccountSet', SetFlag: ASF_DEPOSIT_AUTH }, refusing);
        await ledger.accept();
      }
      return { address, tag: null };
    },
    pay: ({ destination, amount }) => ledger.pay(destination, amount),
    async payMany(payments) {
      const txids: string[] = [];
      for (const { destination, amount } of payments) {
        txids.push(await ledger.pay(destination, amount));
      }
      return txids;
    },
    mine: (count) => ledger.accept(count),
    mineEmpty: async (count) => node.acceptEmpty?.(count),
    drop: async () => node.dropOpenTransactions?.(),
    setDown: async (isDown) => (isDown ? node.halt?.() : node.restart?.()),
    close: async () => node.close?.(),
    payTogether: inVain('pay several at once'),
    reorganise: inVain('reorganise'),
    replace: inVain('replace'),
  };
}
