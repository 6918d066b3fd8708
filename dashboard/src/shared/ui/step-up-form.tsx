// Shows what is confirmed and collects the step-up: a passkey, a password with a one-time code, or in the sandbox a
// click.
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { people } from '../api.ts';
import { useAction } from '../errors.ts';
import { useTexts } from '../i18n.tsx';
import { answerByPasskey } from '../passkey.ts';
import { endStepUp, type StepUpRequest } from '../step-up.ts';
import { Dialog } from './dialogs.tsx';
import { Failed, Loading } from './page.tsx';
import classes from './text.module.css';

export function StepUpForm({ request }: { readonly request: StepUpRequest }) {
  const t = useTexts('common');
  const methods = useQuery(stepUpMethods);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const confirm = useAction({
    run: async (by: 'passkey' | 'password' | 'nothing') => {
      if (by === 'nothing') return people('session.step-up', {});
      if (by === 'password') return people('session.step-up', { password, ...codeIn(code) });
      // A challenge is valid for one response.
      const { passkey } = await people('session.step-up-options', {});
      if (passkey === null) throw new Error('there was a passkey');
      return people('session.step-up', await answerByPasskey(passkey));
    },
    onDone: () => endStepUp('done'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.start('password');
  };
  return (
    <Dialog opened closeOnEscape onClose={() => endStepUp('cancel')} title={t.stepUpTitle}>
      <Stack gap="md">
        <Text>{t.stepUpReason}</Text>
        {request.confirms !== null && <Confirmed what={request.confirms} />}
        {methods.isPending && <Loading what={t.stepUpTitle} />}
        {methods.isError && <Failed error={methods.error} onRetry={() => void methods.refetch()} />}
        {confirm.isError && <Failed error={confirm.error} />}
        {methods.data?.passkey != null && (
          <Button
            onClick={() => confirm.start('passkey')}
            loading={confirm.isPending}
            data-autofocus
          >
            {t.confirmWithPasskey}
          </Button>
        )}
        {methods.data?.password === true && (
          <form onSubmit={submit}>
            <Stack gap="sm">
              <PasswordInput
                label={t.password}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                required
              />
              {methods.data.code && (
                <TextInput
                  label={t.authenticatorCode}
                  autoComplete="one-time-code"
                  value={code}
                  onChange={(event) => setCode(event.currentTarget.value)}
                  required
                />
              )}
              <Button type="submit" variant="default" loading={confirm.isPending}>
                {t.confirmWithPassword}
              </Button>
            </Stack>
          </form>
        )}
        {methods.data?.nothing === true && (
          <Button
            onClick={() => confirm.start('nothing')}
            loading={confirm.isPending}
            data-autofocus
          >
            {t.confirmIdentity}
          </Button>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" onClick={() => endStepUp('cancel')}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Shows it on one line, or as several lines below a summary. */
function Confirmed({ what }: { readonly what: string }) {
  const t = useTexts('common');
  const [head = '', ...lines] = what.split('\n');
  return (
    <>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {t.stepUpConfirms({ what: head })}
      </Text>
      {lines.length > 0 && (
        <Text size="sm" tabIndex={0} className={classes.lines ?? ''}>
          {lines.join('\n')}
        </Text>
      )}
    </>
  );
}

/** In the sandbox, a person may have no method: a click is then enough. */
const stepUpMethods = queryOptions({
  queryKey: ['me', 'proofs'],
  queryFn: () => people('session.step-up-options', {}),
  staleTime: 0,
  gcTime: 0,
});

const codeIn = (code: string) => (code.trim() === '' ? {} : { code: code.trim() });
