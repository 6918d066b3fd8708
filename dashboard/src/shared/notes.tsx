// The notes on an object that waits for a person, and who takes care of it.
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from './api.ts';
import type { OperatorApi } from './api-types.ts';
import { useAction } from './errors.ts';
import { useFormAction } from './form-action.ts';
import { useTexts } from './i18n.tsx';
import { operatorQuery } from './queries.ts';
import { useCan, useMe } from './session.ts';
import { Failed, Loaded, Section } from './ui/page.tsx';
import classes from './ui/text.module.css';
import { When } from './ui/values.tsx';

export interface NotesProps {
  readonly project: string;
  readonly type: OperatorApi['notes.show']['input']['object_type'];
  readonly id: string;
}

const NOTE_LENGTH_MAX = 2000;
export const inputOf = ({ project, type, id }: NotesProps) => ({
  project,
  object_type: type,
  object_id: id,
});
/** Starts with the type of the live events that change it. */
export const keyOf = ({ project, type, id }: NotesProps) => [type, project, 'notes', id];

export function Notes(of: NotesProps) {
  const t = useTexts('notes');
  const query = useQuery(operatorQuery(keyOf(of), 'notes.show', inputOf(of)));
  const canAnnotate = useCan('notes.add');
  const [added, setAdded] = useState(0);
  return (
    <Section title={t.title}>
      <Loaded query={query} what={t.title}>
        {({ assignee, notes }) => (
          <>
            <Assignee of={of} assignee={assignee} canAnnotate={canAnnotate} />
            {notes.length === 0 && <Text c="dimmed">{t.empty}</Text>}
            {notes.map(({ id, author, note, created_at: at }) => (
              <div key={id}>
                <Text size="sm" c="dimmed">
                  {author} · <When at={at} />
                </Text>
                <Text className={classes.breaks ?? ''} style={{ whiteSpace: 'pre-line' }}>
                  {note}
                </Text>
              </div>
            ))}
          </>
        )}
      </Loaded>
      {canAnnotate && <NewNote key={added} of={of} onAdded={() => setAdded(added + 1)} />}
    </Section>
  );
}

interface NewNoteProps {
  readonly of: NotesProps;
  readonly onAdded: () => void;
}

function NewNote({ of, onAdded }: NewNoteProps) {
  const t = useTexts('notes');
  const { field, work, dialog } = useFormAction({
    initialValues: { note: '' },
    run: ({ note }) => operator('notes.add', { ...inputOf(of), note }),
    refreshes: [keyOf(of)],
    onDone: onAdded,
  });
  return (
    <form onSubmit={dialog.onSubmit}>
      <Stack gap="xs">
        <Textarea
          label={t.newNote}
          maxLength={NOTE_LENGTH_MAX}
          rows={2}
          required
          {...field('note')}
        />
        {work.isError && <Failed error={work.error} />}
        <div>
          <Button type="submit" variant="default" loading={work.isPending}>
            {t.add}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface AssigneeProps {
  readonly of: NotesProps;
  readonly assignee: OperatorApi['notes.show']['output']['assignee'];
  readonly canAnnotate: boolean;
}

function Assignee({ of, assignee, canAnnotate }: AssigneeProps) {
  const t = useTexts('notes');
  const me = useMe().user;
  const work = useAction({
    run: (userId: string) =>
      operator('notes.assign', { ...inputOf(of), ...(userId === '' ? {} : { user_id: userId }) }),
    refreshes: [keyOf(of)],
  });
  const { project } = of;
  const people = useQuery({
    ...operatorQuery(['member', project, 'annotate'], 'members.with-permission', {
      project,
      permission: 'annotate',
    }),
    enabled: canAnnotate,
  });
  if (!canAnnotate)
    return <Text>{t.labelled({ label: t.assignee, value: assignee?.name ?? t.nobody })}</Text>;
  const choices = new Map([
    ...(people.data ?? []).map(({ user_id: id, name }) => [id, name] as const),
    ...(assignee === null ? [] : [[assignee.user_id, assignee.name] as const]),
    [me.id, me.name],
  ]);
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t.assignee}
        value={assignee?.user_id ?? ''}
        onChange={(event) => work.start(event.currentTarget.value)}
        data={[
          { value: '', label: t.nobody },
          ...[...choices].map(([value, label]) => ({ value, label })),
        ]}
      />
      {assignee?.user_id !== me.id && (
        <Button variant="default" onClick={() => work.start(me.id)}>
          {t.assignToMe}
        </Button>
      )}
      {work.isError && <Failed error={work.error} />}
    </Group>
  );
}
