// The dialog in which a person saves the filters of a list as a view, and chooses its columns.
import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../i18n.tsx';
import type { TextSearch } from '../queries.ts';
import { Dialog } from './dialogs.tsx';
import type { ListChoices } from './list-choices.ts';

interface ChoosableColumn {
  readonly id: string;
  readonly head: string;
}

interface Props {
  readonly filter: TextSearch<string>;
  readonly columns: readonly ChoosableColumn[];
  readonly choices: ListChoices;
  readonly onChange: (changed: Partial<ListChoices>) => void;
  readonly onClose: () => void;
}

export function ListDialog(props: Props) {
  const t = useTexts('lists');
  const { columns, choices, onChange, onClose } = props;
  return (
    <Dialog opened title={t.viewsAndColumns} onClose={onClose}>
      <Stack gap="lg">
        <Stack gap="sm">
          <Title order={3}>{t.savedViews}</Title>
          <NewView {...props} />
          <SavedViews {...props} />
        </Stack>
        {columns.length > 0 && (
          <Stack gap="sm">
            <Title order={3}>{t.columns}</Title>
            {columns.map(({ id, head }) => (
              <Checkbox
                key={id}
                label={head}
                checked={!choices.hidden.includes(id)}
                onChange={() => onChange({ hidden: toggled(choices.hidden, id) })}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

function NewView({ filter, choices, onChange }: Props) {
  const t = useTexts('lists');
  const [name, setName] = useState('');
  const active = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (active.length === 0) return <Text c="dimmed">{t.setFiltersFirst}</Text>;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return;
    onChange({ views: { ...choices.views, [wanted]: Object.fromEntries(active) } });
    setName('');
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
        <Button type="submit" disabled={name.trim() === ''}>
          {t.saveView}
        </Button>
      </Group>
    </form>
  );
}

function SavedViews({ choices: { views }, onChange }: Props) {
  const t = useTexts('lists');
  return Object.keys(views).map((name) => (
    <Group key={name} justify="space-between" wrap="nowrap">
      <Text>{name}</Text>
      <Button
        size="xs"
        variant="default"
        aria-label={t.deleteNamed({ name })}
        onClick={() => {
          const others = Object.entries(views).filter(([each]) => each !== name);
          onChange({ views: Object.fromEntries(others) });
        }}
      >
        {t.deleteView}
      </Button>
    </Group>
  ));
}
