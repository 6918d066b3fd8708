// Search results: objects by any known identifier, and screens by name.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { type Hit, linkOf } from '../routes/found.ts';
import { operator } from '../shared/api.ts';
import { useLanguage, useTexts } from '../shared/i18n.tsx';
import { useCurrentProject, useMe } from '../shared/session.ts';
import { useFoundStatus } from '../shared/statuses.tsx';
import { moneyText } from '../shared/ui/values.tsx';
import { useMyScreens } from './navigation.tsx';

const SEARCH_LENGTH_MIN = 2;

export interface Found {
  readonly key: string;
  readonly label: string;
  readonly note?: string;
  readonly link: LinkProps;
}

/** Projects searched in parallel for a member of many projects. The search stops once something is found. */
const REQUESTED_AT_ONCE = 10;

/** Searches everything for people who can read everything. Otherwise by project, starting with the current one. */
export function useFound(text: string) {
  const me = useMe();
  const present = useCurrentProject()?.id;
  const sees = useSight();
  const own = me.projects.map(({ id }) => id).sort((a) => (a === present ? -1 : 1));
  const places = me.permissions.includes('read') ? [undefined] : own;
  const search = useQuery({
    queryKey: ['search', places, text],
    enabled: text.length >= SEARCH_LENGTH_MIN,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const searchIn = (project?: string) => operator('search.find', { text, project }, { signal });
      const found: Hit[] = [];
      for (let at = 0; at < places.length && found.length === 0; at += REQUESTED_AT_ONCE) {
        const some = places.slice(at, at + REQUESTED_AT_ONCE);
        found.push(...(await Promise.all(some.map(searchIn))).flat());
      }
      return found;
    },
  });
  const found = text.length < SEARCH_LENGTH_MIN ? [] : (search.data ?? []);
  return { found: found.flatMap(sees), search };
}

/** All accessible projects that have the text in their names. */
export function useProjectsNamed(text: string): readonly Found[] {
  const { projects } = useMe();
  const t = useTexts('common').found;
  if (text === '') return [];
  return projects
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ id, name }) => ({
      key: id,
      label: name,
      note: t.project,
      link: { to: '/projects/$project', params: { project: id } },
    }));
}

function useSight() {
  const t = useTexts('common').found;
  const { locale } = useLanguage();
  const statusText = useFoundStatus();
  const { projects } = useMe();
  return (hit: Hit): Found[] => {
    const link = linkOf(hit);
    if (link === null) return [];
    const { type, id, title, status, value, project_id } = hit;
    const project = projects.find((each) => each.id === project_id)?.name;
    const amount = value === null ? [] : [moneyText(locale, value)];
    const facts = [t[type], status === null ? undefined : statusText(type, status), project];
    const note = facts.filter((each) => each !== undefined).join(' · ');
    return [{ key: `${type} ${id}`, label: [title ?? id, ...amount].join(' · '), note, link }];
  };
}

export function useScreens(text: string): readonly Found[] {
  const { areas } = useTexts('common');
  const project = useCurrentProject()?.id ?? '';
  const isRequested = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  return useMyScreens()
    .map(({ screen, area }) => ({
      key: screen.to,
      label: areas[screen.label],
      note: areas[area],
      link: { to: screen.to, params: { project } },
    }))
    .filter(({ label }) => isRequested(label));
}
