// Circle's dollar on Polygon, issued there by Circle (not the bridged USDC.e).
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { polygon } from './polygon.ts';
import usdc from './usdc.ts';

export default erc20CoinOn(usdc, {
  on: polygon,
  decimals: 6,
  contracts: {
    // developers.circle.com, "USDC contract addresses".
    main: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    test: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
  },
});
