// Guarantees of the commands in the documents: typed in order on a sandbox instance, each works and prints the
// documented output. With CHAINTILL_TEST_THOROUGH=1 all of them are typed, which takes minutes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough } from '../support/crash-stride.ts';
import { elsewhere } from './elsewhere.ts';
import { type Block, blocks, type Typed } from './fences.ts';
import { filler } from './fill.ts';
import { openScene, type Scene } from './scene.ts';
import { shapeOf } from './shape.ts';

/** Typed in every run. */
const SHORT = /^(README|docs\/(how-to|payment-pages|people))\.md$/;
/** Commands that change the machine outside their folder. */
const OF_THE_MACHINE =
  /\b(sudo|systemctl|apt|apt-get)\b|[\s=]\/(boot|etc|home|opt|root|srv|usr\/local|var)\//;
/** A command starts a program, and the machine may be busy. */
const TIMEOUT = 600_000;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const played = blocks.filter(
  (block) => (isThorough || SHORT.test(block.path)) && elsewhere(block) === null,
);
const paths = [...new Set(played.map(({ path }) => path))];

describe.each(paths)('%s', (path) => {
  let fill: ReturnType<typeof filler>;
  beforeAll(() => {
    fill = filler(scene);
  });
  const ofPath = played.filter((block) => block.path === path);

  test.each(ofPath)(
    '$place',
    async (block) => {
      fill.forget();
      for (const { command, shown } of stepsOf(block)) {
        const text = await fill.fill(command);
        expect(text, 'changes the machine: see elsewhere.ts').not.toMatch(OF_THE_MACHINE);
        const { code, stdout, stderr } = await scene.type(text);
        expect(code, `${text}\n${stdout}\n${stderr}`).toBe(0);
        fill.heard(stdout);
        const shape = shown === null ? null : shapeOf(shown);
        if (shape !== null) expect(shapeOf(stdout), text).toEqual(shape);
      }
      await scene.settle();
    },
    TIMEOUT,
  );
});

/** Line by line, where a later command needs the output of an earlier one. */
function stepsOf({ typed }: Block): readonly Typed[] {
  return typed.flatMap((one) =>
    one.command.includes('01a2…')
      ? one.command
          .trim()
          .split(/(?<!\\)\n/)
          .map((command) => ({ command, shown: null }))
      : [one],
  );
}
