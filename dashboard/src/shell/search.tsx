// Search: results appear while typing and open by click or Enter.
import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTexts } from '../shared/i18n.tsx';
import { Failed } from '../shared/ui/page.tsx';
import classes from './frame.module.css';
import { SEARCH_FIELD } from './letters-before.ts';
import { type Found, useFound, useProjectsNamed, useScreens } from './use-found.ts';

const TYPING_ENDS_AFTER = 120;

interface Props {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
}

export function Search({ text, onType, onLeave }: Props) {
  const t = useTexts('common');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  // The dialog may have set its initial focus before the field existed.
  useEffect(() => field.current?.focus(), []);
  const [wanted] = useDebouncedValue(text.trim(), TYPING_ENDS_AFTER);
  const { found, search } = useFound(wanted);
  const screens = useScreens(wanted);
  const projects = useProjectsNamed(wanted);
  const objects = [...found, ...projects];
  const all = [...objects, ...screens];
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const first = all[0];
    if (first === undefined) return;
    onLeave();
    void navigate(first.link);
  };
  return (
    <form onSubmit={openFirst}>
      <TextInput
        ref={field}
        id={SEARCH_FIELD}
        aria-label={t.search}
        description={t.searchHint}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        data-autofocus
      />
      <Results title={t.searchResults} list={objects} onLeave={onLeave} />
      <Results title={t.screens} list={screens} onLeave={onLeave} />
      <Text c="dimmed" size="sm" mt="sm" role="status">
        {search.isFetching && t.searching}
        {search.isSuccess && wanted !== '' && all.length === 0 && t.nothingFound}
      </Text>
      {search.isError && <Failed error={search.error} what={t.searchResults} />}
    </form>
  );
}

interface ResultsProps {
  readonly title: string;
  readonly list: readonly Found[];
  readonly onLeave: () => void;
}

function Results({ title, list, onLeave }: ResultsProps) {
  if (list.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={classes.group}>{title}</div>
      {list.map(({ key, label, note, link }) => (
        <Link key={key} className={classes.found ?? ''} onClick={onLeave} {...link}>
          {label}
          {note !== undefined && (
            <Text component="span" display="block" size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Link>
      ))}
    </section>
  );
}
