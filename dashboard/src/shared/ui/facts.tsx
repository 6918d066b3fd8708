// The details of one object: names and values, side by side where there is space.
import type { ReactNode } from 'react';
import classes from './text.module.css';

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface Props {
  readonly name: string;
  /** Null: omitted. */
  readonly children: ReactNode;
}

export function Fact({ name, children }: Props) {
  if (children === null) return null;
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
