// USDT on BNB Smart Chain, issued by Binance, not Tether, against USDT that it holds elsewhere.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { bnbSmartChain } from './bnb.ts';
import usdt from './usdt.ts';

export default erc20CoinOn(usdt, {
  on: bnbSmartChain,
  decimals: 18,
  // bscscan.com, "Binance-Peg BSC-USD".
  contracts: { main: '0x55d398326f99059fF775485246999027B3197955', test: null },
});
