// At which rate something was or would be exchanged: what one of the coin comes to.
import { useLanguage } from '../i18n.tsx';
import { moneyText } from './money.tsx';
import classes from './text.module.css';

interface Props {
  /** As the service gives it: `BTCEUR`, and how many EUR one BTC is. */
  readonly exchange: { readonly pair: string; readonly rate: string };
  /** The currencies of both sides, in any order: the pair is made of them. */
  readonly between: readonly string[];
}

export function Rate({ exchange: { pair, rate }, between }: Props) {
  const { locale } = useLanguage();
  const base = between.find((currency) => pair.startsWith(currency)) ?? pair;
  const price = moneyText(locale, { amount: rate, currency: pair.slice(base.length) });
  return <span className={classes.money}>{`1 ${base} = ${price}`}</span>;
}
