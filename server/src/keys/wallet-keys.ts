// The keys of one seed. A key signs for an address only when the address really belongs to its index in the account,
// so a wrong row cannot cause a signature.
import type { HDKey } from '@scure/bip32';
import type { SignedTransfer, SignTransfer, TransferPlan } from '../chains/transfers.ts';
import { placeOf } from '../coins/codecs/receiving-key.ts';
import type { Coin, Network } from '../coins/coin.ts';
import { coinsOnSameAddresses } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';
import { openMaster } from './seed.ts';
import type { SigningRequest } from './signer.ts';

export interface WalletKeysOptions {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly network: Network;
  readonly families: ReadonlyMap<string, SignTransfer>;
  /** The 24 words. Called once per coin, when the coin first signs. */
  openMnemonic(): Promise<string>;
}

export interface WalletKeys {
  feeCoinOf(plan: TransferPlan): string;
  /** The plan's output addresses that are ours: of the same coin, or of another coin with the same addresses. */
  ownAmong(request: SigningRequest): Promise<ReadonlySet<string>>;
  /** Signs without further checks. Throws when an input is not ours. */
  sign(request: SigningRequest): Promise<SignedTransfer>;
}

export function walletKeys(options: WalletKeysOptions): WalletKeys {
  const accounts = new Map<string, Promise<HDKey>>();
  const open = async (code: string): Promise<Account> => {
    const coin = defined(options.coins.get(code), `${code} is registered`);
    const opened = accounts.get(code) ?? openAccount(options, coin);
    accounts.set(code, opened);
    // After a failure to open the seed, the next call retries.
    opened.catch(() => accounts.delete(code));
    return { key: await opened, coin, network: options.network };
  };
  const accountsOf = (coin: string) => Promise.all(coinsWithKeys(options, coin).map(open));
  return {
    feeCoinOf: ({ coin }) => defined(options.coins.get(coin), `${coin} is registered`).feeCoin,
    async ownAmong({ plan, indexes }) {
      const paid = plan.outputs.map((output) => output.address);
      const own = new Set<string>();
      for (const account of await accountsOf(plan.coin)) {
        for (const address of paid)
          if (isOwn(account, address, indexes.get(address))) own.add(address);
      }
      return own;
    },
    async sign({ plan, indexes }) {
      const accounts = await accountsOf(plan.coin);
      const sign = defined(options.families.get(plan.coin), `${plan.coin} can be signed`);
      return sign(plan, (address) => privateKeyOf(accounts, address, indexes.get(address)));
    },
  };
}

/** The coin, and the coins with the same addresses: one for each account of the seed. */
function coinsWithKeys({ coins, network }: WalletKeysOptions, code: string): string[] {
  const coin = defined(coins.get(code), `${code} is registered`);
  const paths = new Map([[coin.accountPath(network), code]]);
  for (const other of coinsOnSameAddresses(coin, coins)) {
    const path = defined(coins.get(other), other).accountPath(network);
    if (!paths.has(path)) paths.set(path, other);
  }
  return [...paths.values()];
}

interface Account {
  readonly key: HDKey;
  readonly coin: Coin;
  readonly network: Network;
}

async function openAccount(options: WalletKeysOptions, coin: Coin): Promise<HDKey> {
  const master = await openMaster(await options.openMnemonic(), options.network);
  return master.derive(coin.accountPath(options.network));
}

function isOwn({ key, coin, network }: Account, address: string, index?: number): boolean {
  return (
    index !== undefined && coin.deriveAddress(key.publicExtendedKey, index, network) === address
  );
}

function privateKeyOf(accounts: readonly Account[], address: string, index?: number): Uint8Array {
  const place = defined(index, `an index of ${address}`);
  const account = accounts.find((one) => isOwn(one, address, place));
  if (account === undefined) {
    throw new Error(`${address} is not the ${accounts[0]?.coin.code} address number ${place}`);
  }
  const { key, coin } = account;
  // XRP has one account, regardless of the tag's index (coins/definitions/xrp.ts). Change also goes to receiving
  // addresses.
  const { chain, index: child } = placeOf(coin.destinationTag === null ? place : 0);
  const { privateKey } = key.deriveChild(chain).deriveChild(child);
  return defined(privateKey, 'a derived key is private');
}
