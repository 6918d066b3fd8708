// A share of a total as a bar. Both are decimal text and the browser draws the ratio, so nothing is calculated here.
import classes from './wallets.module.css';

interface Props {
  readonly label: string;
  readonly part: string;
  readonly whole: string;
}

export function Share({ label, part, whole }: Props) {
  // A total of zero is drawn as an empty bar.
  const max = /[1-9]/.test(whole) ? whole : '1';
  return <progress className={classes.share} aria-label={label} value={part} max={max} />;
}
