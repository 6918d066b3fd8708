// Setup after sign-in with a link on a live instance: a passkey, or a password with one-time codes, is required first.
import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { Page } from '../../shared/ui/page.tsx';
import { NewPasskey } from './passkeys.tsx';
import { NewDevice, NewPassword, RecoveryCodes } from './password.tsx';
import { useAccountChanged } from './section.tsx';

export function SetUp() {
  const t = useTexts('account');
  const { user } = useMe();
  const changed = useAccountChanged();
  const navigate = useNavigate();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isByPassword, setByPassword] = useState(user.has_password);
  const enter = async () => {
    await changed();
    await navigate({ to: '/', replace: true });
  };
  return (
    <main style={{ marginInline: 'auto', maxWidth: '32rem', padding: '3rem 1rem' }}>
      <Page title={t.setUpTitle({ name: user.name })}>
        <Text>{t.setUpWhat}</Text>
        <Card withBorder>
          <Stack gap="md">
            <Title order={2}>{t.passkey}</Title>
            <Text c="dimmed">{t.passkeysAbout}</Text>
            <NewPasskey onMade={enter} />
          </Stack>
        </Card>
        <Card withBorder>
          <Stack gap="md">
            <Title order={2}>{t.passwordWithCodes}</Title>
            {!isByPassword && (
              <Button variant="default" onClick={() => setByPassword(true)}>
                {t.ratherPassword}
              </Button>
            )}
            {isByPassword && !user.has_password && <NewPassword onSet={changed} />}
            {isByPassword && user.has_password && (
              <>
                <Alert color="green">{t.passwordIsSet}</Alert>
                <NewDevice onMade={setCodes} />
              </>
            )}
          </Stack>
        </Card>
        {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => void enter()} />}
      </Page>
    </main>
  );
}
