// A password, for devices without a passkey. On a live instance it requires one-time codes.
import { Button, Code, Group, Image, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { people } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog, Dialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { Failed, Loading } from '../../shared/ui/page.tsx';
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

/** The authenticator app that is required with a password, and the recovery codes that replace it. */
export function Codes() {
  const t = useTexts('account');
  const { has_totp: hasDevice, recovery_codes: left } = useMe().user;
  const changed = useAccountChanged();
  const [open, setOpen] = useState<'add' | 'renew' | 'remove'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  const made = async (fresh: readonly string[]) => {
    setCodes(fresh);
    close();
    await changed();
  };
  const actions = hasDevice ? (
    <>
      <Button variant="default" onClick={() => setOpen('renew')}>
        {t.renewCodes}
      </Button>
      <Button variant="default" onClick={() => setOpen('remove')}>
        {t.removeAction}
      </Button>
    </>
  ) : (
    <Button variant="default" onClick={() => setOpen('add')}>
      {t.addDevice}
    </Button>
  );
  return (
    <Section
      title={t.codes}
      about={hasDevice ? t.codesLeft({ left }) : t.noCodes}
      actions={actions}
    >
      {open === 'add' && (
        <Dialog opened onClose={close} title={t.addDevice}>
          <NewDevice onMade={made} />
        </Dialog>
      )}
      {open === 'renew' && (
        <ConfirmDialog
          title={t.renewCodes}
          action={t.renewCodes}
          run={async () =>
            made(
              (await people('me.recovery-codes', {}, { confirms: t.confirmsCodes })).recovery_codes,
            )
          }
          onClose={close}
        >
          {t.renewWhat}
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={t.removeDevice}
          action={t.removeDevice}
          isDangerous
          run={async () => {
            await people('me.remove-totp', {}, { confirms: t.confirmsRemoveDevice });
            await changed();
          }}
          onClose={close}
        >
          {t.removeDeviceWhat}
        </ConfirmDialog>
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  );
}

interface CodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function RecoveryCodes({ codes, onClose }: CodesProps) {
  const t = useTexts('account');
  return (
    <ShownOnce
      title={t.recoveryCodes}
      secrets={{ [t.theCodes]: codes.join('\n') }}
      onClose={onClose}
    >
      {t.recoveryWhat}
    </ShownOnce>
  );
}

/** Also used after an invitation. The recovery codes are issued with it. */
export function NewDevice({ onMade }: { readonly onMade: (codes: readonly string[]) => unknown }) {
  const t = useTexts('account');
  const requested = useQuery({
    queryKey: ['own', 'new-device'],
    queryFn: () => people('me.totp-options', {}, { confirms: t.confirmsDevice }),
    meta: { requiresStepUp: true },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [code, setCode] = useState('');
  const add = useAction({
    run: (challenge_id: string) =>
      people('me.add-totp', { challenge_id, code: code.trim() }, { confirms: t.confirmsDevice }),
    onDone: ({ recovery_codes: codes }) => onMade(codes),
  });
  if (requested.isPending) return <Loading what={t.addDevice} />;
  if (requested.isError)
    return <Failed error={requested.error} onRetry={() => void requested.refetch()} />;
  const { challenge_id, secret, qr_svg: picture } = requested.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.start(challenge_id);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{t.scan}</Text>
        <Image
          src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
          alt={t.qr}
          w={200}
          h={200}
          bg="white"
          mx="auto"
        />
        <Text>{t.orType}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <TextInput
          label={t.codeShown}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          required
        />
        {add.isError && <Failed error={add.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            {t.confirmDevice}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
