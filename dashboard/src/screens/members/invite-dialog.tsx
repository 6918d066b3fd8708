// Lets somebody into one project, with the roles that are chosen.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../shared/action.ts';
import { operator } from '../../shared/api.ts';
import { fieldErrors } from '../../shared/errors.ts';
import { useMessages } from '../../shared/i18n.tsx';
import { roleNames } from '../../shared/roles.ts';
import { Failed } from '../../shared/ui/failed.tsx';
import type { Invitation } from '../../shared/ui/invitation.tsx';
import { type ProjectRole, RoleChoice } from '../../shared/ui/role-choice.tsx';
import { words } from '../../shared/ui/words.ts';
import { memberWords } from './messages.ts';

interface Props {
  readonly project: string;
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
}

export function InviteDialog({ project, onInvited, onClose }: Props) {
  const t = useMessages(memberWords);
  const names = useMessages(roleNames);
  const { cancel } = useMessages(words);
  const form = useForm<{ name: string; email: string; roles: readonly ProjectRole[] }>({
    initialValues: { name: '', email: '', roles: [] },
  });
  const invite = useAction({
    run: ({ email, ...values }: typeof form.values) =>
      operator(
        'members.invite',
        { ...values, project, ...(email === '' ? {} : { email }) },
        { confirms: t.confirms(values.name, values.roles.map((role) => names[role]).join(', ')) },
      ),
    onDone: onInvited,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  const { roles } = form.values;
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
          <RoleChoice
            label={t.roles}
            value={roles}
            error={form.errors['roles']}
            onChange={(chosen) => form.setFieldValue('roles', chosen)}
          />
          {invite.isError && <Failed error={invite.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={invite.isPending} disabled={roles.length === 0}>
              {t.makeLink}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
