// Creates an API key with permissions and allowed IP addresses. People cannot grant more than they have.
import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperatorApi } from '../../shared/api-types.ts';
import { usePermissionText } from '../../shared/code-texts.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe, useProject } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { createKey } from './queries.ts';

export type Made = OperatorApi['keys.create']['output'];

const scopes = ['read', 'write', 'payout'] as const;

interface Props {
  readonly project: string;
  readonly onMade: (key: Made) => void;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onMade, onClose }: Props) {
  const t = useTexts('keys');
  const mayText = usePermissionText();
  const form = useForm({
    initialValues: {
      name: '',
      api_version: '2',
      ip_allow_list: '',
      permissions: ['read'] as readonly string[],
    },
  });
  const work = useAction({
    run: ({ name, api_version, permissions, ip_allow_list }: typeof form.values) => {
      const chosen = scopes.filter((scope) => permissions.includes(scope));
      const key = {
        ...({ name, permissions: chosen, api_version: api_version === '1' ? '1' : '2' } as const),
        ip_allow_list: ip_allow_list.split(/[\s,]+/).filter((text) => text !== ''),
      };
      return createKey(project, key, t.createConfirms({ name, may: mayText.list(chosen) }));
    },
    onDone: onMade,
    onFailed: (error) => form.setErrors(byField(error)),
  });
  const own = useOwn();
  return (
    <FormDialog
      title={t.create}
      action={t.create}
      isReady={form.values.permissions.length > 0}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t.may} {...form.getInputProps('permissions')}>
        {scopes
          .filter((scope) => own.has(scope))
          .map((scope) => (
            <Checkbox
              key={scope}
              mt="xs"
              value={scope}
              label={mayText.one(scope)}
              description={t[scope]}
            />
          ))}
      </Checkbox.Group>
      <Textarea
        label={t.from}
        description={t.fromHint}
        placeholder="203.0.113.7, 198.51.100.0/24"
        {...form.getInputProps('ip_allow_list')}
      />
      <NativeSelect label={t.version} data={['2', '1']} {...form.getInputProps('api_version')} />
      <Text size="sm" c="dimmed">
        {t.once}
      </Text>
    </FormDialog>
  );
}

/** Shows an error for `ip_allow_list.0` at `ip_allow_list`. */
function byField(error: unknown): Record<string, string> {
  const problems = Object.entries(fieldErrors(error));
  return Object.fromEntries(
    problems.map(([target, text]) => [target.split(/[.[]/, 1)[0] ?? '', text]),
  );
}

function useOwn(): ReadonlySet<string> {
  const { permissions } = useMe();
  return new Set([...permissions, ...(useProject()?.permissions ?? [])]);
}
