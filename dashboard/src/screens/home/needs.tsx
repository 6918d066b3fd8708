// What needs attention: severity, number, age, and a link to the list with exactly the counted items.
import { Card, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe, useProjectName } from '../../shared/session.ts';
import { Ago } from '../../shared/ui/ago.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Titled } from '../../shared/ui/page.tsx';
import classes from './home.module.css';
import { needLink, needLinkIn } from './need-link.ts';
import type { Need } from './queries.ts';

/** Money cannot move, or moved wrongly. The others wait for a decision. */
const URGENT: readonly Need['kind'][] = [
  'alerts',
  'alerts_unreported',
  'chains_not_synced',
  'hot_wallets_low',
  'payout_pauses',
  'quarantines',
  'withdrawals_failed',
];

interface Props {
  readonly needs: readonly Need[];
  readonly project: string | undefined;
}

export function Needs({ needs, project }: Props) {
  const t = useTexts('home');
  const isUrgent = ({ kind }: Need) => URGENT.includes(kind);
  const present = needs.filter(({ count }) => count > 0);
  const waiting = [...present.filter(isUrgent), ...present.filter((need) => !isUrgent(need))];
  if (waiting.length === 0)
    return (
      <Text c="dimmed" className={classes.caughtUp ?? ''}>
        <Icon name="check" size={16} /> {t.noNeeds}
      </Text>
    );
  return (
    <Titled title={t.needs}>
      <Card withBorder p={0}>
        <ul className={classes.needs}>
          {waiting.map((need) => (
            <li key={need.kind} className={classes.need} data-urgent={isUrgent(need)}>
              <Where need={need} project={project} />
              {need.oldest_at !== null && (
                <Text component="span" size="sm" c="dimmed">
                  <Ago at={need.oldest_at} />
                </Text>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Titled>
  );
}

/** One link to the list of all projects or, if no such list exists, one link per project. */
function Where({ need, project }: { readonly need: Need; readonly project: string | undefined }) {
  const t = useTexts('home');
  const { permissions } = useMe();
  const nameOf = useProjectName();
  const [only] = need.projects.length === 1 ? need.projects : [];
  const place = project ?? only?.project_id;
  const inProject = place === undefined ? null : needLinkIn(need.kind, place);
  const ofInstance = permissions.includes('read') ? needLink(need.kind) : null;
  const link: LinkProps | null =
    project === undefined ? (ofInstance ?? inProject) : (inProject ?? ofInstance);
  const counted = (
    <>
      <span className={classes.count}>
        {need.count}
        {need.is_capped && '+'}
      </span>
      {t[need.kind]}
    </>
  );
  if (link !== null)
    return (
      <Link className={classes.whole ?? ''} {...link}>
        {counted}
      </Link>
    );
  return (
    <div>
      {counted}
      {need.projects.map(({ project_id: id, count }) => (
        <Text key={id} size="sm">
          <Link {...needLinkIn(need.kind, id)}>{nameOf(id)}</Link> {count}
        </Text>
      ))}
    </div>
  );
}
