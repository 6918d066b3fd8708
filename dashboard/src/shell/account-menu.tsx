// The signed-in person, language and colors, and sign-out.
import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDisplaySettings } from '../shared/display-settings.ts';
import { useTexts } from '../shared/i18n.tsx';
import { signOut, useMe } from '../shared/session.ts';
import { Dialog } from '../shared/ui/dialogs.tsx';
import { DisplaySettingsChoice } from '../shared/ui/display-settings-choice.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Failed } from '../shared/ui/page.tsx';

export function AccountMenu() {
  const t = useTexts('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" px="xs" aria-label={t.account} onClick={() => setOpen(true)}>
        <Icon name="person" />
      </Button>
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title={t.account}>
          <Account onLeave={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Account({ onLeave }: { readonly onLeave: () => void }) {
  const t = useTexts('common');
  const { user } = useMe();
  const { settings, change, keep } = useDisplaySettings();
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate({ to: '/sign-in' });
    client.clear();
  };
  return (
    <Stack gap="md">
      <Text>{t.signedInAs({ name: user.name })}</Text>
      <DisplaySettingsChoice {...{ settings, change }} />
      {keep.isError && <Failed error={keep.error} />}
      <Button
        variant="default"
        renderRoot={(props: object) => <Link to="/account" onClick={onLeave} {...props} />}
      >
        {t.ownAccount}
      </Button>
      <Button variant="default" onClick={() => void leave()}>
        {t.signOut}
      </Button>
    </Stack>
  );
}
