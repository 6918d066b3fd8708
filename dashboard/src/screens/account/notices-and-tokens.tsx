// Email notifications, selected among those that the user's roles permit, and personal tokens with which the user's
// programs call the dashboard API.
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { people } from '../../shared/api.ts';
import type { PeopleApi, Permission } from '../../shared/api-types.ts';
import { usePermissionText } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmButton, CreateButton } from '../../shared/ui/buttons.tsx';
import { FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed, Loaded, Section } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import {
  ACCOUNT,
  noticesQuery,
  type Notices as Request,
  type Token,
  tokenList,
} from './queries.ts';

export function Tokens() {
  const t = useTexts('account');
  const [made, setMade] = useState<string>();
  const make = (
    <CreateButton label={t.makeToken} variant="default">
      {(onClose) => (
        <NewToken
          onMade={({ token }) => {
            onClose();
            setMade(token);
          }}
          onClose={onClose}
        />
      )}
    </CreateButton>
  );
  return (
    <Section title={t.tokens} about={t.tokensAbout} actions={make}>
      <ListTable label={t.tokens} list={tokenList} columns={useColumns()} empty={t.noTokens} />
      {made !== undefined && (
        <ShownOnce
          title={t.newToken}
          secrets={{ [t.theToken]: made }}
          onClose={() => setMade(undefined)}
        >
          {t.tokenWhat}
        </ShownOnce>
      )}
    </Section>
  );
}

function useColumns(): Columns<Token> {
  const t = useTexts('account');
  const mayText = usePermissionText();
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.may, cell: ({ permissions }) => mayText.list(permissions) },
    { head: t.lastUsed, time: ({ used_at: at }) => at, none: t.neverUsed },
    { head: t.until, time: ({ expires_at: at }) => at },
    {
      head: t.endLabel,
      cell: ({ id, name, revoked_at: revokedAt }) =>
        revokedAt === null ? (
          <ConfirmButton
            label={t.endButton}
            name={t.endToken({ name })}
            size="xs"
            title={t.endToken({ name })}
            action={t.endLabel}
            isDangerous
            run={() => people('me.revoke-token', { token_id: id })}
            refreshes={ACCOUNT}
          >
            {t.endTokenWhat}
          </ConfirmButton>
        ) : (
          t.ended
        ),
    },
  ];
}

interface NewProps {
  readonly onMade: (made: PeopleApi['me.create-token']['output']) => unknown;
  readonly onClose: () => void;
}

function NewToken({ onMade, onClose }: NewProps) {
  const t = useTexts('account');
  const me = useMe();
  const mayText = usePermissionText();
  const [permissions, setPermissions] = useState<readonly Permission[]>(['read']);
  const mine = new Set([...me.permissions, ...me.projects.flatMap((each) => each.permissions)]);
  const nameOf = (project: string) =>
    me.projects.find(({ id }) => id === project)?.name ?? t.everywhere;
  const { field, dialog } = useFormAction({
    initialValues: { name: '', project_id: '' },
    run: ({ name, project_id }) => {
      const may = mayText.list(permissions);
      const token = { name, permissions, ...(project_id === '' ? {} : { project_id }) };
      const confirms = t.confirmsToken({ name, may, where: nameOf(project_id) });
      return people('me.create-token', token, { confirms });
    },
    refreshes: ACCOUNT,
    onDone: onMade,
  });
  return (
    <FormDialog title={t.makeToken} isReady={permissions.length > 0} onClose={onClose} {...dialog}>
      <TextInput label={t.tokenName} required data-autofocus {...field('name')} />
      <Checkbox.Group
        label={t.may}
        value={[...permissions]}
        onChange={(chosen) => setPermissions(chosen as Permission[])}
      >
        <Group gap="sm" mt="xs">
          {[...mine].map((each) => (
            <Checkbox key={each} value={each} label={mayText.one(each)} />
          ))}
        </Group>
      </Checkbox.Group>
      <NativeSelect
        label={t.where}
        data={[
          { value: '', label: t.everywhere },
          ...me.projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...field('project_id')}
      />
    </FormDialog>
  );
}

export function Notices() {
  const t = useTexts('account').notices;
  return (
    <Section title={t.notices} about={t.noticesAbout}>
      <Loaded query={useQuery(noticesQuery)} what={t.notices}>
        {(notices) => <Choice notices={notices} />}
      </Loaded>
    </Section>
  );
}

type Kind = Request['offered'][number];

function Choice({ notices: { email, is_mail_set_up, offered, chosen } }: { notices: Request }) {
  const t = useTexts('account').notices;
  const [wanted, setWanted] = useState<readonly Kind[]>(chosen);
  const [isSaved, setSaved] = useState(false);
  const save = useAction({
    run: () => people('me.choose-notices', { kinds: [...wanted] }),
    refreshes: ACCOUNT,
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
