// What something comes to, line by line, before somebody decides: what there is, what is taken, what is left.
import { Money } from './money.tsx';
import classes from './text.module.css';

interface Line {
  readonly label: string;
  readonly money: { readonly amount: string; readonly currency: string } | null;
  /** Said where the amount is not known. */
  readonly otherwise?: string;
  /** What is left. */
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
