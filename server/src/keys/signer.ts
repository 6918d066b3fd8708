// The Signer port: who holds the private keys. It is given a plan and answers signed bytes; keys never leave
// it. This implementation lives in the process and opens the sealed seed when it first signs a coin.
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { SignedTransfer, SignTransfer, TransferPlan } from '../chains/transfers.ts';
import { extendedKeyVersions } from '../coins/codecs/extended-key-versions.ts';
import type { Coin, Network } from '../coins/coin.ts';
import { known } from '../core/assert.ts';

export interface SigningRequest {
  readonly plan: TransferPlan;
  /** The index of each address that the plan spends from, in its coin's account. */
  readonly indexes: ReadonlyMap<string, number>;
}

export interface Signer {
  /** The signed bytes; the same for the same plan, however often it is asked. */
  sign(request: SigningRequest): Promise<SignedTransfer>;
}

export interface InProcessSignerOptions {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly network: Network;
  /** How the transfers of each coin are signed. */
  readonly families: ReadonlyMap<string, SignTransfer>;
  /** The 24 words. Asked for once per coin, when it first signs. */
  openMnemonic(): Promise<string>;
}

/** Receiving addresses are children of chain 0 (BIP-44); change goes to such addresses too. */
const EXTERNAL_CHAIN = 0;

export function inProcessSigner(options: InProcessSignerOptions): Signer {
  const accounts = new Map<string, Promise<HDKey>>();
  return {
    async sign({ plan, indexes }) {
      const coin = known(options.coins.get(plan.coin), `${plan.coin} is registered`);
      const signTransfer = known(options.families.get(plan.coin), `${plan.coin} can be signed`);
      const account = accounts.get(coin.code) ?? openAccount(options, coin);
      accounts.set(coin.code, account);
      // A seed that could not be opened is asked for again.
      account.catch(() => accounts.delete(coin.code));
      const opened = await account;
      return signTransfer(plan, (address) =>
        keyOf({ account: opened, coin, network: options.network }, address, indexes.get(address)),
      );
    },
  };
}

async function openAccount(options: InProcessSignerOptions, coin: Coin): Promise<HDKey> {
  const mnemonic = await options.openMnemonic();
  if (!validateMnemonic(mnemonic, wordlist)) throw new Error('not a BIP-39 mnemonic');
  const versions = extendedKeyVersions(options.network);
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic), versions);
  return master.derive(coin.accountPath(options.network));
}

interface Account {
  readonly account: HDKey;
  readonly coin: Coin;
  readonly network: Network;
}

/** The private key of an address, which must be the one at its index: a wrong row must not sign. */
function keyOf(
  { account, coin, network }: Account,
  address: string,
  index: number | undefined,
): Uint8Array {
  const place = known(index, `an index of ${address}`);
  if (coin.deriveAddress(account.publicExtendedKey, place, network) !== address) {
    throw new Error(`${address} is not the ${coin.code} address number ${place}`);
  }
  // XRP has one account, whatever the index of the tag (coins/definitions/xrp.ts).
  const child = coin.destinationTag === null ? place : 0;
  const key = account.deriveChild(EXTERNAL_CHAIN).deriveChild(child);
  return known(key.privateKey, 'a derived key is private');
}
