// Reads a secret that a user types or a script passes.
import { stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { terminalLine } from '../core/terminal-text.ts';

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const ERASE = new Set(['\u007f', '\b']);

/**
 * Reads from a terminal without echo, otherwise the first line of standard input, so that scripts can pass it without
 * exposing it in a process list.
 */
export async function readSecret(prompt: string): Promise<string> {
  if (!stdin.isTTY) return readLine();
  process.stderr.write(`${terminalLine(prompt)}: `);
  stdin.setRawMode(true);
  try {
    return await readHidden();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    process.stderr.write('\n');
  }
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line.trim();
  return '';
}

async function readHidden(): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    for (const letter of String(chunk)) {
      if (letter === '\r' || letter === '\n' || letter === END_OF_INPUT) return text.trim();
      if (letter === INTERRUPT) throw new NoSecret('Interrupted');
      text = ERASE.has(letter) ? text.slice(0, -1) : text + letter;
    }
  }
  return text.trim();
}

class NoSecret extends Error {
  override readonly name = 'NoSecret';
}
