// Rates, and breakdowns of amounts, which only decisions and details show.
import { useLanguage } from '../i18n.tsx';
import classes from './text.module.css';
import { Money, moneyText } from './values.tsx';

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

interface Line {
  readonly label: string;
  readonly money: { readonly amount: string; readonly currency: string } | null;
  /** Shown where the amount is unknown. */
  readonly otherwise?: string;
  readonly isSum?: boolean;
}

/** A breakdown of amounts before a decision: the gross amount, the deductions, and the result. */
export function Amounts({
  label,
  lines,
}: {
  readonly label: string;
  readonly lines: readonly Line[];
}) {
  return (
    <dl className={classes.amounts} aria-label={label}>
      {lines.map(({ label: name, money, otherwise = '–', isSum = false }) => (
        <div key={name} data-sum={isSum}>
          <dt>{name}</dt>
          <dd>
            {money === null ? otherwise : <Money amount={money.amount} currency={money.currency} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
