// A part of a whole as a bar. Both are decimal text, which the browser draws: nothing is calculated here.
import classes from './wallets.module.css';

interface Props {
  readonly label: string;
  readonly part: string;
  readonly whole: string;
}

export function Share({ label, part, whole }: Props) {
  // A bar of nothing is drawn empty.
  const max = /[1-9]/.test(whole) ? whole : '1';
  return <progress className={classes.share} aria-label={label} value={part} max={max} />;
}
