// "I paid, but nothing happened": looks up a transaction, an address or a payment link, and says what it is.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { Loaded, Page, Section } from '../../shared/ui/page.tsx';
import { Verdict } from './answer.tsx';
import { foundPayment } from './queries.ts';

const TEXT_LENGTH_MAX = 1000;

/** In a project, or for people of the instance in all projects. */
export function FindPayment() {
  const t = useTexts('support');
  const { project } = useParams({ strict: false });
  const { text = '' }: { readonly text?: string } = useSearch({ strict: false });
  const query = useQuery(foundPayment(project, text));
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pasted = String(new FormData(event.currentTarget).get('text')).trim();
    if (pasted === text) void query.refetch();
    else void navigate({ to: '.', search: { text: pasted } });
  };
  return (
    <Page title={t.title}>
      <Section title={t.pasted} about={t.about}>
        <form onSubmit={submit}>
          <Group gap="sm" align="flex-end">
            <TextInput
              key={text}
              name="text"
              aria-label={t.pasted}
              defaultValue={text}
              maxLength={TEXT_LENGTH_MAX}
              style={{ flex: '1 1 18rem' }}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              required
            />
            <Button type="submit">{t.find}</Button>
          </Group>
        </form>
      </Section>
      {text !== '' && (
        <Loaded query={query} what={t.answer}>
          {(answer) => (
            <Stack gap="md" aria-live="polite">
              <Verdict answer={answer} onRetry={() => void query.refetch()} />
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  );
}
