// A coin by name: its logo, its code, and its network.
import { networkText } from '../code-texts.ts';
import { CoinLogo } from './coin-logo.tsx';

interface CoinProps {
  /** A currency, or a coin as wallets and nodes are called: `USDT.polygon`. */
  readonly code: string;
}

export function Coin({ code }: CoinProps) {
  return (
    <strong>
      <CoinLogo currency={code} />
      {code}
    </strong>
  );
}

interface CoinOnProps {
  readonly currency: string;
  readonly network: string;
}

/** `BTC · Bitcoin` */
export function CoinOn({ currency, network }: CoinOnProps) {
  return (
    <>
      <CoinLogo currency={currency} network={network} />
      {currency} · {networkText(network)}
    </>
  );
}
