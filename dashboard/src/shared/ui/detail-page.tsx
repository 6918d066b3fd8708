// The page of one object: its name, a link back to its list, its neighbors there, its actions, and its parts.
import { Group, Stack } from '@mantine/core';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n.tsx';
import { type Back, Loaded, type LoadedProps, Page } from './page.tsx';
import { type PlaceInList, placeInList } from './row-order.ts';
import classes from './text.module.css';

interface Props<Data> extends LoadedProps<Data> {
  /** Default: `what`, which is also used until the object is loaded. */
  readonly title?: (data: Data) => string | null;
  readonly back: Back;
  readonly actions?: (data: Data) => ReactNode;
}

export function DetailPage<Data>(props: Props<Data>) {
  const { query, what, title, actions, children } = props;
  const { data } = query;
  const place = placeInList(useLocation().pathname);
  const back = place?.search === undefined ? props.back : { ...props.back, search: place.search };
  return (
    <Page
      title={(data !== undefined && title?.(data)) || what}
      back={back}
      beside={place !== null && <Neighbors of={place} />}
      actions={data !== undefined && actions?.(data)}
    >
      <Loaded query={query} what={what}>
        {(loaded) => <Stack gap="md">{children(loaded)}</Stack>}
      </Loaded>
    </Page>
  );
}

/** A path that was read from a link. */
const toPath = (path: string) => path as NonNullable<LinkProps['to']>;

/** Links to the objects before and after this one, in the list that it was opened from. */
function Neighbors({ of: { before, after } }: { readonly of: PlaceInList }) {
  const t = useTexts('common');
  return (
    <Group component="nav" gap="md" aria-label={t.neighbors}>
      {before !== undefined && (
        <Link className={classes.back} to={toPath(before)}>
          ‹ {t.previousInList}
        </Link>
      )}
      {after !== undefined && (
        <Link className={classes.back} to={toPath(after)}>
          {t.nextInList} ›
        </Link>
      )}
    </Group>
  );
}
