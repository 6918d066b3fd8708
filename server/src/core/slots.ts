// A 16-bit slot in project ids, in ids that appear in page addresses and in API keys identifies a request's cell
// (decision 132). The proxy's map assigns slots to cells. Ids created before an instance became a cell have no slot
// and cannot be mistaken for ids with a slot.
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import type { Random } from './random.ts';

/** Four hexadecimal digits; the first digit is the cell that created the project. */
export type Slot = string;

/** After this many projects, a cell assigns the same slots again. */
const SLOTS_OF_A_CELL = 0x1000;

const CELL = /^[0-9a-f]$/;
/** UUID version 8 is for custom layouts (RFC 9562 section 5.8); ids without a slot are version 7. */
const SLOTTED = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-([0-9a-f]{4})[0-9a-f]{8}$/;
const VERSION_AT = 14;
const SLOT_AT = 24;

/** Keys without a slot are 16 bytes in base64url, which end with A, Q, g or w. */
const KEY_END = 'c';
const KEY_BYTES = 16;
const RANDOM_OF_A_KEY = 17;

export function isCell(text: string): boolean {
  return CELL.test(text);
}

export function nthSlot(cell: string, n: number): Slot {
  return cell + ((n - 1) % SLOTS_OF_A_CELL).toString(16).padStart(3, '0');
}

export function slotOf(projectId: string): Slot | null {
  return SLOTTED.exec(projectId)?.[1] ?? null;
}

/** Leaves 46 random bits, in addition to the millisecond and its counter. */
export function withSlot(id: string, slot: Slot | null): string {
  if (slot === null) return id;
  const head = `${id.slice(0, VERSION_AT)}8${id.slice(VERSION_AT + 1, SLOT_AT)}`;
  return `${head}${slot}${id.slice(SLOT_AT + slot.length)}`;
}

export function newIdOf(
  projectId: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): string {
  return withSlot(newId(clock, random), slotOf(projectId));
}

/** 102 random bits in addition to the slot. No key starts with `-`, which a command would parse as an option. */
export function newKeyOf(projectId: string, random: Random): string {
  const key = random.bytes(KEY_BYTES).toString('base64url').replace(/^-/, '_');
  const slot = slotOf(projectId);
  return slot === null ? key : `${slot}${key.slice(0, RANDOM_OF_A_KEY)}${KEY_END}`;
}
