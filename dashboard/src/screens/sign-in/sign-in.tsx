// Sign-in: with a passkey, or with email, password and, if required, a one-time code.
import { Button, Divider, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError, people } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { answerByPasskey } from '../../shared/passkey.ts';
import { signInMethods } from '../../shared/session.ts';
import { ActionButton } from '../../shared/ui/buttons.tsx';
import { Lone } from '../../shared/ui/lone.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { useEnter } from './enter.ts';
import { goToProvider } from './sso.tsx';

const route = getRouteApi('/sign-in');

export function SignIn() {
  const t = useTexts('sign-in');
  const { next } = route.useSearch();
  const enter = useEnter();
  const form = useForm({ initialValues: { email: '', password: '', code: '' } });
  const passkey = useAction({
    run: async () =>
      people('session.passkey', await answerByPasskey(await people('session.passkey-options', {}))),
    onDone: () => enter(next),
  });
  const password = useAction({
    run: ({ code, ...values }: typeof form.values) =>
      people('session.password', { ...values, ...(code === '' ? {} : { code }) }),
    onDone: () => enter(next),
  });
  const methods = useQuery(signInMethods);
  const provider = useAction({ run: () => goToProvider(next), onDone: () => undefined });
  const wantsCode = password.error instanceof ApiError && password.error.code === 'otp_required';
  return (
    <Lone title={t.title}>
      <Paper withBorder p="lg">
        <Stack gap="md">
          <ActionButton work={passkey} variant="filled">
            {t.passkey}
          </ActionButton>
          {passkey.isError && <Failed error={passkey.error} />}
          {methods.data !== undefined && methods.data.sso !== null && (
            <ActionButton work={provider}>{t.bySso({ name: methods.data.sso })}</ActionButton>
          )}
          {provider.isError && <Failed error={provider.error} />}
          <Divider label={t.or} />
          <form onSubmit={form.onSubmit((values) => password.start(values))}>
            <Stack gap="sm">
              <TextInput
                label={t.email}
                autoComplete="username webauthn"
                required
                {...form.getInputProps('email')}
              />
              <PasswordInput
                label={t.password}
                autoComplete="current-password"
                required
                {...form.getInputProps('password')}
              />
              {(wantsCode || form.values.code !== '') && (
                <TextInput
                  label={t.code}
                  autoComplete="one-time-code"
                  required
                  autoFocus
                  {...form.getInputProps('code')}
                />
              )}
              {password.isError && !wantsCode && <Failed error={password.error} />}
              <Button type="submit" variant="default" loading={password.isPending}>
                {t.signIn}
              </Button>
            </Stack>
          </form>
        </Stack>
      </Paper>
      <Text size="sm" c="dimmed">
        {t.help}
      </Text>
    </Lone>
  );
}
