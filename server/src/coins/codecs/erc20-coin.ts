// Makes the coin of a token (ERC-20) on a network of the evm family from the few things in which tokens differ. Used by
// the definitions of the tokens.
import { known } from '../../core/assert.ts';
import {
  type Coin,
  type ConfirmationTier,
  defineAsset,
  type LimitTexts,
  type Network,
  type NetworkDefinition,
  type RateFacts,
} from '../coin.ts';
import { chainIdOf } from './chain-id.ts';
import { parseEthereumAddress } from './ethereum-address.ts';
import { uriWith } from './payment-uri.ts';

export interface Erc20Facts {
  readonly on: NetworkDefinition;
  readonly code: string;
  readonly name: string;
  /** What `decimals()` of the contract answers. */
  readonly decimals: number;
  /** Its own on each token: nonces of its addresses are never those of ether's. Fixed for ever. */
  readonly accountPath: string;
  /** The one contract per network whose transfers are this coin (EIP-55 form); null: the operator names it. */
  readonly contracts: Readonly<Record<Network, string | null>>;
  readonly confirmationTiers: readonly ConfirmationTier[];
  readonly rates: RateFacts;
  readonly limits: Omit<LimitTexts, 'feeLoss'>;
}

/** In wei: 65,000 gas, about what a transfer of USDT uses, at 20 gwei. */
const QUIET_FEE = 1_300_000_000_000_000n;
/** Of dollars, which those on networks are so far. */
const DEMO = {
  balance: '10000',
  wallet: { pieces: 1, amount: '80000' },
  channelPayment: '50',
  payee: null,
  highRiskPayee: null,
} as const;

export function erc20Coin(facts: Erc20Facts): Coin {
  const { on, code, decimals } = facts;
  const contracts = {
    main: canonical(facts.contracts.main),
    test: canonical(facts.contracts.test),
    regtest: canonical(facts.contracts.regtest),
  };
  return defineAsset({
    on,
    code,
    kind: 'coin',
    scale: decimals,
    precision: decimals,
    payPrecision: decimals,
    name: facts.name,
    isOptional: true,
    token: {
      contracts,
      withContract: (network, contract) =>
        erc20Coin({ ...facts, contracts: { ...contracts, [network]: contract } }),
    },
    confirmationTiers: facts.confirmationTiers,
    aliases: [],
    rates: facts.rates,
    limits: { ...facts.limits, feeLoss: null },
    demo: DEMO,
    quietFee: QUIET_FEE,
    // Each deposit address is emptied by a transfer of its own; the quote is in the token already.
    smallest: { dust: 1n, spending: { part: 1n, of: 1n } },
    accountPath: () => facts.accountPath,
    // EIP-681, in base units, as plain digits for the same reason as ether's (definitions/eth.ts).
    paymentUri({ address }, amount, network) {
      const contract = known(contracts[network], `${code} has a contract on ${network}`);
      return uriWith(`ethereum:${contract}@${chainIdOf(on, network)}/transfer`, {
        address,
        uint256: amount === null ? null : amount.toString(),
      });
    },
  });
}

/** Throws on a contract whose checksum is wrong: nothing would be found there, or somebody else's. */
function canonical(contract: string | null): string | null {
  return contract === null
    ? null
    : known(parseEthereumAddress(contract), `${contract} is an address`);
}
