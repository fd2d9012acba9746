import { createHash } from 'node:crypto'
import { scormSave } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable, ScoSaveTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'
import { contentOf } from './course-content.ts'
import { changesBetween, problemOf, readData, toData, writeData } from './course-data.ts'
import { keepStanding, scoStanding } from './course-standing.ts'
import { type HeldCourse, insertScoSave, lockCourse, selectCourse, selectScoSave, updateSco } from './queries.ts'
import { placeOfSave, readOpening, type ScoOpening } from './sco-opening.ts'
import { closedIn, isTriedAgain } from './sequenced-course.ts'
import { shownCourse } from './shown-course.ts'

interface Save {
  readonly data: readonly { element: string; value: string }[]
  readonly number: number
  readonly saveGuid: string
  readonly writer: string
  readonly ends: boolean
  readonly sequencingState?: string | undefined
}

type Outcome = ScoSaveTable['outcome'] | 'not open' | 'mismatched'

const hashOf = ({ data, number, writer, ends, sequencingState }: Save) =>
  createHash('sha256')
    .update(JSON.stringify([data.map(({ element, value }) => [element, value]), number, writer, ends, sequencingState]))
    .digest('hex')

/** A SCO whose save is to be kept, in a transaction that holds its course. */
interface Kept {
  readonly held: HeldCourse
  readonly sco: ScoAttemptTable
  /** As its page hands it back. */
  readonly opening: ScoOpening | undefined
}

/** The database was set back to before the SCO was opened: it sets no number back, not by a reset either. */
const isForgotten = ({ sco, opening }: Kept) => opening !== undefined && opening.number > sco.last_sequence

/** What becomes of a save that has not come before. */
const judge = (kept: Kept, { number }: Save): 'applied' | 'older' | 'over' | 'not open' => {
  const { held, sco } = kept
  // An AU speaks with the learning record store.
  if (held.course.standard === 'cmi5') return 'not open'
  if (sco.over_from !== null && number > sco.over_from) return 'over'
  if (number <= sco.number) return 'older'
  if (sco.started_at !== null || isForgotten(kept)) return 'applied'
  return closedIn(held)[held.scos.indexOf(sco)] === undefined ? 'applied' : 'not open'
}

/** Where the course's sequencing stands is of the SCO that was opened last: numbers of openings rise over all SCOs of a course. */
const isLatest = ({ held, sco }: Kept, { number }: Save) => held.scos.every((one) => one === sco || one.number < number)

const apply = async (transaction: Kysely<Schema>, kept: Kept, save: Save, nowMs: number) => {
  const { held, sco, opening } = kept
  const content = contentOf(held.course).scos[sco.position]
  if (!content) throw new Error(`The course has no SCO ${sco.position}.`)
  const data = toData(save.data)
  const { outcome, status: told } = scoStanding(held.course, content, data, save.ends)
  const set = {
    data: writeData(data),
    outcome: JSON.stringify(outcome),
    number: save.number,
    has_ended: save.ends ? 1 : 0,
    saved_at: nowMs,
  }
  const withFields = (fields: Partial<ScoAttemptTable>) => ({
    ...held,
    scos: held.scos.map((one) => (one === sco ? { ...one, ...fields } : one)),
  })
  const status = told === 3 && isTriedAgain(withFields({ ...set, status: told }), content.identifier) ? 1 : told
  const isDone = status >= 2
  const fields = {
    ...set,
    status,
    started_at: sco.started_at ?? opening?.openedAtMs ?? nowMs,
    last_sequence: Math.max(sco.last_sequence, opening?.number ?? 0),
    ended_at: isDone ? (sco.ended_at ?? nowMs) : null,
    // One that is over closes with its last save; one that came late and says that it isn't opens it again.
    over_from: isDone ? (save.ends ? save.number : sco.over_from) : null,
  }
  await updateSco(transaction, sco, fields)
  const now = withFields(fields)
  await keepStanding(transaction, now, nowMs, {
    ...(save.sequencingState !== undefined && isLatest(kept, save) && { sequencing_state: save.sequencingState }),
  })
  return status
}

/** Judges a save and keeps it, in a transaction that holds the course. */
const keep = async (transaction: Kysely<Schema>, kept: Kept, save: Save, nowMs: number): Promise<Outcome> => {
  const { sco } = kept
  const hash = hashOf(save)
  const earlier = await selectScoSave(transaction, sco, save.saveGuid)
  if (earlier) return earlier.hash === hash ? earlier.outcome : 'mismatched'
  const outcome = judge(kept, save)
  if (outcome === 'not open') return outcome
  const status = outcome === 'applied' ? await apply(transaction, kept, save, nowMs) : sco.status
  await insertScoSave(transaction, sco, {
    save_guid: save.saveGuid,
    number: save.number,
    writer: save.writer,
    ends: save.ends ? 1 : 0,
    outcome,
    status,
    changes: changesBetween(readData(sco), toData(save.data)),
    hash,
    received_at: nowMs,
  })
  return outcome
}

/** Keeps what a SCO has set; answered only once it is committed to disk. Of the learner's own SCOs alone. */
export const scormSaveRoute = ({ database: { kysely }, clock, keys }: ServiceContext) =>
  route(scormSave, async ({ caller, params, body }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such attempt of this person.')
    const opening = readOpening(keys, caller, body.opening)
    const place = await placeOfSave(kysely, caller, params.attemptId, opening)
    if (!place) return notFound()
    const { courseAttemptGuid: guid, scoAttemptId: attemptId } = place
    const problem = problemOf(body.data)
    if (problem) return refuse('INVALID_COURSE_DATA', 'This is nothing that a course can have set.', { details: [problem] })
    const outcome = await kysely.transaction().execute(async (transaction) => {
      const held = await lockCourse(transaction, caller.orgId, guid)
      const sco = held?.scos.find((one) => one.sco_attempt_id === attemptId)
      return held && sco && keep(transaction, { held, sco, opening }, body, clock.nowMs())
    })
    if (outcome === 'mismatched') return refuse('INVALID_REQUEST', 'Another save came with this guid before.')
    if (outcome === 'not open') return refuse('SCO_NOT_OPEN', 'This SCO is not open.')
    if (outcome === 'over') return refuse('SCO_OVER', 'This SCO is over, and was closed.')
    const held = await selectCourse(kysely, caller.orgId, guid)
    const sco = held?.scos.find((one) => one.sco_attempt_id === attemptId)
    if (!held || !sco) return notFound()
    return { ok: true, value: { applied: outcome === 'applied', number: sco.number, courseAttempt: shownCourse(held) } }
  })
