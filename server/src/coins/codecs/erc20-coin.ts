// Makes the coin of a token on Ethereum (ERC-20) from the few things in which tokens differ. Used by the definitions
// of the tokens.
import { known } from '../../core/assert.ts';
import { type Coin, type ConfirmationTier, defineCoin, type Network } from '../coin.ts';
import { parseEthereumAddress } from './ethereum-address.ts';
import { ethereumChainIds } from './ethereum-chain-ids.ts';
import { onEthereum } from './on-ethereum.ts';
import { uriWith } from './payment-uri.ts';

export interface Erc20Facts {
  readonly code: string;
  readonly name: string;
  /** What `decimals()` of the contract answers. */
  readonly decimals: number;
  /** Its own on each token: nonces of its addresses are never those of ether's. Fixed for ever. */
  readonly accountPath: string;
  /** The one contract per network whose transfers are this coin (EIP-55 form); null: the operator names it. */
  readonly contracts: Readonly<Record<Network, string | null>>;
  readonly confirmationTiers: readonly ConfirmationTier[];
}

export function erc20Coin(facts: Erc20Facts): Coin {
  const contracts = {
    main: canonical(facts.contracts.main),
    test: canonical(facts.contracts.test),
    regtest: canonical(facts.contracts.regtest),
  };
  return defineCoin({
    ...onEthereum,
    code: facts.code,
    kind: 'coin',
    scale: facts.decimals,
    precision: facts.decimals,
    payPrecision: facts.decimals,
    // Each deposit address is emptied by a transfer of its own; the quote is in the token already.
    smallest: { dust: 1n, spending: { part: 1n, of: 1n } },
    name: facts.name,
    feeCoin: 'ETH',
    token: {
      contracts,
      withContract: (network, contract) =>
        erc20Coin({ ...facts, contracts: { ...contracts, [network]: contract } }),
    },
    confirmationTiers: facts.confirmationTiers,
    accountPath: () => facts.accountPath,
    // EIP-681, in base units, as plain digits for the same reason as ether's (definitions/eth.ts).
    paymentUri({ address }, amount, network) {
      const contract = known(contracts[network], `${facts.code} has a contract on ${network}`);
      return uriWith(`ethereum:${contract}@${ethereumChainIds[network]}/transfer`, {
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
