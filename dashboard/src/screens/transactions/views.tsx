// Saved filters: stored in this browser under a name, and opened as a URL.
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import type { TransactionFilter } from './queries.ts';

interface Props {
  readonly project: string;
  readonly filter: TransactionFilter;
  readonly onOpen: (filter: TransactionFilter) => void;
}

type Saved = Readonly<Record<string, TransactionFilter>>;

const IDLE = { isPending: false, isError: false, error: null } as const;

export function Views({ project, filter, onOpen }: Props) {
  const t = useTexts('transactions');
  const key = `chaintill-views-${project}`;
  const [saved, setSaved] = useState<Saved>(() => kept(key));
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const text = JSON.stringify(filter);
  const current = Object.entries(saved).find(([, one]) => JSON.stringify(one) === text)?.[0] ?? '';
  const keep = (changed: Saved) => {
    localStorage.setItem(key, JSON.stringify(changed));
    setSaved(changed);
  };
  const save = () => {
    keep({ ...saved, [name.trim()]: filter });
    setNaming(false);
    setName('');
  };
  const forget = async () =>
    keep(Object.fromEntries(Object.entries(saved).filter(([one]) => one !== current)));
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t.views}
        value={current}
        data={[{ value: '', label: t.noView }, ...Object.keys(saved)]}
        onChange={(event) => onOpen(saved[event.currentTarget.value] ?? {})}
      />
      {current === '' ? (
        <Button
          variant="default"
          disabled={Object.keys(filter).length === 0}
          onClick={() => setNaming(true)}
        >
          {t.saveView}
        </Button>
      ) : (
        <ConfirmButton
          label={t.forgetOpen({ name: current })}
          title={t.forgetView({ name: current })}
          action={t.forgetAction}
          isDangerous
          run={forget}
        >
          {t.forgetWhat}
        </ConfirmButton>
      )}
      {isNaming && (
        <FormDialog
          title={t.saveView}
          action={t.saveView}
          isReady={name.trim() !== ''}
          work={IDLE}
          onSubmit={save}
          onClose={() => setNaming(false)}
        >
          <TextInput
            label={t.viewName}
            description={t.viewHint}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={60}
            data-autofocus
            required
          />
        </FormDialog>
      )}
    </Group>
  );
}

function kept(key: string): Saved {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Saved) : {};
  } catch {
    return {};
  }
}
