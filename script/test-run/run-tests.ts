import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closingLines } from '../sum-up/closing-lines.ts'
import { rerunPlanOf } from '../sum-up/reruns.ts'
import type { StageResult } from '../sum-up/stage-result.ts'
import { exitCodeOf, type Summary, summaryOf } from '../sum-up/summary.ts'
import { runAgain } from './run-again.ts'
import { type RunOptions, runStage, type Stage } from './run-stage.ts'

/** Stages that run one after the other, beside those of other lanes. */
export type Lane = readonly Stage[]

/**
 * Runs lanes side by side, then each failure again, and prints the closing lines. The first lane's output is printed as it comes, that of
 * another whenever one of its stages has ended, so that they stay readable.
 */
export async function runTests(lanes: readonly Lane[], options: RunOptions): Promise<Summary> {
  const { folder, write, signal } = options
  const runLane = async (lane: Lane, index: number): Promise<StageResult[]> => {
    const results: StageResult[] = []
    for (const stage of lane) {
      if (signal.aborted) break
      const held: string[] = [`${stage.intent} …\n`]
      if (index === 0) write(held.splice(0).join(''))
      results.push(await runStage(stage, { ...options, write: index === 0 ? write : (output) => void held.push(output) }))
      if (held.length > 0) write(`\n${held.join('')}\n`)
    }
    return results
  }
  const results = (await Promise.all(lanes.map(runLane))).flat()
  const plan = rerunPlanOf(results)
  const summary = summaryOf(results, plan, await runAgain(lanes.flat(), plan, options))
  await writeFile(join(folder, 'summary.json'), JSON.stringify(summary, null, 2))
  const isKept = summary.flaky.length > 0 || exitCodeOf(summary) !== 0
  write(`\n${isKept ? `Events and traces of this run: ${folder}\n` : ''}${closingLines(summary).join('\n')}\n`)
  return summary
}
