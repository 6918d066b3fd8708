// What a terminal sells: items with their price, category, picture and stock. Triggers count the pieces that sales take
// (migration 0260).
import type { App } from '../app.ts';
import { chooseAmount } from '../coins/choose.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { type Sql, violatedConstraint } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { type LogoImage, readPicture } from '../projects/logo.ts';
import { purgePictures, storePicture } from './pictures.ts';
import { readPercent } from './save-terminal.ts';
import { lockTerminal, type TerminalRow } from './terminals.ts';

export const PRICINGS = ['fixed', 'minimum', 'free'] as const;
type Pricing = (typeof PRICINGS)[number];

export interface ItemRow {
  readonly id: string;
  readonly name: string;
  readonly category: string | null;
  readonly pricing: Pricing;
  /** Null: free. */
  readonly price_amount: bigint | null;
  readonly tax_percent: string | null;
  readonly is_active: boolean;
  readonly position: number;
  readonly stock: number | null;
  readonly taken: number;
  readonly paid_late: number;
  /** The name of its picture. */
  readonly picture: string | null;
}

const COLUMNS = `id, name, category, pricing, price_amount, tax_percent::text as tax_percent, is_active, position,
  stock, taken, paid_late, picture`;

/** A page shows all of them at once. */
export const ITEMS_MAX = 500;

/** In the order of the page. */
export function itemsOf(
  sql: Sql,
  { project_id: projectId, id }: Pick<TerminalRow, 'project_id' | 'id'>,
): Promise<ItemRow[]> {
  return sql.query<ItemRow>(
    `select ${COLUMNS} from terminal_items where project_id = $1 and terminal_id = $2
     order by position, id limit ${ITEMS_MAX}`,
    [projectId, id],
  );
}

/** Null: any number. Late payments can take more than there is. */
export function itemsLeft({ stock, taken, paid_late: late }: ItemRow): number | null {
  return stock === null ? null : Math.max(0, stock - taken - late);
}

export interface ItemInput {
  readonly name: string;
  readonly category?: string | undefined;
  readonly pricing?: Pricing | undefined;
  readonly price_amount?: string | undefined;
  readonly tax_percent?: string | undefined;
  readonly stock?: number | undefined;
  readonly position?: number | undefined;
  readonly active?: boolean | undefined;
  /** An image in base64. Missing: it stays as it is. */
  readonly picture?: string | undefined;
  readonly remove_picture?: boolean | undefined;
}

interface Saving {
  readonly terminal: TerminalRow;
  readonly id: string;
  readonly isNew: boolean;
}

/**
 * What is left out is unset, except for the picture. A repeated request for a new one stores it once. Errors: 404, 422
 * `invalid`.
 */
export async function saveItem(app: App, saving: Saving, input: ItemInput): Promise<void> {
  const { terminal } = saving;
  const problems: ErrorDetail[] = [];
  const item = readItem(app, terminal, { input, problems });
  const picture = readPictureOf(input, problems);
  const others = await itemsOf(app.db, terminal);
  if (saving.isNew && others.length >= ITEMS_MAX)
    problems.push(rule.keysAtMost('items', ITEMS_MAX));
  if (problems.length > 0) throw invalid(...problems);
  const last = others.at(-1)?.position ?? 0;
  const position = item.position ?? positionOf(others, saving.id) ?? last + 1;
  try {
    await app.db.transaction((tx) => store(tx, saving, { ...item, position, picture }));
  } catch (error) {
    if (violatedConstraint(error) === 'terminal_items_name') throw invalid(rule.taken('name'));
    throw error;
  }
}

const positionOf = (items: readonly ItemRow[], id: string) =>
  items.find((item) => item.id === id)?.position;

/** Undefined: it stays as it is. */
function readPictureOf(
  { picture, remove_picture: isRemoved = false }: ItemInput,
  problems: ErrorDetail[],
): LogoImage | null | undefined {
  if (picture === undefined) return isRemoved ? null : undefined;
  if (isRemoved) problems.push(rule.unsupported('remove_picture'));
  return readPicture(picture, 'picture', problems);
}

type Read = Omit<ItemRow, 'id' | 'taken' | 'paid_late' | 'position' | 'picture'> & {
  readonly position?: number;
};

function readItem(
  app: App,
  terminal: TerminalRow,
  { input, problems }: { input: ItemInput; problems: ErrorDetail[] },
): Read {
  const { pricing = 'fixed', price_amount: price, tax_percent: tax } = input;
  const unit = unitOfCode(app.currencies, terminal.price_unit);
  const name = input.name.trim();
  if (name === '') problems.push(rule.filled('name'));
  if (pricing !== 'free' && price === undefined) problems.push(rule.filled('price_amount'));
  if (pricing === 'free' && price !== undefined) problems.push(rule.unsupported('price_amount'));
  const amount = chooseAmount(unit, { value: price, target: 'price_amount' }, problems);
  return {
    name,
    category: input.category?.trim() || null,
    pricing,
    price_amount: pricing === 'free' ? null : amount,
    tax_percent:
      tax === undefined ? null : readPercent(tax, { target: 'tax_percent', min: 0 }, problems),
    is_active: input.active ?? true,
    stock: input.stock ?? null,
    ...(input.position !== undefined && { position: input.position }),
  };
}

interface Stored extends Omit<ItemRow, 'id' | 'taken' | 'paid_late' | 'picture'> {
  readonly picture: LogoImage | null | undefined;
}

async function store(
  tx: Tx,
  { terminal, id, isNew }: Saving,
  { picture, ...item }: Stored,
): Promise<void> {
  // Pictures that nothing shows are found under this lock.
  if (picture !== undefined) await lockTerminal(tx, terminal);
  if (picture) await storePicture(tx, terminal, picture);
  const values = [
    terminal.project_id,
    terminal.id,
    id,
    item.name,
    item.category,
    item.pricing,
    item.price_amount?.toString() ?? null,
    item.tax_percent,
    item.is_active,
    item.position,
    item.stock,
    picture?.name ?? null,
  ];
  if (isNew) {
    await tx.query(
      `insert into terminal_items (project_id, terminal_id, id, name, category, pricing, price_amount, tax_percent,
         is_active, position, stock, picture, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict on constraint terminal_items_pkey do nothing`,
      [...values, tx.now],
    );
    return;
  }
  const rows = await tx.query(
    `update terminal_items set name = $4, category = $5, pricing = $6, price_amount = $7, tax_percent = $8,
       is_active = $9, position = $10, stock = $11, picture = case when $13 then $12 else picture end
     where project_id = $1 and terminal_id = $2 and id = $3 returning 1`,
    [...values, picture !== undefined],
  );
  if (rows.length === 0) throw notFound();
  if (picture !== undefined) await purgePictures(tx, terminal);
}
