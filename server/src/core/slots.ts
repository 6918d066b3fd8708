// Derives the cell for a request from the ids in it: a 16-bit slot in project ids, in ids that appear in page
// addresses, and in API keys (decision 132). The proxy's map assigns slots to cells. Ids created before an instance
// became a cell have no slot, and cannot be mistaken for ids with one.
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import type { Random } from './random.ts';

/** Four hexadecimal digits; the first is the cell that assigned the slot to a project. */
export type Slot = string;

/** Number of slots that one cell assigns to projects before two projects share one. */
const SLOTS_OF_A_CELL = 0x1000;

const CELL = /^[0-9a-f]$/;
/** Version 8, which is for custom layouts (RFC 9562 section 5.8); all other ids here are version 7. */
const SLOTTED = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-([0-9a-f]{4})[0-9a-f]{8}$/;
const VERSION_AT = 14;
const SLOT_AT = 24;

/** Last character of a key with a slot: 16 bytes in base64url end with A, Q, g or w, so no other key ends with it. */
const KEY_END = 'c';
const KEY_BYTES = 16;
const RANDOM_OF_A_KEY = 17;

export function isCell(text: string): boolean {
  return CELL.test(text);
}

/** The slot of the nth project of a cell, counting from 1. */
export function nthSlot(cell: string, n: number): Slot {
  return cell + ((n - 1) % SLOTS_OF_A_CELL).toString(16).padStart(3, '0');
}

/** Null for an id without a slot. */
export function slotOf(projectId: string): Slot | null {
  return SLOTTED.exec(projectId)?.[1] ?? null;
}

/** Leaves 46 random bits, in addition to the millisecond and its counter. */
export function withSlot(id: string, slot: Slot | null): string {
  if (slot === null) return id;
  const head = `${id.slice(0, VERSION_AT)}8${id.slice(VERSION_AT + 1, SLOT_AT)}`;
  return `${head}${slot}${id.slice(SLOT_AT + slot.length)}`;
}

/** A new id with the slot of its project. */
export function newIdOf(
  projectId: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): string {
  return withSlot(newId(clock, random), slotOf(projectId));
}

/**
 * The same length and alphabet as every key; 102 random bits in addition to the slot. No key starts with `-`, which a
 * command would parse as an option.
 */
export function newKeyOf(projectId: string, random: Random): string {
  const key = random.bytes(KEY_BYTES).toString('base64url').replace(/^-/, '_');
  const slot = slotOf(projectId);
  return slot === null ? key : `${slot}${key.slice(0, RANDOM_OF_A_KEY)}${KEY_END}`;
}
