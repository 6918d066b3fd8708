// The form of an item, and the request that it becomes.
import type { OperatorApi } from '../../shared/api-types.ts';
import type { Item } from './queries.ts';

export type ItemForm = {
  readonly name: string;
  readonly pricing: Item['pricing'];
  readonly price_amount: string;
  readonly category: string;
  readonly tax_percent: string;
  readonly stock: string;
  readonly position: string;
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
  };
}

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
  };
}
