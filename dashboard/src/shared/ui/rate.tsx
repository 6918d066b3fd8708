// An exchange rate: the price of one unit of the coin.
import { useLanguage } from '../i18n.tsx';
import { moneyText } from './money.tsx';
import classes from './text.module.css';

interface Props {
  /** From the service: `BTCEUR`, and the EUR price of one BTC. */
  readonly exchange: { readonly pair: string; readonly rate: string };
  /** The currencies of both sides, in any order, from which the pair is composed. */
  readonly between: readonly string[];
}

export function Rate({ exchange: { pair, rate }, between }: Props) {
  const { locale } = useLanguage();
  const base = between.find((currency) => pair.startsWith(currency)) ?? pair;
  const price = moneyText(locale, { amount: rate, currency: pair.slice(base.length) });
  return <span className={classes.money}>{`1 ${base} = ${price}`}</span>;
}
