// The dialog in which a person saves the filters of a list as a view, and chooses its columns.
import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { people } from '../api.ts';
import { useAction } from '../errors.ts';
import { useTexts } from '../i18n.tsx';
import type { TextSearch } from '../queries.ts';
import { useMe } from '../session.ts';
import { Dialog } from './dialogs.tsx';
import { choicesOf, type ListChoices, type ListName } from './list-choices.ts';
import { Failed } from './page.tsx';

interface ChoosableColumn {
  readonly id: string;
  readonly head: string;
}

interface Props {
  readonly list: ListName;
  readonly filter: TextSearch<string>;
  readonly columns: readonly ChoosableColumn[];
  readonly choices: ListChoices;
  readonly onClose: () => void;
}

export function ListDialog(props: Props) {
  const t = useTexts('lists');
  const { list, columns, choices, onClose } = props;
  return (
    <Dialog opened title={t.viewsAndColumns} onClose={onClose}>
      <Stack gap="lg">
        <Stack gap="sm">
          <Title order={3}>{t.savedViews}</Title>
          <NewView {...props} />
          {choices.views.map(({ name }) => (
            <SavedView key={name} {...{ list, name }} />
          ))}
        </Stack>
        {columns.length > 0 && <Columns {...props} />}
      </Stack>
    </Dialog>
  );
}

function Columns({ list, columns, choices }: Props) {
  const t = useTexts('lists');
  const { mutate, isError, error } = useColumns(list);
  return (
    <Stack gap="sm">
      <Title order={3}>{t.columns}</Title>
      {columns.map(({ id, head }) => (
        <Checkbox
          key={id}
          label={head}
          checked={!choices.hidden.includes(id)}
          onChange={(event) => mutate({ column: id, is_shown: event.currentTarget.checked })}
        />
      ))}
      {isError && <Failed error={error} />}
    </Stack>
  );
}

interface ColumnChange {
  readonly column: string;
  readonly is_shown: boolean;
}

/** Applied immediately, and stored one after the other: a person may choose several columns quickly. */
function useColumns(list: ListName) {
  const client = useQueryClient();
  const { queryKey } = choicesOf(useMe().user.id);
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'columns' },
    mutationFn: (change: ColumnChange) => people('me.show-column', { list, ...change }),
    onMutate: async ({ column, is_shown: isShown }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all = []) => {
        const { views = [], hidden = [] } = all.find((each) => each.list === list) ?? {};
        const others = hidden.filter((id) => id !== column);
        const changed = { list, views, hidden: isShown ? others : [...others, column] };
        return [...all.filter((each) => each.list !== list), changed];
      });
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey: queryKey }) === 1;
      return isLast ? client.invalidateQueries({ queryKey }) : undefined;
    },
  });
}

function NewView({ list, filter }: Props) {
  const t = useTexts('lists');
  const [name, setName] = useState('');
  const { queryKey } = choicesOf(useMe().user.id);
  const active = Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const saving = useAction({
    run: (wanted: string) =>
      people('me.save-view', { list, name: wanted, filters: Object.fromEntries(active) }),
    refreshes: [queryKey],
    onDone: () => setName(''),
  });
  if (active.length === 0) return <Text c="dimmed">{t.setFiltersFirst}</Text>;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') saving.start(name.trim());
  };
  return (
    <form onSubmit={save}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t.viewName}
          description={t.viewHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={60}
          data-autofocus
        />
        <Button type="submit" disabled={name.trim() === ''} loading={saving.isPending}>
          {t.saveView}
        </Button>
      </Group>
      {saving.isError && <Failed error={saving.error} />}
    </form>
  );
}

interface SavedViewProps {
  readonly list: ListName;
  readonly name: string;
}

function SavedView({ list, name }: SavedViewProps) {
  const t = useTexts('lists');
  const { queryKey } = choicesOf(useMe().user.id);
  const deleting = useAction({
    run: () => people('me.delete-view', { list, name }),
    refreshes: [queryKey],
  });
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text>{name}</Text>
        <Button
          size="xs"
          variant="default"
          aria-label={t.deleteNamed({ name })}
          loading={deleting.isPending}
          onClick={() => deleting.start(undefined)}
        >
          {t.deleteView}
        </Button>
      </Group>
      {deleting.isError && <Failed error={deleting.error} />}
    </>
  );
}
