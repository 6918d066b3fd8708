// Circle's dollar on Arbitrum One, issued there by Circle (not the bridged USDC.e).
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { arbitrum } from './arbitrum.ts';
import usdc from './usdc.ts';

export default erc20CoinOn(usdc, {
  on: arbitrum,
  decimals: 6,
  contracts: {
    // developers.circle.com, "USDC contract addresses".
    main: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    test: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
  },
});
