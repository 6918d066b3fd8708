// Lets somebody into the whole till: with a role that counts in every project.
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../shared/action.ts';
import { operator } from '../../shared/api.ts';
import { fieldErrors } from '../../shared/errors.ts';
import { useMessages } from '../../shared/i18n.tsx';
import { installationRoles, roleDuties, roleNames } from '../../shared/roles.ts';
import { Failed } from '../../shared/ui/failed.tsx';
import type { Invitation } from '../../shared/ui/invitation.tsx';
import { words } from '../../shared/ui/words.ts';
import { peopleWords } from './messages.ts';
import type { InstallationRole } from './queries.ts';

interface Props {
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

export function InviteDialog({ onInvited, onClose }: Props) {
  const t = useMessages(peopleWords);
  const names = useMessages(roleNames);
  const duties = useMessages(roleDuties);
  const { cancel } = useMessages(words);
  const form = useForm<{ name: string; email: string; role: InstallationRole }>({
    initialValues: { name: '', email: '', role: 'operator' },
  });
  const invite = useAction({
    run: ({ email, ...values }: typeof form.values) =>
      operator(
        'users.invite',
        { ...values, ...(email === '' ? {} : { email }) },
        { confirms: t.confirms(values.name, names[values.role]) },
      ),
    onDone: onInvited,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Modal opened onClose={onClose} title={t.invite}>
      <form onSubmit={form.onSubmit((values) => invite.start(values))}>
        <Stack gap="md">
          <TextInput
            label={t.name}
            description={t.nameHint}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t.email}
            description={t.emailHint}
            type="email"
            {...form.getInputProps('email')}
          />
          <NativeSelect
            label={t.role}
            description={duties[form.values.role]}
            data={installationRoles.map((value) => ({ value, label: names[value] }))}
            {...form.getInputProps('role')}
          />
          {invite.isError && <Failed error={invite.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t.makeLink}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
