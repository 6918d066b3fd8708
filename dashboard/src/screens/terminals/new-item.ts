// The form of an item, and the request that it becomes.
import type { OperatorApi } from '../../shared/api-types.ts';
import { contentOf, isChosen } from '../../shared/ui/image-field.tsx';
import type { Item } from './queries.ts';

export type ItemForm = {
  readonly name: string;
  readonly pricing: Item['pricing'];
  readonly price_amount: string;
  readonly category: string;
  readonly tax_percent: string;
  readonly stock: string;
  readonly position: string;
  /** A data URL, or the address of the stored one. Empty: none. */
  readonly picture: string;
};

export const PRICINGS = ['fixed', 'minimum', 'free'] as const;

/** Null: a new one. */
export function formOf(item: Item | null): ItemForm {
  const text = (value: number | null | undefined) => (value == null ? '' : String(value));
  return {
    name: item?.name ?? '',
    pricing: item?.pricing ?? 'fixed',
    price_amount: item?.price?.amount ?? '',
    category: item?.category ?? '',
    tax_percent: item?.tax_percent ?? '',
    stock: text(item?.stock),
    position: text(item?.position),
    picture: item === null ? '' : (pictureOf(item) ?? ''),
  };
}

/** On the address of the dashboard, which can be another one than that of the pages. */
export const pictureOf = ({ picture }: Item) =>
  picture === null ? null : new URL(picture).pathname;

type Requested = Omit<OperatorApi['terminals.save-item']['input'], 'project' | 'terminal_id'>;

const given = (text: string) => (text.trim() === '' ? undefined : text.trim());

export function requestOf(form: ItemForm, item: Item | null): Requested {
  return {
    item_id: item?.id,
    name: form.name.trim(),
    category: given(form.category),
    pricing: form.pricing,
    price_amount: form.pricing === 'free' ? undefined : given(form.price_amount),
    tax_percent: given(form.tax_percent),
    // Whole numbers are sent as they were typed.
    stock: given(form.stock) as unknown as number,
    position: given(form.position) as unknown as number,
    active: item?.active,
    // A stored one stays as it is.
    picture: isChosen(form.picture) ? contentOf(form.picture) : undefined,
    remove_picture: form.picture === '' && item?.picture != null ? true : undefined,
  };
}
