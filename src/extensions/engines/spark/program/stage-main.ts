import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { describe } from '../../../../runtime/failure.js';
import type { SparkPlan } from '../spark-plan.js';
import { END_OF_ANSWER, frameOf, requests } from './frames.js';
import { THREADS, type PackedThread } from './packed-threads.js';
import { StageProgram, type StageRequest } from './stage-program.js';

/** Runs the program, which is bundled into one file: `node likeness-stage.mjs plan.json [threads]`. */
async function run([file, threads]: readonly string[]): Promise<void> {
  const plan = JSON.parse(readFileSync(file!, 'utf8')) as SparkPlan;
  const { unicode = '' } = process.versions as { readonly unicode?: string };
  if (unicode !== plan.unicode)
    throw new Error(
      `Node ${process.version} uses Unicode ${unicode}, but the rows were prepared with Unicode ${plan.unicode}: normal forms may differ`,
    );
  const program = new StageProgram(plan, Number(threads ?? availableParallelism()));
  const write = async (bytes: Buffer): Promise<void> => {
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
  };
  for await (const { head, table } of requests<StageRequest>(process.stdin)) {
    for await (const { shape, batch } of program.answer(head, table)) await write(await frameOf(shape, batch));
    await write(END_OF_ANSWER);
  }
  await program.end();
}

if (isMainThread)
  run(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  });
else await THREADS[process.argv[2] as PackedThread]();
