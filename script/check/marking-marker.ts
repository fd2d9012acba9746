import { glob, readFile } from 'node:fs/promises'
import type { Finding } from './run-tool.ts'

/** Stands in every file that marks answers (packages/question-types). */
export const markingMarker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

/**
 * Marking knows the keys of questions. Every `marking.ts` carries the marker, and the built player, source maps included, has it
 * nowhere. `sources` and `built` are glob patterns; either matching nothing is a finding too, for then nothing was looked at.
 */
export async function checkMarkingMarker(sources: string, built: string): Promise<Finding> {
  const problems: string[] = []
  let seenSources = 0
  for await (const path of glob(sources)) {
    seenSources += 1
    if (!(await readFile(path, 'utf8')).includes(markingMarker)) problems.push(`${path} lacks the marker ${markingMarker}`)
  }
  let seenBuilt = 0
  for await (const path of glob(built)) {
    seenBuilt += 1
    if ((await readFile(path, 'utf8')).includes(markingMarker)) problems.push(`${path} holds marking code`)
  }
  if (seenSources === 0) problems.push(`no file matches ${sources}`)
  if (seenBuilt === 0) problems.push(`no file matches ${built}: build the player first (script/build)`)
  return { ok: problems.length === 0, detail: problems.join('\n') }
}
