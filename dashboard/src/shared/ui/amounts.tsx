// A breakdown of amounts before a decision: the gross amount, the deductions, and the result.
import { Money } from './money.tsx';
import classes from './text.module.css';

interface Line {
  readonly label: string;
  readonly money: { readonly amount: string; readonly currency: string } | null;
  /** Shown where the amount is unknown. */
  readonly otherwise?: string;
  /** The result line. */
  readonly isSum?: boolean;
}

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
