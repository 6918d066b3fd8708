// A page outside the navigation: the product mark above the content.
import type { ReactNode } from 'react';
import classes from './lone.module.css';
import { Page } from './page.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

export function Lone({ title, children }: Props) {
  return (
    <main className={classes.lone}>
      <div className={classes.brand}>Chaintill</div>
      <Page title={title}>{children}</Page>
    </main>
  );
}
