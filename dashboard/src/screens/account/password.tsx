// A password, for devices without a passkey. On a live instance it requires one-time codes.
import { Code, Image, PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { people } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { Dialog, ShownOnce, SubmitForm } from '../../shared/ui/dialogs.tsx';
import { Failed, Loading, Section } from '../../shared/ui/page.tsx';
import { ACCOUNT } from './queries.ts';

export function Password() {
  const t = useTexts('account');
  const { has_password: hasPassword } = useMe().user;
  const actions = (
    <>
      <DialogButton label={hasPassword ? t.changePassword : t.setPassword}>
        {(onClose) => (
          <Dialog opened onClose={onClose} title={t.setPassword}>
            <NewPassword onSet={onClose} />
          </Dialog>
        )}
      </DialogButton>
      {hasPassword && (
        <ConfirmButton
          label={t.removeAction}
          title={t.removePassword}
          isDangerous
          run={() => people('me.remove-password', {}, { confirms: t.confirmsRemovePassword })}
          refreshes={ACCOUNT}
        >
          {t.removePasswordWhat}
        </ConfirmButton>
      )}
    </>
  );
  return (
    <Section
      title={t.password}
      about={hasPassword ? t.passwordIsSet : t.noPassword}
      actions={actions}
    />
  );
}

/** Also used after an invitation. */
export function NewPassword({ onSet }: { readonly onSet?: () => unknown }) {
  const t = useTexts('account');
  const { field, dialog } = useFormAction({
    initialValues: { password: '', again: '' },
    validate: { again: (again, { password }) => (again === password ? null : t.notTheSame) },
    run: ({ password }) =>
      people('me.set-password', { password }, { confirms: t.confirmsPassword }),
    refreshes: ACCOUNT,
    onDone: () => onSet?.(),
  });
  return (
    <SubmitForm action={t.setPassword} {...dialog}>
      <PasswordInput
        label={t.password}
        description={t.passwordHint}
        autoComplete="new-password"
        required
        data-autofocus
        {...field('password')}
      />
      <PasswordInput label={t.again} autoComplete="new-password" required {...field('again')} />
    </SubmitForm>
  );
}

/** The authenticator app that is required with a password, and the recovery codes that replace it. */
export function Codes() {
  const t = useTexts('account');
  const { has_totp: hasDevice, recovery_codes: left } = useMe().user;
  const [codes, setCodes] = useState<readonly string[]>();
  const client = useQueryClient();
  // Shown before the refetch, which must not ask for another device.
  const made = (fresh: readonly string[]) => {
    setCodes(fresh);
    for (const queryKey of ACCOUNT) void client.invalidateQueries({ queryKey });
  };
  const actions = hasDevice ? (
    <>
      <ConfirmButton
        label={t.renewCodes}
        title={t.renewCodes}
        run={async () => {
          const confirmed = { confirms: t.confirmsCodes };
          made((await people('me.recovery-codes', {}, confirmed)).recovery_codes);
        }}
      >
        {t.renewWhat}
      </ConfirmButton>
      <ConfirmButton
        label={t.removeAction}
        title={t.removeDevice}
        isDangerous
        run={() => people('me.remove-totp', {}, { confirms: t.confirmsRemoveDevice })}
        refreshes={ACCOUNT}
      >
        {t.removeDeviceWhat}
      </ConfirmButton>
    </>
  ) : (
    <DialogButton label={t.addDevice}>
      {(onClose) => (
        <Dialog opened onClose={onClose} title={t.addDevice}>
          <NewDevice
            onMade={(fresh) => {
              onClose();
              made(fresh);
            }}
          />
        </Dialog>
      )}
    </DialogButton>
  );
  return (
    <Section
      title={t.codes}
      about={hasDevice ? t.codesLeft({ left }) : t.noCodes}
      actions={actions}
    >
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
  return (
    <SubmitForm action={t.confirmDevice} work={add} onSubmit={() => add.start(challenge_id)}>
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
    </SubmitForm>
  );
}
