// Edits a policy: shows all problems at once, replays the last 30 days with the draft, then saves it.
import { Alert, Button, Group, List, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useRuleNames } from '../../shared/reason-texts.ts';
import { problemText } from '../../shared/refusals.ts';
import { ActionButton } from '../../shared/ui/buttons.tsx';
import { Failed, Loaded, Page } from '../../shared/ui/page.tsx';
import { PolicyForm } from './form.tsx';
import classes from './policy.module.css';
import { policyChecked, policyOne, type Replay } from './queries.ts';
import { withRuleNames } from './rule-fields.ts';
import { ReplayTable, Rules } from './rules.tsx';

export interface Line {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** Pretty-prints JSON that was written on one line. Other text is unchanged. */
export function inLines(document: string): string {
  if (document.includes('\n')) return document;
  try {
    return JSON.stringify(JSON.parse(document), null, 2);
  } catch {
    return document;
  }
}

export function linesBetween(before: string, after: string): readonly Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const common = commonLengths(old, now);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, come] = [old[i], now[j]];
    if (gone !== undefined && gone === come) {
      lines.push({ text: gone, kind: 'same' });
      i += 1;
      j += 1;
    } else if (
      come === undefined ||
      (gone !== undefined && at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      lines.push({ text: gone ?? '', kind: 'removed' });
      i += 1;
    } else {
      lines.push({ text: come, kind: 'added' });
      j += 1;
    }
  }
  return lines;
}

type Lengths = readonly (readonly number[])[];

const at = (lengths: Lengths, i: number, j: number) => lengths[i]?.[j] ?? 0;

function commonLengths(old: readonly string[], now: readonly string[]): Lengths {
  const lengths = old.map(() => [] as number[]);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === now[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  return lengths;
}

const route = getRouteApi('/app/projects/$project/policy/edit');

export function PolicyEdit() {
  const t = useTexts('policy');
  const { project } = route.useParams();
  const names = useRuleNames();
  return (
    <Page title={t.change} back={{ label: t.policyTitle, to: '/projects/$project/policy' }}>
      <Loaded query={useQuery(policyOne(project))} what={t.policyTitle}>
        {(policy) => <Editor project={project} before={inLines(withRuleNames(policy, names))} />}
      </Loaded>
    </Page>
  );
}

/** In milliseconds without typing. */
const CHECKED_AFTER = 400;

interface CheckedDraft {
  readonly document: string;
  readonly replay: Replay;
}

function Editor({ project, before }: { readonly project: string; readonly before: string }) {
  const t = useTexts('policy');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [view, setView] = useState<'form' | 'text'>('form');
  const [document, setDocument] = useState(before);
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState<CheckedDraft>();
  const [warnings, setWarnings] = useState<readonly Warning[]>();
  const warningText = useWarningText();
  const test = useAction({
    run: () => operator('policy.test', { project, document }),
    onDone: (replay) => setChecked({ document, replay }),
    onFailed: () => setChecked(undefined),
  });
  const [settled] = useDebouncedValue(document, CHECKED_AFTER);
  const check = useQuery({ ...policyChecked(project, settled), enabled: settled !== before });
  const isChecked = checked?.document === document;
  const back = () => navigate({ to: '/projects/$project/policy', params: { project } });
  const save = useAction({
    run: async () => {
      // Checked first, so that a step-up is requested only for a valid policy.
      await operator('policy.check', { project, document });
      return operator(
        'policy.set',
        { project, document, ...(note === '' ? {} : { note }) },
        { confirms: t.confirms },
      );
    },
    onDone: async (saved) => {
      await client.invalidateQueries({ queryKey: ['policy', project] });
      if (saved.warned.length > 0) setWarnings(saved.warned);
      else await back();
    },
  });
  if (warnings !== undefined)
    return (
      <Alert color="yellow" title={t.savedWith}>
        <List size="sm">
          {warnings.map((each) => (
            <List.Item key={`${each.kind} ${each.key}`}>{warningText(each)}</List.Item>
          ))}
        </List>
        <Button mt="sm" variant="default" onClick={() => void back()}>
          {t.policyTitle}
        </Button>
      </Alert>
    );
  return (
    <Stack gap="md">
      <Text c="dimmed">{t.editAbout}</Text>
      <Group gap="xs" role="group" aria-label={t.form.ways}>
        {(['form', 'text'] as const).map((each) => (
          <Button
            key={each}
            size="xs"
            variant={each === view ? 'filled' : 'default'}
            aria-pressed={each === view}
            onClick={() => setView(each)}
          >
            {t.form[each]}
          </Button>
        ))}
      </Group>
      {view === 'form' ? (
        <PolicyForm document={document} onChange={setDocument} />
      ) : (
        <Textarea
          className={classes.editor ?? ''}
          label={t.document}
          value={document}
          onChange={(event) => setDocument(event.currentTarget.value)}
          rows={16}
          spellCheck={false}
          required
        />
      )}
      <Group>
        <ActionButton work={test} isDisabled={document === before}>
          {t.try}
        </ActionButton>
      </Group>
      {settled === document && check.data !== undefined && (
        <Text role="status" c="dimmed">
          {t.rules({ count: check.data.rules })}
        </Text>
      )}
      {check.isError && <Problems error={check.error} />}
      {test.isError && !check.isError && <Problems error={test.error} />}
      {isChecked && (
        <>
          <Title order={2}>{t.wouldSay}</Title>
          <Rules document={document} version={null} />
          <ReplayTable replay={checked.replay} />
          <TextInput
            label={t.note}
            description={t.noteHint}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={1000}
          />
          {save.isError && <Problems error={save.error} />}
          <Group>
            <ActionButton work={save} variant="filled">
              {t.save}
            </ActionButton>
          </Group>
        </>
      )}
    </Stack>
  );
}

function Problems({ error }: { readonly error: unknown }) {
  const t = useTexts('policy');
  const details = error instanceof ApiError ? error.details : [];
  if (details.length === 0)
    return (
      <>
        <Failed error={error} />
        {error instanceof ApiError && error.status === 400 && <Text>{error.message}</Text>}
      </>
    );
  return (
    <Alert color="red" role="alert" title={t.rowProblem}>
      <List size="sm">
        {details.map((problem) => (
          <List.Item key={`${problem.target} ${problem.message}`}>
            <strong>{t.labelled({ label: problem.target, value: '' })}</strong>
            {problemText(problem)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

type Warning = OperatorApi['policy.set']['output']['warned'][number];

function useWarningText(): (warning: Warning) => string {
  const t = useTexts('policy').warnings;
  return ({ kind, key, wanted, present }) =>
    kind === 'key_unknown'
      ? t.key_unknown({ key: key ?? '' })
      : t.approvals_unmet({ wanted: wanted ?? 0, present: present ?? 0 });
}
