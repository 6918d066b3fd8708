// A page outside the navigation: the product mark above one card.
import type { ReactNode } from 'react';
import { Page } from '../../shared/ui/page.tsx';
import classes from './sign-in.module.css';

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
