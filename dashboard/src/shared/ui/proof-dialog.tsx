// Asks who is there before something that moves money, makes a secret or changes rules, and says what is confirmed. It is
// in the frame of every page; requests that want a proof open it (shared/api.ts).
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useAction } from '../action.ts';
import { session } from '../api.ts';
import { defineMessages, useMessages } from '../i18n.tsx';
import { provePasskey } from '../passkey.ts';
import { currentProof, endProof, type Proof, watchProof } from '../proof.ts';
import { useMe } from '../session.ts';
import { Failed } from './failed.tsx';
import { words } from './words.ts';

export function ProofDialog() {
  const asked = useSyncExternalStore(watchProof, currentProof);
  return asked === null ? null : <Opened proof={asked} />;
}

function Opened({ proof }: { readonly proof: Proof }) {
  const t = useMessages(messages);
  const { cancel } = useMessages(words);
  const { hasPasskey, hasPassword } = useProofs();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const prove = useAction({
    run: (by: 'passkey' | 'password') =>
      by === 'passkey'
        ? provePasskey('/session/step-up/options', '/session/step-up')
        : session('POST', '/session/step-up', {
            ...(password === '' ? {} : { password }),
            ...(code === '' ? {} : { code }),
          }),
    onDone: () => endProof('done'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prove.start('password');
  };
  return (
    <Modal opened onClose={() => endProof('cancel')} title={t.title}>
      <Stack gap="md">
        <Text>{t.why}</Text>
        {proof.confirms !== null && (
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {t.confirms(proof.confirms)}
          </Text>
        )}
        {prove.isError && <Failed error={prove.error} />}
        {hasPasskey && (
          <Button onClick={() => prove.start('passkey')} loading={prove.isPending} data-autofocus>
            {t.passkey}
          </Button>
        )}
        {hasPassword && (
          <form onSubmit={submit}>
            <Stack gap="sm">
              <PasswordInput
                label={t.password}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                required
              />
              <TextInput
                label={t.code}
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={prove.isPending}>
                {t.confirm}
              </Button>
            </Stack>
          </form>
        )}
        {!hasPasskey && !hasPassword && (
          <Button onClick={() => prove.start('password')} loading={prove.isPending} data-autofocus>
            {t.yes}
          </Button>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" onClick={() => endProof('cancel')}>
            {cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Where a link suffices (the sandbox) somebody may have neither: then a click is what is asked for. */
function useProofs() {
  const { user } = useMe();
  return {
    hasPasskey: 'has_passkey' in user && user.has_passkey === true,
    hasPassword: 'has_password' in user && user.has_password === true,
  };
}

const messages = defineMessages(
  {
    title: 'Confirm that it is you',
    why: 'Some minutes have passed since you last proved who you are.',
    confirms: (what: string) => `You confirm: ${what}`,
    passkey: 'Confirm with a passkey',
    password: 'Password',
    code: 'Code of your authenticator',
    confirm: 'Confirm with the password',
    yes: 'Yes, it is me',
  },
  {
    de: {
      title: 'Bestätigen Sie, dass Sie es sind',
      why: 'Seit Sie zuletzt gezeigt haben, wer Sie sind, sind einige Minuten vergangen.',
      confirms: (what) => `Sie bestätigen: ${what}`,
      passkey: 'Mit Passkey bestätigen',
      password: 'Passwort',
      code: 'Code Ihrer Authenticator-App',
      confirm: 'Mit dem Passwort bestätigen',
      yes: 'Ja, ich bin es',
    },
    fr: {
      title: 'Confirmez que c’est bien vous',
      why: 'Quelques minutes ont passé depuis votre dernière preuve d’identité.',
      confirms: (what) => `Vous confirmez : ${what}`,
      passkey: 'Confirmer par clé d’accès',
      password: 'Mot de passe',
      code: 'Code de votre application d’authentification',
      confirm: 'Confirmer par mot de passe',
      yes: 'Oui, c’est moi',
    },
    es: {
      title: 'Confirme que es usted',
      why: 'Han pasado unos minutos desde que demostró quién es.',
      confirms: (what) => `Usted confirma: ${what}`,
      passkey: 'Confirmar con llave de acceso',
      password: 'Contraseña',
      code: 'Código de su aplicación de autenticación',
      confirm: 'Confirmar con la contraseña',
      yes: 'Sí, soy yo',
    },
  },
);
