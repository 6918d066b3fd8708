// Circle's dollar on Base, issued there by Circle (not the bridged USDbC).
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { base } from './base.ts';
import usdc from './usdc.ts';

export default erc20CoinOn(usdc, {
  on: base,
  decimals: 6,
  contracts: {
    // developers.circle.com, "USDC contract addresses".
    main: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    test: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    regtest: null,
  },
  // Same as ether on Base.
  confirmationTiers: [{ upTo: null, confirmations: 30 }],
  // 65,000 gas at a hundredth of a gwei, and the same again for data.
  baselineFee: 1_300_000_000_000n,
  limits: {
    perTransfer: '30000',
    perDay: '60000',
    fees: { perTransfer: '0.006', perDay: '0.5', free: '0.003' },
  },
});
