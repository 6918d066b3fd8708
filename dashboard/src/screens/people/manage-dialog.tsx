// Actions on a person: change the role, send a new link, deactivate, reactivate.
import { Button, Divider, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { operator } from '../../shared/api.ts';
import { installationRoles } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import type { Invitation } from '../../shared/ui/invitations.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import type { User } from './queries.ts';

interface Props {
  readonly user: User;
  readonly onChanged: (invitation?: Invitation) => unknown;
  readonly onClose: () => void;
}

export function ManageDialog({ user, onChanged, onClose }: Props) {
  const t = useTexts('people');
  const isSelf = useMe().user.id === user.id;
  return (
    <Dialog opened onClose={onClose} title={t.changeWhom({ name: user.name })}>
      <Stack gap="md">
        <RoleForm user={user} onChanged={onChanged} />
        {user.disabled_at === null && (
          <>
            <Divider />
            <LinkButton user={user} onChanged={onChanged} />
          </>
        )}
        {!isSelf && (
          <>
            <Divider />
            <AccessButton user={user} onChanged={onChanged} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

type Part = Omit<Props, 'onClose'>;

function RoleForm({ user, onChanged }: Part) {
  const t = useTexts('people');
  const names = useTexts('common').roleNames;
  const duties = useTexts('common').roleDuties;
  const [chosen, setChosen] = useState(user.role ?? '');
  const role = installationRoles.find((each) => each === chosen);
  const given = role === undefined ? t.noRole : names[role];
  const set = useAction({
    run: () =>
      operator(
        'users.set-role',
        { user_id: user.id, ...(role === undefined ? {} : { role }) },
        { confirms: t.confirms({ name: user.name, role: given }) },
      ),
    onDone: () => onChanged(),
  });
  return (
    <>
      <NativeSelect
        label={t.role}
        description={role === undefined ? t.noRoleHint : duties[role]}
        value={chosen}
        data={[
          { value: '', label: t.noRole },
          ...installationRoles.map((value) => ({ value, label: names[value] })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {set.isError && <Failed error={set.error} />}
      <Group>
        <Button
          onClick={() => set.start(undefined)}
          loading={set.isPending}
          disabled={chosen === (user.role ?? '')}
        >
          {t.setRole}
        </Button>
      </Group>
    </>
  );
}

function LinkButton({ user, onChanged }: Part) {
  const t = useTexts('people');
  const link = useAction({
    run: () =>
      operator(
        'users.link',
        { user_id: user.id },
        { confirms: t.confirmsLink({ name: user.name }) },
      ),
    onDone: onChanged,
  });
  return (
    <>
      <Text>{t.linkHint}</Text>
      {link.isError && <Failed error={link.error} />}
      <Group>
        <Button variant="default" onClick={() => link.start(undefined)} loading={link.isPending}>
          {t.makeLink}
        </Button>
      </Group>
    </>
  );
}

function AccessButton({ user, onChanged }: Part) {
  const t = useTexts('people');
  const { labelled } = useTexts('common');
  const isIn = user.disabled_at === null;
  const action = isIn ? t.disable : t.enable;
  const switchAccess = useAction({
    run: () =>
      operator(
        isIn ? 'users.disable' : 'users.enable',
        { user_id: user.id },
        { confirms: labelled({ label: action, value: user.name }) },
      ),
    onDone: () => onChanged(),
  });
  return (
    <>
      <Text>{isIn ? t.disableHint : t.enableHint}</Text>
      {switchAccess.isError && <Failed error={switchAccess.error} />}
      <Group>
        <Button
          variant={isIn ? 'filled' : 'default'}
          {...(isIn ? { color: 'red.9' } : {})}
          onClick={() => switchAccess.start(undefined)}
          loading={switchAccess.isPending}
        >
          {action}
        </Button>
      </Group>
    </>
  );
}
