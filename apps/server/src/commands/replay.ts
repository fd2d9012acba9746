import { writeFile } from 'node:fs/promises'
import { collectReplay, findingsOf, replayPage } from '../assessment/evidence/index.ts'
import { createExamCache, selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export interface ReplayWishes {
  readonly orgId: number
  readonly formRunGuid: string
  /** The file that is written; undefined for one named by the form run, here. */
  readonly out: string | undefined
  /** Moments are told in it too, beside UTC. */
  readonly timeZone: string | undefined
}

/** `sitwell replay`: writes what happened in a sitting as one HTML file. Answers the exit code: 1 where what is kept doesn't match. */
export const writeReplay = async (database: Database, { orgId, formRunGuid, out, timeZone }: ReplayWishes): Promise<number> => {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    console.error(`${timeZone} is not a time zone; Europe/London is one.`)
    return 2
  }
  const run = await selectFormRunOfOrganisation(database, orgId, formRunGuid)
  if (!run) {
    console.error(`Organisation ${orgId} has no form run ${formRunGuid}.`)
    return 1
  }
  const context = { database, exams: createExamCache(database, systemClock.nowMs), clock: systemClock }
  const replay = await collectReplay(context, run)
  const file = out ?? `replay-${run.form_run_id}.html`
  await writeFile(file, replayPage(replay, { nowMs: systemClock.nowMs(), timeZone }))
  const findings = findingsOf(replay.checked)
  console.log(`${file}: ${replay.lines.length} lines.`)
  if (findings.length === 0) return 0
  console.error('What is kept does not match; the page says where, and so does sitwell verify.')
  return 1
}
