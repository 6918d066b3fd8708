// Tokens (ERC-20) on networks of the evm family.
import { defined } from '../../core/assert.ts';
import { type Currency, pow10 } from '../../core/money.ts';
import {
  type Coin,
  defineAsset,
  defineAssetOn,
  type Network,
  type NetworkDefinition,
} from '../coin.ts';
import { evmNodes } from '../nodes.ts';
import { parseEthereumAddress } from './ethereum-address.ts';
import { uriWith } from './payment-uri.ts';

interface TokenPlace {
  readonly on: NetworkDefinition;
  /** The return value of the contract's `decimals()`. */
  readonly decimals: number;
  /** Allowed return values of `symbol()` on the main network, if they differ from the asset's code. */
  readonly symbols?: readonly string[];
  /** Canonical (EIP-55). Null: the operator configures it. */
  readonly contracts: Omit<Contracts, 'regtest'> & Partial<Contracts>;
}

interface Erc20Facts extends TokenPlace {
  readonly code: string;
  readonly name: string;
  /** Different for each token, so that its addresses never share nonces with those of ether. Must never change. */
  readonly accountPath: string;
}

type Contracts = Readonly<Record<Network, string | null>>;

// All tokens so far are dollars.

/** In EUR, at the sandbox rate (rates/sandbox-prices.ts). */
const DOLLAR = '0.862069';

const LIMITS = { perTransfer: '30000', perDay: '60000' } as const;

const DEMO = {
  balance: '10000',
  wallet: { pieces: 1, amount: '80000' },
  channelPayment: '50',
  payee: null,
  highRiskPayee: null,
} as const;

/** The ledger uses the decimals of the first network. */
export function erc20Coin(erc20: Erc20Facts): Coin {
  const { code, decimals, name, accountPath } = erc20;
  const asset = { code, kind: 'coin', scale: decimals, precision: decimals } as const;
  return defineAsset({
    asset,
    name,
    rates: { sandbox: DOLLAR, symbols: { kraken: code } },
    payPrecision: decimals,
    isOptional: true,
    aliases: [],
    demo: DEMO,
    ...factsOn(asset, erc20, (contracts) => erc20Coin({ ...erc20, contracts })),
    accountPath: () => accountPath,
  });
}

/** Networks can share keys, because each counts nonces separately and signatures include the chain id. */
export function erc20CoinOn(first: Coin, place: TokenPlace): Coin {
  const { asset, accountPath } = first;
  const moved = (contracts: Contracts) => erc20CoinOn(first, { ...place, contracts });
  return defineAssetOn(first, { ...factsOn(asset, place, moved), accountPath });
}

function factsOn(
  { code, scale }: Currency,
  place: TokenPlace,
  withContracts: (contracts: Contracts) => Coin,
) {
  const { on, decimals } = place;
  const chain = evmNodes(on);
  const { confirmations, baselineFee, fees } = chain.tokens;
  if (decimals < scale)
    throw new Error(`${code} is counted finer than its contract on ${on.network} can`);
  const contracts = {
    main: canonical(place.contracts.main),
    test: canonical(place.contracts.test),
    regtest: canonical(place.contracts.regtest ?? null),
  };
  return {
    on,
    confirmationTiers: [{ upTo: null, confirmations }],
    baselineFee,
    limits: { ...LIMITS, fees, feeLoss: null },
    token: {
      contracts,
      decimals,
      symbols: place.symbols ?? [code],
      withContract: (network: Network, contract: string) =>
        withContracts({ ...contracts, [network]: contract }),
    },
    // Each deposit address is swept by its own transfer; the quote is already in the token.
    smallest: { dust: 1n, spending: { part: 1n, of: 1n } },
    // EIP-681, in the contract's units, as plain digits for the same reason as in evm-network.ts.
    paymentUri({ address }: { address: string }, amount: bigint | null, network: Network) {
      const contract = defined(contracts[network], `${code} has a contract on ${network}`);
      return uriWith(`ethereum:${contract}@${chain.chainIds[network]}/transfer`, {
        address,
        uint256: amount === null ? null : (amount * pow10(decimals - scale)).toString(),
      });
    },
  };
}

/** Throws on a wrong checksum: a mistyped address may be unused, or another contract. */
function canonical(contract: string | null): string | null {
  return contract === null
    ? null
    : defined(parseEthereumAddress(contract), `${contract} is an address`);
}
