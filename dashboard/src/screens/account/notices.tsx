// Email notifications: selected among those that the user's roles permit.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { people } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { Failed, Loading } from '../../shared/ui/page.tsx';
import { noticesQuery, type Notices as Request } from './queries.ts';
import { Section, useAccountChanged } from './section.tsx';

export function Notices() {
  const t = useTexts('account').notices;
  const requested = useQuery(noticesQuery);
  return (
    <Section title={t.notices} about={t.noticesAbout}>
      {requested.isPending && <Loading what={t.notices} />}
      {requested.isError && (
        <Failed error={requested.error} onRetry={() => void requested.refetch()} />
      )}
      {requested.isSuccess && <Choice notices={requested.data} />}
    </Section>
  );
}

type Kind = Request['offered'][number];

function Choice({ notices: { email, is_mail_set_up, offered, chosen } }: { notices: Request }) {
  const t = useTexts('account').notices;
  const changed = useAccountChanged();
  const [wanted, setWanted] = useState<readonly Kind[]>(chosen);
  const [isSaved, setSaved] = useState(false);
  const save = useAction({
    run: async () => {
      await people('me.choose-notices', { kinds: [...wanted] });
      await changed();
    },
    onDone: () => setSaved(true),
  });
  const isSame = wanted.length === chosen.length && wanted.every((kind) => chosen.includes(kind));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.start(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {email === null && <Text>{t.noEmail}</Text>}
        {!is_mail_set_up && <Text>{t.noServer}</Text>}
        <Checkbox.Group
          label={t.tellMe}
          value={[...wanted]}
          onChange={(values) => setWanted(offered.filter((kind) => values.includes(kind)))}
        >
          <Stack gap="xs" mt="xs">
            {offered.map((kind) => (
              <Checkbox key={kind} value={kind} label={t[kind]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {save.isError && <Failed error={save.error} />}
        <Group>
          <Button type="submit" variant="default" disabled={isSame} loading={save.isPending}>
            {t.save}
          </Button>
          <Text role="status">{isSaved && isSame ? t.saved : ''}</Text>
        </Group>
      </Stack>
    </form>
  );
}
