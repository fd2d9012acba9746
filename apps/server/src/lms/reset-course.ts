import { randomUUID } from 'node:crypto'
import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import { numberOfOpening } from '@sitwell/exam/courses/course-run'
import { nothingSet } from '@sitwell/exam/courses/sco-outcome'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable } from '../db/schema.ts'
import { resetRegistration } from './cmi5/reset-registration.ts'
import { changesBetween, readData, writeData } from './course-data.ts'
import { keepStanding } from './course-standing.ts'
import { type HeldCourse, insertScoSave, lockCourse, updateSco } from './queries.ts'
import { runOf } from './run-of-course.ts'

const fresh = {
  status: 0,
  started_at: null,
  ended_at: null,
  data: writeData(new Map()),
  outcome: JSON.stringify(nothingSet),
  over_from: null,
  has_ended: 0,
  saved_at: null,
  attempts: 0,
} as const

interface Reset {
  /** That one alone; all of the course if it is missing. A course of cmi5 is always reset as a whole. */
  readonly scoAttemptId?: number | undefined
  /** Guid of a person, or `command`. */
  readonly author: string
  readonly nowMs: number
}

/**
 * Sets SCOs of a course back to not started, in a transaction that holds it: that one, or all; a course of cmi5 always as a whole. The history keeps what
 * was, and the reset; whatever a page still sends that was open before is numbered below it, and changes nothing.
 */
export const resetHeldCourse = async (
  transaction: Kysely<Schema>,
  held: HeldCourse,
  { scoAttemptId, author, nowMs }: Reset,
): Promise<void> => {
  // What an AU has come to follows from its registration, which is of the whole course.
  if (held.course.standard === 'cmi5') return resetRegistration(transaction, held, author, nowMs)
  const isMeant = (sco: ScoAttemptTable) => scoAttemptId === undefined || sco.sco_attempt_id === scoAttemptId
  const scos: ScoAttemptTable[] = []
  for (const sco of held.scos) {
    if (!isMeant(sco)) {
      scos.push(sco)
      continue
    }
    // Above every number that a page was ever given, also of one that a database has forgotten that was set back.
    const number = numberOfOpening(runOf({ ...held, scos: [sco] }), leastAfter(nowMs))
    const now = { ...fresh, number, last_sequence: number }
    await updateSco(transaction, sco, now)
    await insertScoSave(transaction, sco, {
      save_guid: randomUUID(),
      number,
      writer: author,
      ends: 0,
      outcome: 'reset',
      status: 0,
      changes: changesBetween(readData(sco), new Map()),
      hash: '',
      received_at: nowMs,
    })
    scos.push({ ...sco, ...now })
  }
  // The run time's own memory of the course would know of what was set back.
  const run = runOf({ ...held, scos })
  await keepStanding(transaction, held, { ...run, clusterAttempts: new Map() }, nowMs, { sequencing_state: null })
}

/** The same in its own transaction. Throws an error if the organisation has no such course attempt. */
export const resetCourse = (
  kysely: Kysely<Schema>,
  { orgId, courseAttemptGuid, scoAttemptId }: { orgId: number; courseAttemptGuid: string; scoAttemptId?: number | undefined },
  author: string,
  nowMs: number,
): Promise<void> =>
  kysely.transaction().execute(async (transaction) => {
    const held = await lockCourse(transaction, orgId, courseAttemptGuid)
    if (!held) throw new Error(`Organisation ${orgId} has no course attempt ${courseAttemptGuid}.`)
    await resetHeldCourse(transaction, held, { scoAttemptId, author, nowMs })
  })
