// Signing in by a link, whose token is behind the `#`: it is in no log of a server, and gone from the address at once.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAction } from '../../shared/action.ts';
import { people } from '../../shared/api.ts';
import { useMessages } from '../../shared/i18n.tsx';
import { Failed } from '../../shared/ui/failed.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { useEnter } from './enter.ts';
import { signInWords } from './messages.ts';
import classes from './sign-in.module.css';

export function Welcome() {
  const t = useMessages(signInWords);
  const enter = useEnter();
  const link = useAction({
    run: (token: string) => people('session.link', { token }),
    onDone: () => enter(),
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const token = window.location.hash.slice(1);
    window.history.replaceState(window.history.state, '', window.location.pathname);
    link.start(token);
  });
  return (
    <main className={classes.lone}>
      <Page title={t.welcome}>
        {!link.isError && <Text role="status">{t.signingIn}</Text>}
        {link.isError && (
          <>
            <Text>{t.badLink}</Text>
            <Failed error={link.error} />
            <Anchor component={Link} to="/sign-in">
              {t.otherWays}
            </Anchor>
          </>
        )}
      </Page>
    </main>
  );
}
