// Alert destinations. Their credentials are stored encrypted and never shown again.
import type { App } from '../app.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import {
  type DestinationKindName,
  type MessageLanguage,
  REPEAT_MINUTES,
} from '../operator/alerts/contract.ts';
import type { DeliveryReply, Place, Settings } from './kinds/kinds.ts';

const DESTINATIONS_MAX = 20;

export interface DestinationRow {
  readonly id: string;
  readonly kind: DestinationKindName;
  readonly name: string;
  readonly recipient: string;
  readonly language: MessageLanguage;
  readonly repeat_minutes: number;
  readonly is_enabled: boolean;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  readonly failures: number;
  readonly failed_since: Date | null;
  readonly last_error: DeliveryReply | null;
}

const COLUMNS = `id, kind, name, recipient, language, repeat_minutes, is_enabled, created_at, delivered_at, failures,
  failed_since, last_error`;

export function listDestinations(sql: Sql): Promise<DestinationRow[]> {
  return sql.query<DestinationRow>(
    `select ${COLUMNS} from alert_destinations order by created_at, id limit ${DESTINATIONS_MAX}`,
  );
}

/** Errors: 422 `invalid` for a name that is taken, and when there are too many destinations. */
export async function addDestination(
  app: App,
  added: {
    kind: DestinationKindName;
    name: string;
    place: Place;
    language: MessageLanguage | undefined;
    repeatMinutes: number | undefined;
  },
): Promise<DestinationRow> {
  const { kind, name, place, language = 'en', repeatMinutes = REPEAT_MINUTES } = added;
  if ((await listDestinations(app.db)).length === DESTINATIONS_MAX)
    throw invalid(rule.limitExceeded('name', `${DESTINATIONS_MAX} destinations`));
  const id = newId(app.clock, app.random);
  const sealed = app.secrets.seal(JSON.stringify(place.settings), contextOf(id));
  const [row] = await app.db.query<DestinationRow>(
    `insert into alert_destinations
       (id, kind, name, recipient, settings_sealed, language, repeat_minutes, is_enabled, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8)
     on conflict on constraint alert_destinations_name do nothing returning ${COLUMNS}`,
    [id, kind, name, place.recipient, sealed, language, repeatMinutes, new Date(app.clock.now())],
  );
  if (row !== undefined) return row;
  throw invalid(rule.taken('name'));
}

/** Errors: 404. */
export async function switchDestination(
  app: App,
  { id, isEnabled }: { id: string; isEnabled: boolean },
): Promise<DestinationRow> {
  const [row] = await app.db.query<DestinationRow>(
    `update alert_destinations set is_enabled = $2 where id = $1 returning ${COLUMNS}`,
    [id, isEnabled],
  );
  if (row === undefined) throw notFound();
  return row;
}

/** Also removes messages and notification state. Errors: 404. */
export async function removeDestination(app: App, id: string): Promise<{ name: string }> {
  const [row] = await app.db.query<{ name: string }>(
    'delete from alert_destinations where id = $1 returning name',
    [id],
  );
  if (row === undefined) throw notFound();
  return row;
}

export interface OpenedDestination {
  readonly row: DestinationRow;
  readonly settings: Settings;
}

/** The enabled destinations, or the one with this name or ID, enabled or not. Errors: 404. */
export async function openDestinations(
  app: App,
  requested: string | null,
): Promise<readonly OpenedDestination[]> {
  const rows = await app.db.query<DestinationRow & { settings_sealed: string }>(
    `select ${COLUMNS}, settings_sealed from alert_destinations
     where case when $1::text is null then is_enabled else id::text = lower($1) or name = $1 end
     order by created_at, id limit ${DESTINATIONS_MAX}`,
    [requested],
  );
  if (requested !== null && rows.length === 0) throw notFound();
  return rows.map(({ settings_sealed: sealed, ...row }) => ({
    row,
    settings: openSettings(app, row.id, sealed),
  }));
}

export function openSettings(app: App, id: string, sealed: string): Settings {
  return JSON.parse(app.secrets.open(sealed, contextOf(id))) as Settings;
}

/** Stored settings were encrypted with this context, so it keeps the table's former name. */
function contextOf(id: string): string {
  return `alarm_destinations:${id}`;
}
