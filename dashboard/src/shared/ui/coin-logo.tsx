// The logos of coins, beside amounts and in choices. Currencies of countries have none: their code is enough.
import logos from './icons.svg';
import classes from './text.module.css';

const drawn: ReadonlySet<string> = new Set([
  'BTC',
  'LTC',
  'BCH',
  'ETH',
  'XRP',
  'DOGE',
  'USDT',
  'USDC',
  'BNB',
  'POL',
  'ARB',
  'BASE',
]);

/** Networks that carry several coins. The others have one, which is badge enough. */
const badges: Readonly<Record<string, string>> = {
  ethereum: 'ETH',
  polygon: 'POL',
  bnb_smart_chain: 'BNB',
  arbitrum: 'ARB',
  base: 'BASE',
};

interface Props {
  readonly currency: string;
  /** Its logo is a small badge, unless the coin is the network's own. */
  readonly network?: string | undefined;
}

/** Wallets and nodes name the network in the code: `USDT.polygon`. */
export function CoinLogo({ currency: code, network }: Props) {
  const [currency = code, on = network ?? ''] = code.split('.');
  if (!drawn.has(currency)) return null;
  const badge = badges[on];
  const logo = (
    <svg className={classes.logo} aria-hidden="true" width="16" height="16">
      <use href={`${logos}#${currency}`} />
    </svg>
  );
  if (badge === undefined || badge === currency) return logo;
  return (
    <span className={classes.badged}>
      {logo}
      <svg aria-hidden="true" data-network={on} width="11" height="11">
        <use href={`${logos}#${badge}`} />
      </svg>
    </span>
  );
}
