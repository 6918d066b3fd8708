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
  },
});
