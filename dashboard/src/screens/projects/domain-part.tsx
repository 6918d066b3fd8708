// The project's own domain for pages of payers: set, checked, removed, with what DNS and the proxy need.
import {
  Alert,
  Button,
  Code,
  Group,
  List,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fill } from '../../../../server/src/core/texts/fill.ts';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorQuery } from '../../shared/queries.ts';
import { may, useMe } from '../../shared/session.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/buttons.tsx';
import { Failed, Loaded } from '../../shared/ui/page.tsx';
import tones from '../../shared/ui/text.module.css';
import { useTimeText } from '../../shared/ui/values.tsx';

type PayerDomain = OperatorApi['payer-domains.show']['output'];

interface Props {
  readonly project: { readonly id: string; readonly name: string };
}

const keyOf = ({ project: { id } }: Props) => ['project', id, 'domain'];

export function DomainPart(props: Props) {
  const { domain: t } = useTexts('projects');
  const { project } = props;
  const query = useQuery(
    operatorQuery(keyOf(props), 'payer-domains.show', { project: project.id }),
  );
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label={t.title}>
      <Title order={2} mb="sm">
        {t.title}
      </Title>
      <Loaded query={query} what={t.title}>
        {(of) => (
          <Stack gap="md">
            <Text c="dimmed">{t.about({ host: of.public_host })}</Text>
            {of.domain === null ? <NewDomain {...props} /> : <SetDomain {...props} of={of} />}
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}

function NewDomain(props: Props) {
  const { domain: t, none } = useTexts('projects');
  const { id, name } = props.project;
  const isReadOnly = !may(useMe(), 'payer-domains.set', null);
  const { field, dialog } = useFormAction({
    initialValues: { domain: '' },
    run: ({ domain }) => {
      const confirms = t.setConfirms({ domain: domain.trim(), name });
      return operator('payer-domains.set', { project: id, domain: domain.trim() }, { confirms });
    },
    refreshes: [keyOf(props)],
  });
  if (isReadOnly) return <Text>{none}</Text>;
  return (
    <form onSubmit={dialog.onSubmit}>
      <Group align="end">
        <TextInput
          label={t.field}
          description={t.hint}
          autoCapitalize="off"
          spellCheck={false}
          required
          {...field('domain')}
        />
        <Button type="submit" variant="default" loading={dialog.work.isPending}>
          {t.save}
        </Button>
      </Group>
    </form>
  );
}

function SetDomain(props: Props & { readonly of: PayerDomain }) {
  const { domain: t } = useTexts('projects');
  const { of, project } = props;
  const me = useMe();
  const domain = of.domain ?? '';
  const host = of.public_host;
  const isUsed = of.verified_at !== null;
  const check = useAction({
    run: () => operator('payer-domains.check', { project: project.id }),
    refreshes: [keyOf(props)],
  });
  return (
    <>
      <Group gap="sm">
        <Code fz="md">{domain}</Code>
        <span className={tones.status} data-tone={isUsed ? 'good' : 'careful'}>
          {isUsed ? t.used : t.unused}
        </span>
      </Group>
      <Checked of={of} />
      {(!isUsed || of.problem !== null) && <Steps {...{ domain, host }} />}
      {check.isError && <Failed error={check.error} />}
      <Group>
        {may(me, 'payer-domains.check', null) && (
          <ActionButton work={check} variant={isUsed ? 'default' : 'filled'}>
            {t.check}
          </ActionButton>
        )}
        {may(me, 'payer-domains.remove', null) && (
          <ConfirmButton
            label={t.remove}
            title={t.removeTitle({ domain })}
            action={t.remove}
            isDangerous
            run={() =>
              operator(
                'payer-domains.remove',
                { project: project.id },
                { confirms: t.removeConfirms({ domain, name: project.name }) },
              )
            }
            refreshes={[keyOf(props)]}
          >
            {isUsed ? t.removeWhat({ domain, host }) : t.removeUnused({ domain })}
          </ConfirmButton>
        )}
      </Group>
    </>
  );
}

function Steps({ domain, host }: { readonly domain: string; readonly host: string }) {
  const { domain: t } = useTexts('projects');
  return (
    <div>
      <Title order={3} mb="xs">
        {t.steps}
      </Title>
      <List type="ordered" spacing="xs">
        <List.Item>{t.dns({ domain, host })}</List.Item>
        <List.Item>{t.proxy({ domain })}</List.Item>
        <List.Item>{t.then}</List.Item>
      </List>
    </div>
  );
}

function Checked({
  of: { domain, checked_at: at, problem, detail },
}: {
  readonly of: PayerDomain;
}) {
  const { domain: t, labelled } = useTexts('projects');
  const time = useTimeText();
  const reasons: Readonly<Record<string, string>> = t.reasons;
  const reason = detail === null ? '' : (reasons[detail] ?? detail);
  return (
    <div role="status">
      <Text size="sm" c="dimmed">
        {labelled({ label: t.checked, value: at === null ? t.notChecked : time(at) })}
      </Text>
      {problem !== null && (
        <Alert color="red" mt="xs" role="note">
          {fill(t.problems[problem], { domain, detail: reason })}
        </Alert>
      )}
      {problem === null && at !== null && <Text>{t.good}</Text>}
    </div>
  );
}
