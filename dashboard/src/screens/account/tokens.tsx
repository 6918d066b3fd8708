// Personal tokens with which the user's programs call the dashboard API.
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { people } from '../../shared/api.ts';
import type { PeopleApi, Permission } from '../../shared/api-types.ts';
import { usePermissionText } from '../../shared/code-texts.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog, Dialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { type Token, tokenList } from './queries.ts';
import { Section, useAccountChanged } from './section.tsx';

export function Tokens() {
  const t = useTexts('account');
  const changed = useAccountChanged();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [ending, setEnding] = useState<Token>();
  const make = (
    <Button leftSection={<Icon name="plus" />} variant="default" onClick={() => setMaking(true)}>
      {t.makeToken}
    </Button>
  );
  return (
    <Section title={t.tokens} about={t.tokensAbout} actions={make}>
      <ListTable
        label={t.tokens}
        list={tokenList}
        columns={useColumns(setEnding)}
        empty={t.noTokens}
      />
      {isMaking && (
        <NewToken
          onMade={async ({ token }) => {
            setMaking(false);
            setMade(token);
            await changed();
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== undefined && (
        <ShownOnce
          title={t.newToken}
          secrets={{ [t.theToken]: made }}
          onClose={() => setMade(undefined)}
        >
          {t.tokenWhat}
        </ShownOnce>
      )}
      {ending !== undefined && (
        <ConfirmDialog
          title={t.endToken({ name: ending.name })}
          action={t.endLabel}
          isDangerous
          run={async () => {
            await people('me.revoke-token', { token_id: ending.id });
            await changed();
          }}
          onClose={() => setEnding(undefined)}
        >
          {t.endTokenWhat}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function useColumns(onEnd: (token: Token) => void): readonly Column<Token>[] {
  const t = useTexts('account');
  const mayText = usePermissionText();
  return [
    { head: t.name, cell: ({ name }) => <strong>{name}</strong> },
    { head: t.may, cell: ({ permissions }) => mayText.list(permissions) },
    { head: t.lastUsed, cell: ({ used_at: at }) => (at === null ? t.neverUsed : <When at={at} />) },
    { head: t.until, cell: ({ expires_at: at }) => <When at={at} /> },
    {
      head: t.endLabel,
      cell: (token) =>
        token.revoked_at === null ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t.endToken({ name: token.name })}
            onClick={() => onEnd(token)}
          >
            {t.endButton}
          </Button>
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
  const form = useForm({ initialValues: { name: '', project_id: '' } });
  const mine = [
    ...new Set([...me.permissions, ...me.projects.flatMap((each) => each.permissions)]),
  ];
  const nameOf = (project: string) =>
    me.projects.find(({ id }) => id === project)?.name ?? t.everywhere;
  const make = useAction({
    run: ({ name, project_id: project }: typeof form.values) =>
      people(
        'me.create-token',
        { name, permissions, ...(project === '' ? {} : { project_id: project }) },
        {
          confirms: t.confirmsToken({
            name,
            may: mayText.list(permissions),
            where: nameOf(project),
          }),
        },
      ),
    onDone: onMade,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Dialog opened onClose={onClose} title={t.makeToken}>
      <form onSubmit={form.onSubmit((values) => make.start(values))}>
        <Stack gap="md">
          <TextInput label={t.tokenName} required data-autofocus {...form.getInputProps('name')} />
          <Checkbox.Group
            label={t.may}
            value={[...permissions]}
            onChange={(chosen) => setPermissions(chosen as Permission[])}
          >
            <Group gap="sm" mt="xs">
              {mine.map((each) => (
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
            {...form.getInputProps('project_id')}
          />
          {make.isError && <Failed error={make.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={make.isPending} disabled={permissions.length === 0}>
              {t.makeToken}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
