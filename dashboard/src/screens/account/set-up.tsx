// Setup after sign-in with a link on a live instance: a passkey, or a password with one-time codes, is required first.
import { Alert, Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { Page, Section } from '../../shared/ui/page.tsx';
import { NewPasskey } from './passkeys.tsx';
import { NewDevice, NewPassword, RecoveryCodes } from './password.tsx';

export function SetUp() {
  const t = useTexts('account');
  const { user } = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isByPassword, setByPassword] = useState(user.has_password);
  const enter = async () => {
    await client.invalidateQueries({ queryKey: ['me'] });
    await navigate({ to: '/', replace: true });
  };
  return (
    <main style={{ marginInline: 'auto', maxWidth: '32rem', padding: '3rem 1rem' }}>
      <Page title={t.setUpTitle({ name: user.name })}>
        <Text>{t.setUpWhat}</Text>
        <Section title={t.passkey} about={t.passkeysAbout}>
          <NewPasskey onMade={enter} />
        </Section>
        <Section title={t.passwordWithCodes}>
          {!isByPassword && (
            <Button variant="default" onClick={() => setByPassword(true)}>
              {t.ratherPassword}
            </Button>
          )}
          {isByPassword && !user.has_password && <NewPassword />}
          {isByPassword && user.has_password && (
            <>
              <Alert color="green">{t.passwordIsSet}</Alert>
              <NewDevice onMade={setCodes} />
            </>
          )}
        </Section>
        {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => void enter()} />}
      </Page>
    </main>
  );
}
