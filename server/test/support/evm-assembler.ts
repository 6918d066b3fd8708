// Assembles EVM bytecode from readable text, so that tests need no compiler for contracts: instruction names, `0x..`
// for a number to push, `:name` for a jump destination, `@name` to push its position.

/** Ethereum yellow paper, appendix H. Only what the tests' contracts use. */
const instructions: Readonly<Record<string, number>> = {
  ADD: 0x01,
  SUB: 0x03,
  DIV: 0x04,
  LT: 0x10,
  EQ: 0x14,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMPI: 0x57,
  DUP1: 0x80,
  LOG3: 0xa3,
  STOP: 0x00,
  RETURN: 0xf3,
  REVERT: 0xfd,
};
const JUMPDEST = '5b';
/** PUSH1 is 0x60, PUSH2 0x61, ... PUSH32 0x7f. */
const PUSH_BASE = 0x5f;
const POSITION_BYTES = 2;

/** Hex without 0x. */
export function assemble(source: string): string {
  const words = source.split(/\s+/).filter((word) => word !== '');
  const places = new Map<string, number>();
  let size = 0;
  for (const word of words) {
    if (word.startsWith(':')) places.set(word.slice(1), size);
    size += word.startsWith('@') ? 1 + POSITION_BYTES : encode(word).length / 2;
  }
  return words.map((word) => (word.startsWith('@') ? jumpTo(places, word) : encode(word))).join('');
}

function encode(word: string): string {
  if (word.startsWith(':')) return JUMPDEST;
  if (word.startsWith('0x')) return push(word.slice(2));
  const code = instructions[word];
  if (code === undefined) throw new Error(`no instruction ${word}`);
  return hex(code);
}

function jumpTo(places: ReadonlyMap<string, number>, word: string): string {
  const place = places.get(word.slice(1));
  if (place === undefined) throw new Error(`no place ${word}`);
  return push(place.toString(16).padStart(2 * POSITION_BYTES, '0'));
}

function push(digits: string): string {
  return hex(PUSH_BASE + digits.length / 2) + digits;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
