// A password, for devices without a passkey. On a live instance it requires one-time codes.
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { people } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog, Dialog } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { Section, useAccountChanged } from './section.tsx';

export function Password() {
  const t = useTexts('account');
  const { has_password: hasPassword } = useMe().user;
  const changed = useAccountChanged();
  const [open, setOpen] = useState<'set' | 'remove'>();
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <Button variant="default" onClick={() => setOpen('set')}>
        {hasPassword ? t.changePassword : t.setPassword}
      </Button>
      {hasPassword && (
        <Button variant="default" onClick={() => setOpen('remove')}>
          {t.removeAction}
        </Button>
      )}
    </>
  );
  return (
    <Section
      title={t.password}
      about={hasPassword ? t.passwordIsSet : t.noPassword}
      actions={actions}
    >
      {open === 'set' && (
        <Dialog opened onClose={close} title={t.setPassword}>
          <NewPassword
            onSet={async () => {
              close();
              await changed();
            }}
          />
        </Dialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={t.removePassword}
          action={t.removePassword}
          isDangerous
          run={async () => {
            await people('me.remove-password', {}, { confirms: t.confirmsRemovePassword });
            await changed();
          }}
          onClose={close}
        >
          {t.removePasswordWhat}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Also used after an invitation. */
export function NewPassword({ onSet }: { readonly onSet: () => unknown }) {
  const t = useTexts('account');
  const form = useForm({
    initialValues: { password: '', again: '' },
    validate: { again: (again, { password }) => (again === password ? null : t.notTheSame) },
  });
  const set = useAction({
    run: ({ password }: typeof form.values) =>
      people('me.set-password', { password }, { confirms: t.confirmsPassword }),
    onDone: onSet,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => set.start(values))}>
      <Stack gap="md">
        <PasswordInput
          label={t.password}
          description={t.passwordHint}
          autoComplete="new-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t.again}
          autoComplete="new-password"
          required
          {...form.getInputProps('again')}
        />
        {set.isError && <Failed error={set.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={set.isPending}>
            {t.setPassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
