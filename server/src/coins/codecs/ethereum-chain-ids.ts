// The chain ids of the Ethereum networks that are served: in payment URIs (EIP-681) and in every signature (EIP-155).
import type { Network } from '../coin.ts';

/** Ethereum, Sepolia (chainlist.org), and the chain id with which anvil and hardhat start. */
export const ethereumChainIds: Readonly<Record<Network, number>> = {
  main: 1,
  test: 11_155_111,
  regtest: 31_337,
};
