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
]);

export function CoinLogo({ currency }: { readonly currency: string }) {
  if (!drawn.has(currency)) return null;
  return (
    <svg className={classes.logo} aria-hidden="true" width="16" height="16">
      <use href={`${logos}#${currency}`} />
    </svg>
  );
}
