import type { CourseAttempt, CourseElement, CourseLaunch, StoredCourse } from '@sitwell/contract'
import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import {
  type CourseRun,
  closedIn,
  entryOf,
  numberOfOpening,
  openSco,
  type ScoRun,
  saveSco,
  statusOfCourse,
} from '@sitwell/exam/courses/course-run'
import type { Activity } from '@sitwell/exam/courses/sequencing/activity'
import type { RequestRecord } from '../../storage/records.ts'

/** What a SCO of the course has set on this device, as it is sent, or was. */
export type SaveHere = Pick<RequestRecord, 'callbackId' | 'payload'>

/** A SCO that is opened without the server. */
export interface OpenedHere {
  readonly data: readonly CourseElement[]
  readonly launch: CourseLaunch
  /** Its saves are numbered on from here. */
  readonly number: number
}

/** A course as it stands on this device: as the server knew it, and with what was set here since. */
export interface CourseHere {
  readonly course: CourseAttempt
  /** Undefined if the course doesn't give this SCO out now. `nowMs` by the server's clock, as far as it is known. */
  open(attemptId: number, nowMs: number): OpenedHere | undefined
}

const toData = (elements: readonly CourseElement[]) => new Map(elements.map(({ element, value }) => [element, value]))

const runOf = ({ standard, sequencing, clusterAttempts, scos, isFree }: StoredCourse): CourseRun => ({
  standard,
  // Boundary: the server makes it in this form.
  tree: sequencing?.activityTree as Activity | undefined,
  clusterAttempts: new Map(clusterAttempts),
  isFree,
  scos: scos.map(({ launch, prerequisites, completionSetByContent, objectiveSetByContent, data, overFrom, ...sco }): ScoRun => {
    const authored = { ...launch, prerequisites, completionSetByContent, objectiveSetByContent }
    return { ...sco, overFrom, data: toData(data), authored }
  }),
})

const numberOf = ({ payload }: SaveHere) => Number(payload.number)

/** With a save that the server may not have had when it said how the course stands. */
const withSave = (run: CourseRun, at: number, { payload }: SaveHere): CourseRun => {
  const number = Number(payload.number)
  const before = run.scos[at]
  if (!before || number <= before.number) return run
  const openedHere = Number(payload.openedHere ?? 0)
  const opened = openedHere > before.opened ? openSco(run, at, openedHere) : run
  if (before.authored.kind === 'asset') return opened
  // Queued by this player, as a state of the SCO's.
  return saveSco(opened, at, { data: toData(payload.data as CourseElement[]), number, ends: payload.ends === true })
}

/** What of a course is known here: `saves` are those that this device has made of its SCOs, sent or not. */
export const courseHere = (stored: StoredCourse, saves: readonly SaveHere[]): CourseHere => {
  const positionOf = (attemptId: number) => stored.scos.findIndex((sco) => sco.attemptId === attemptId)
  const own = saves.filter(({ callbackId }) => positionOf(Number(callbackId)) >= 0).sort((a, b) => numberOf(a) - numberOf(b))
  const run = own.reduce((now, save) => withSave(now, positionOf(Number(save.callbackId)), save), runOf(stored))
  const closed = closedIn(run)
  const sequencingState = own.findLast(({ payload }) => typeof payload.sequencingState === 'string')?.payload.sequencingState
  const course: CourseAttempt = {
    ...stored.courseAttempt,
    Status: statusOfCourse(run),
    ScoAttempts: stored.courseAttempt.ScoAttempts.map((sco) => {
      const at = positionOf(sco.attemptId)
      const { closed: _, ...shown } = sco
      const why = closed[at]
      return {
        ...shown,
        status: run.scos[at]?.status ?? sco.status,
        open: why === undefined,
        ...(why !== undefined && { closed: why }),
      }
    }),
  }
  return {
    course,
    open(attemptId, nowMs) {
      const at = positionOf(attemptId)
      const [sco, before] = [stored.scos[at], run.scos[at]]
      if (!sco || !before || closed[at] !== undefined) return undefined
      const number = numberOfOpening(run, leastAfter(nowMs))
      const after = openSco(run, at, number).scos[at]
      if (!after) return undefined
      const { mode, entry, data } = entryOf(run, before, after)
      const state = typeof sequencingState === 'string' ? sequencingState : stored.sequencingState
      const launch: CourseLaunch = {
        ...sco.launch,
        entry,
        mode,
        content: stored.content,
        ...(stored.files && { files: stored.files }),
        ...(stored.sequencing && { sequencing: stored.sequencing }),
        ...(state !== undefined && { sequencingState: state }),
      }
      return { launch, number, data: [...data].map(([element, value]) => ({ element, value })) }
    },
  }
}
