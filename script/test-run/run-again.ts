import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RerunPlan } from '../sum-up/reruns.ts'
import type { Failure, StageResult } from '../sum-up/stage-result.ts'
import { type RunOptions, runStage, type Stage } from './run-stage.ts'

/** Runs what a plan says, one after the other, while nothing else runs. */
export async function runAgain(
  stages: readonly Stage[],
  { again, late }: RerunPlan,
  { folder, write, signal }: RunOptions,
): Promise<Map<Failure, StageResult>> {
  const results = new Map<Failure, StageResult>()
  for (const unit of [...late, ...again]) {
    const stage = stages.find(({ name }) => name === unit.stage)
    if (!stage?.again || signal.aborted) continue
    write(`Running ${late.includes(unit) ? 'late' : 'again'}: ${[unit.file, unit.title].filter(Boolean).join(' ')}\n`)
    const own = join(folder, `again-${results.size + 1}`)
    await mkdir(own)
    const command = await stage.again({ project: unit.project, file: unit.file, ids: unit.ids, folder: own })
    // To find out at which await a test was stuck costs time that only a test which was stuck is given.
    const isStuck = unit.messages.some((message) => /timed out|did not end/i.test(message))
    const env = { ...stage.env, ...(isStuck && { SITWELL_TEST_LOOK_CLOSELY: '1' }) }
    results.set(unit, await runStage({ ...stage, command, env }, { folder: own, write, signal }))
  }
  return results
}
