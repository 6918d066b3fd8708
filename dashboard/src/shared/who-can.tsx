// Why a person cannot do something: the permission that it needs, and the members who have it. One click hands the
// object over to one of them.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operator } from './api.ts';
import type { OperatorApi, Permission } from './api-types.ts';
import { usePermissionText } from './code-texts.ts';
import { useAction } from './errors.ts';
import { useLanguage, useTexts } from './i18n.tsx';
import { inputOf, keyOf, type NotesProps } from './notes.tsx';
import { operatorQuery } from './queries.ts';
import { useCan } from './session.ts';
import { Failed, Loaded } from './ui/page.tsx';

interface Props {
  /** What is handed over. Only with a type can it have an assignee. */
  readonly of: NotesProps | { readonly project: string };
  readonly permission: Permission;
}

/** More names would hide the explanation. */
const NAMES_MAX = 5;

export function WhoCan({ of, permission }: Props) {
  const t = useTexts('notes');
  const { language } = useLanguage();
  const name = usePermissionText().one(permission);
  const { project } = of;
  const query = useQuery(
    operatorQuery(['member', project, permission], 'members.with-permission', {
      project,
      permission,
    }),
  );
  return (
    <Loaded query={query} what={t.title}>
      {(people) => {
        const some = people.slice(0, NAMES_MAX);
        const names = new Intl.ListFormat(language).format(some.map((person) => person.name));
        return (
          <Stack gap="xs">
            <Text>
              {some.length === 0
                ? t.nobodyCan({ permission: name })
                : t.whoCan({ permission: name, names })}
            </Text>
            {'type' in of && <HandOver of={of} people={some} />}
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface HandOverProps {
  readonly of: NotesProps;
  readonly people: OperatorApi['members.with-permission']['output'];
}

function HandOver({ of, people }: HandOverProps) {
  const t = useTexts('notes');
  const canAssign = useCan('notes.assign');
  const work = useAction({
    run: (userId: string) => operator('notes.assign', { ...inputOf(of), user_id: userId }),
    refreshes: [keyOf(of)],
  });
  if (!canAssign) return null;
  return (
    <>
      <Group gap="xs">
        {people.map((person) => (
          <Button key={person.user_id} variant="default" onClick={() => work.start(person.user_id)}>
            {t.handOver({ name: person.name })}
          </Button>
        ))}
      </Group>
      {work.isError && <Failed error={work.error} />}
    </>
  );
}
