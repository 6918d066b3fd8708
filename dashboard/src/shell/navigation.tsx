// The navigation: the area's sections, without those that the person has no permission for, and the tabs of a section.
import { NavLink } from '@mantine/core';
import { Link, type LinkProps, useMatches } from '@tanstack/react-router';
import {
  type AreaName,
  type Screen,
  type Section,
  screenOf,
  sectionsFor,
} from '../routes/navigation.ts';
import { useTexts } from '../shared/i18n.tsx';
import { useCurrentProject, useMe } from '../shared/session.ts';
import { Icon } from '../shared/ui/icon.tsx';
import classes from './frame.module.css';
import { ProjectSwitcher } from './project-switcher.tsx';

export function Navigation() {
  const { area, sections, current } = useCurrentSections();
  const toScreen = useLinkOf();
  const t = useTexts('common').areas;
  return (
    <div className={classes.nav}>
      <AreaSwitch area={area} />
      {area === 'project' && <ProjectSwitcher />}
      <ul className={classes.entries} aria-label={t[area]}>
        {sections.map((section) => (
          <li key={section.label}>
            <Entry
              section={section}
              isCurrent={current !== undefined && section.screens.includes(current)}
              link={toScreen(section.screens[0])}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Without it, a link to the overview is marked as current on every screen below it. */
const ONLY_EXACT = { activeOptions: { exact: true } } as const;

interface EntryProps {
  readonly section: Section;
  readonly isCurrent: boolean;
  readonly link: LinkProps;
}

function Entry({ section: { label, icon }, isCurrent, link }: EntryProps) {
  const t = useTexts('common').areas;
  return (
    <NavLink
      className={classes.entry ?? ''}
      label={t[label]}
      leftSection={<Icon name={icon} />}
      active={isCurrent}
      renderRoot={(props: object) => (
        <Link {...link} {...props} {...ONLY_EXACT} aria-current={isCurrent ? 'page' : undefined} />
      )}
    />
  );
}

/** Between the project's area and the operations of the instance, for people who have both. */
function AreaSwitch({ area }: { readonly area: AreaName }) {
  const t = useTexts('common').areas;
  const me = useMe();
  const project = useCurrentProject();
  const toScreen = useLinkOf();
  const areas = (['project', 'operations'] as const).map((each) => ({
    area: each,
    first: sectionsFor(me, each, project)[0]?.screens[0],
  }));
  if (areas.some(({ first }) => first === undefined)) return null;
  return (
    <div className={classes.areas}>
      {areas.map(({ area: each, first }) => (
        <Link
          key={each}
          {...toScreen(first)}
          {...ONLY_EXACT}
          className={classes.area ?? ''}
          data-on={each === area}
        >
          {t[each]}
        </Link>
      ))}
    </div>
  );
}

/** The screens of the current section. Nothing for a section with one screen. */
export function SectionTabs() {
  const { sections, current } = useCurrentSections();
  const toScreen = useLinkOf();
  const t = useTexts('common').areas;
  const section = sections.find(({ screens }) => screens.some((each) => each === current));
  if (section === undefined || section.screens.length < 2) return null;
  return (
    <nav className={classes.tabs} aria-label={t[section.label]} data-screen-only>
      {section.screens.map((screen) => (
        <Link
          key={screen.to}
          {...toScreen(screen)}
          className={classes.tab ?? ''}
          data-on={screen === current}
        >
          {t[screen.label]}
        </Link>
      ))}
    </nav>
  );
}

function useLinkOf(): (screen: Screen | undefined) => LinkProps {
  const project = useCurrentProject()?.id ?? '';
  return (screen) => ({ to: screen?.to ?? '/', params: { project } });
}

function useCurrentSections() {
  const me = useMe();
  const project = useCurrentProject();
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
  const area: AreaName = isOfOperations(route, project === null) ? 'operations' : 'project';
  const sections = sectionsFor(me, area, project);
  return { area, sections, current: screenOf(sections, route) };
}

/** The person's own account belongs to no area: it keeps the project's navigation. */
function isOfOperations(route: string, hasNoProject: boolean): boolean {
  if (route === '/' || route === '/account') return hasNoProject;
  return !route.startsWith('/projects/$project');
}

/** All screens that the person can open, in both areas. */
export function useMyScreens(): readonly { readonly screen: Screen; readonly area: AreaName }[] {
  const me = useMe();
  const project = useCurrentProject();
  return (['project', 'operations'] as const).flatMap((area) =>
    sectionsFor(me, area, project).flatMap(({ screens }) =>
      screens.map((screen) => ({ screen, area })),
    ),
  );
}
