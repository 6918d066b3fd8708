// Sign-in by link. The token is in the fragment (`#`), so it is in no server log, and it is removed from the URL
// immediately. The page requires a click, so that email scanners that open links do not consume the token, and nobody
// is signed out unintentionally.
import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { people } from '../../shared/api.ts';
import type { PeopleApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { ActionButton } from '../../shared/ui/buttons.tsx';
import { Lone } from '../../shared/ui/lone.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { When } from '../../shared/ui/values.tsx';
import { useEnter } from './enter.ts';

export function Welcome() {
  const t = useTexts('sign-in');
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const take = () => {
      const { hash, pathname } = window.location;
      if (hash !== '') setToken(hash.slice(1));
      window.history.replaceState(window.history.state, '', pathname);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => people('session.show-link', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: token !== '',
  });
  return (
    <Lone title={t.welcome}>
      {link.data !== undefined && <Confirm token={token} link={link.data} />}
      {token === '' && <OtherSignInMethods>{t.openAgain}</OtherSignInMethods>}
      {link.isError && (
        <OtherSignInMethods>
          {t.badLink}
          <Failed error={link.error} />
        </OtherSignInMethods>
      )}
    </Lone>
  );
}

interface ConfirmProps {
  readonly token: string;
  readonly link: PeopleApi['session.show-link']['output'];
}

function Confirm({ token, link: { name, expires_at, signed_in_as: present } }: ConfirmProps) {
  const t = useTexts('sign-in');
  const enter = useEnter();
  const redeem = useAction({
    run: () => people('session.link', { token }),
    onDone: () => enter(),
  });
  return (
    <Stack gap="md">
      <Text>
        {t.linkOf({ name })} <When at={expires_at} />.
      </Text>
      {present !== null && (
        <Text>{present === name ? t.alreadyIn({ name }) : t.replaces({ name: present })}</Text>
      )}
      <ActionButton work={redeem} variant="filled">
        {t.signInAs({ name })}
      </ActionButton>
      {redeem.isError && <Failed error={redeem.error} />}
      {present !== null && (
        <Anchor component={Link} to="/">
          {t.stayIn({ name: present })}
        </Anchor>
      )}
    </Stack>
  );
}

function OtherSignInMethods({ children }: { readonly children: ReactNode }) {
  const t = useTexts('sign-in');
  return (
    <>
      <Text component="div">{children}</Text>
      <Anchor component={Link} to="/sign-in">
        {t.otherWays}
      </Anchor>
    </>
  );
}
