// Which cell a request is for, as it can be read from what the request names: a slot of 16 bits in project ids, in ids
// that stand in addresses of pages, and in API keys (decision 132). The proxy's map says which cell has which slot.
// What was made before a till was a cell carries none, and never looks as if it did.
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import type { Random } from './random.ts';

/** Four hexadecimal digits, of which the first is the cell that gave it to a project. */
export type Slot = string;

/** Slots that one cell gives to projects, before two share one. */
const SLOTS_OF_A_CELL = 0x1000;

const CELL = /^[0-9a-f]$/;
/** Of version 8, which is for layouts of one's own (RFC 9562 section 5.8); all others here are of version 7. */
const SLOTTED = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-([0-9a-f]{4})[0-9a-f]{8}$/;
const VERSION_AT = 14;
const SLOT_AT = 24;

/** Of a key with a slot: 16 bytes in base64url end with A, Q, g or w, so no other key does. */
const KEY_END = 'c';
const KEY_BYTES = 16;
const RANDOM_OF_A_KEY = 17;

export function isCell(text: string): boolean {
  return CELL.test(text);
}

/** That of the nth project of a cell, from 1. */
export function nthSlot(cell: string, n: number): Slot {
  return cell + ((n - 1) % SLOTS_OF_A_CELL).toString(16).padStart(3, '0');
}

/** Null for what carries none. */
export function slotOf(projectId: string): Slot | null {
  return SLOTTED.exec(projectId)?.[1] ?? null;
}

/** With 46 random bits left, beside the millisecond and its counter. */
export function withSlot(id: string, slot: Slot | null): string {
  if (slot === null) return id;
  const head = `${id.slice(0, VERSION_AT)}8${id.slice(VERSION_AT + 1, SLOT_AT)}`;
  return `${head}${slot}${id.slice(SLOT_AT + slot.length)}`;
}

/** A new id that carries the slot of its project. */
export function newIdOf(
  projectId: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): string {
  return withSlot(newId(clock, random), slotOf(projectId));
}

/**
 * As long as every key, and of the same letters; 102 random bits beside a slot. None begins with `-`, which a command
 * takes for an option.
 */
export function newKeyOf(projectId: string, random: Random): string {
  const key = random.bytes(KEY_BYTES).toString('base64url').replace(/^-/, '_');
  const slot = slotOf(projectId);
  return slot === null ? key : `${slot}${key.slice(0, RANDOM_OF_A_KEY)}${KEY_END}`;
}
