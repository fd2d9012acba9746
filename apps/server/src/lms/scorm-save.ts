import { createHash } from 'node:crypto'
import { scormSave } from '@sitwell/contract'
import { saveSco } from '@sitwell/exam/courses/course-run'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable, ScoSaveTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { contentOf } from './course-content.ts'
import { changesBetween, problemOf, readData, toData } from './course-data.ts'
import { keepStanding } from './course-standing.ts'
import type { LmsContext } from './lms-context.ts'
import { openInCourse } from './open-sco.ts'
import { type HeldCourse, insertScoSave, lockCourse, selectCourse, selectScoSave, updateSco } from './queries.ts'
import { closedIn, fieldsOf, runOf } from './run-of-course.ts'
import { placeOfSave, readOpening, type ScoOpening } from './sco-opening.ts'
import { shownCourse } from './shown-course.ts'

interface Save {
  readonly data: readonly { element: string; value: string }[]
  readonly number: number
  readonly saveGuid: string
  readonly writer: string
  readonly ends: boolean
  readonly sequencingState?: string | undefined
  /** From which the page numbers its saves on that opened the SCO without the server. */
  readonly openedHere?: number | undefined
}

type Outcome = ScoSaveTable['outcome'] | 'not open' | 'mismatched'

const hashOf = ({ data, number, writer, ends, sequencingState }: Save) =>
  createHash('sha256')
    .update(JSON.stringify([data.map(({ element, value }) => [element, value]), number, writer, ends, sequencingState]))
    .digest('hex')

/** A SCO whose save is to be kept, in a transaction that holds its course. */
interface StoredSco {
  readonly held: HeldCourse
  readonly sco: ScoAttemptTable
  /** As its page hands it back. */
  readonly opening: ScoOpening | undefined
}

/** The database was set back to before the SCO was opened: it sets no number back, not by a reset either. */
const isForgotten = ({ sco, opening }: StoredSco) => opening !== undefined && opening.number > sco.last_sequence

/** What happens to a save that has not come before. */
const judge = (stored: StoredSco, { number }: Save): 'applied' | 'older' | 'over' | 'not open' | 'shown' => {
  const { held, sco } = stored
  // An AU speaks with the learning record store.
  if (held.course.standard === 'cmi5') return 'not open'
  // An asset is completed by being opened, as it was just now; it has nothing to keep.
  if (sco.over_from !== null && contentOf(held.course).scos[sco.position]?.kind === 'asset') return 'shown'
  if (sco.over_from !== null && number > sco.over_from) return 'over'
  if (number <= sco.number) return 'older'
  if (sco.started_at !== null || isForgotten(stored)) return 'applied'
  return closedIn(held)[held.scos.indexOf(sco)] === undefined ? 'applied' : 'not open'
}

/** Where the course's sequencing stands is of the SCO that was opened last: numbers of openings rise over all SCOs of a course. */
const isLatest = ({ held, sco }: StoredSco, { number }: Save) => held.scos.every((one) => one === sco || one.number < number)

const apply = async (transaction: Kysely<Schema>, stored: StoredSco, save: Save, nowMs: number) => {
  const { held, sco, opening } = stored
  const { number, ends } = save
  const at = held.scos.indexOf(sco)
  const now = saveSco(runOf(held), at, { data: toData(save.data), number, ends })
  const after = now.scos[at]
  if (!after) throw new Error(`The course has no SCO ${at}.`)
  await updateSco(transaction, sco, {
    ...fieldsOf(after),
    saved_at: nowMs,
    started_at: sco.started_at ?? opening?.openedAtMs ?? nowMs,
    last_sequence: Math.max(sco.last_sequence, opening?.number ?? 0),
    ended_at: after.status >= 2 ? (sco.ended_at ?? nowMs) : null,
  })
  await keepStanding(transaction, held, now, nowMs, {
    ...(save.sequencingState !== undefined && isLatest(stored, save) && { sequencing_state: save.sequencingState }),
  })
  return after.status
}

/**
 * A SCO that its page opened without the server is opened with its first save, if its learner may open it now: what an earlier SCO has
 * set comes before it. Undefined if they may not.
 */
const openLate = async (
  transaction: Kysely<Schema>,
  stored: StoredSco,
  { openedHere }: Save,
  nowMs: number,
): Promise<StoredSco | undefined> => {
  const { held, sco } = stored
  if (openedHere === undefined || openedHere <= sco.last_sequence || held.course.standard === 'cmi5') return stored
  if (closedIn(held)[held.scos.indexOf(sco)] !== undefined) return undefined
  const opened = (await openInCourse(transaction, held, sco, nowMs, openedHere)).held
  const now = opened.scos.find(({ sco_attempt_id }) => sco_attempt_id === sco.sco_attempt_id)
  return now && { ...stored, held: opened, sco: now }
}

/** Judges a save and keeps it, in a transaction that holds the course. */
const keep = async (transaction: Kysely<Schema>, stored: StoredSco, save: Save, nowMs: number): Promise<Outcome> => {
  const hash = hashOf(save)
  const earlier = await selectScoSave(transaction, stored.sco, save.saveGuid)
  if (earlier) return earlier.hash === hash ? earlier.outcome : 'mismatched'
  const opened = await openLate(transaction, stored, save, nowMs)
  if (!opened) return 'not open'
  const { sco } = opened
  const judged = judge(opened, save)
  if (judged === 'not open') return judged
  const outcome = judged === 'shown' ? 'applied' : judged
  const status = judged === 'applied' ? await apply(transaction, opened, save, nowMs) : sco.status
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
export const scormSaveRoute = ({
  database: { kysely },
  clock,
  keys,
  organisationOrigins,
}: Pick<LmsContext, 'clock' | 'database' | 'organisationOrigins' | 'keys'>) =>
  route(scormSave, async ({ caller, params, body }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such attempt of this person.')
    const home = await organisationOrigins.of(caller.orgId)
    const opening = readOpening({ keys, home }, caller, body.opening)
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
    // An asset has no save that stands, and what was said of it is taken.
    const number = outcome === 'applied' ? Math.max(sco.number, body.number) : sco.number
    return { ok: true, value: { applied: outcome === 'applied', number, courseAttempt: shownCourse(held) } }
  })
