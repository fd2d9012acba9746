import { lastBlock, sequencesEach } from '../answers/save-sequences.ts'
import { countsForSuccess, courseStatus } from './course-roll-up.ts'
import type { CourseStatus } from './prerequisites.ts'
import { type ScoData, type ScoMeasures, type ScoOutcome, scoOutcome, scoStatus } from './sco-outcome.ts'
import { type Activity, pathTo } from './sequencing/activity.ts'
import { closedScos, type ScoClosed } from './sequencing/closed-scos.ts'
import { beginAttempts } from './sequencing/cluster-attempts.ts'
import { isToRetry, isUsedUp } from './sequencing/rules.ts'
import type { ObjectiveState, ScoFacts, Sequenced } from './sequencing/standing.ts'
import { trackCourse } from './sequencing/tracked-course.ts'

/** What the manifest says of a SCO that decides anything here. */
export interface ScoAsAuthored extends Omit<ScoMeasures, 'version'> {
  readonly identifier: string
  readonly kind: 'sco' | 'asset'
  /** As SCORM 1.2 writes them. */
  readonly prerequisites?: string | undefined
  /** SCORM 2004: the manifest leaves it to the content to say so. */
  readonly completionSetByContent?: boolean | undefined
  readonly objectiveSetByContent?: boolean | undefined
}

/** How a SCO stands with its learner. */
export interface ScoRun {
  readonly authored: ScoAsAuthored
  readonly status: CourseStatus
  readonly data: ScoData
  readonly outcome: ScoOutcome
  /** Of the save that stands. */
  readonly number: number
  /** The highest number that was set aside for a page that opened it. */
  readonly opened: number
  /** It is over, and was closed: saves numbered above this change nothing. */
  readonly overFrom: number | undefined
  /** The save that stands was the last one of its opening. */
  readonly hasEnded: boolean
  /** A save stands. */
  readonly isSaved: boolean
  /** Attempts at it that are over, besides the one that stands. */
  readonly attempts: number
}

/** A course of SCORM with all of its SCOs, as its learner has it: on the server, and on a device without a network. */
export interface CourseRun {
  readonly standard: '1.2' | '2004'
  /** SCORM 2004 with sequencing. */
  readonly tree: Activity | undefined
  readonly scos: readonly ScoRun[]
  /** How often each activity that holds others was begun, by its id. */
  readonly clusterAttempts: ReadonlyMap<string, number>
  /** Its SCOs may be opened in any order. */
  readonly isFree?: boolean | undefined
}

/** A SCO was suspended, or cut off before it ended: its learner continues where they were. */
export const isToResume = ({ isSaved, hasEnded, data }: Pick<ScoRun, 'isSaved' | 'hasEnded' | 'data'>): boolean =>
  isSaved && (!hasEnded || (data.get('cmi.exit') ?? data.get('cmi.core.exit')) === 'suspend')

/** A SCO was opened and left, and its page never began a session: there is nothing that it has set. */
const isSilent = ({ authored, isSaved, hasEnded, data }: ScoRun): boolean =>
  authored.kind === 'sco' && isSaved && hasEnded && data.size === 0

/** Of the two words that say yes and no; undefined of any other. */
const yesOrNo = (value: string | undefined, yes: string, no: string): boolean | undefined => {
  if (value === yes) return true
  return value === no ? false : undefined
}

/** What a SCO of SCORM 2004 has set of its objectives, by their ids. */
const objectivesIn = (data: ScoData): ReadonlyMap<string, ObjectiveState> => {
  const found = new Map<string, ObjectiveState>()
  for (const [element, id] of data) {
    const [, place] = /^cmi\.objectives\.(\d+)\.id$/.exec(element) ?? []
    if (place === undefined) continue
    const value = (name: string) => data.get(`cmi.objectives.${place}.${name}`)
    const [success, completion, scaled] = [
      value('success_status'),
      value('completion_status'),
      Number(value('score.scaled') ?? 'none'),
    ]
    found.set(id, {
      satisfied: yesOrNo(success, 'passed', 'failed'),
      measure: scaled >= -1 && scaled <= 1 ? scaled : undefined,
      completed: yesOrNo(completion, 'completed', 'incomplete'),
    })
  }
  return found
}

const factsOf = (sco: ScoRun): ScoFacts => ({
  ...sco.outcome,
  attempted: sco.status !== 0,
  attempts: sco.attempts + (sco.isSaved && !isSilent(sco) ? 1 : 0),
  isUnderWay: isToResume(sco),
  objectives: objectivesIn(sco.data),
})

/** How the activities of a course stand; undefined if it has no sequencing. */
const sequencedOf = ({ tree, scos, clusterAttempts }: CourseRun): Sequenced | undefined => {
  if (!tree) return undefined
  const byId = new Map(scos.map((sco): [string, ScoFacts] => [sco.authored.identifier, factsOf(sco)]))
  // Numbers of openings rise over all SCOs of a course.
  const [last] = scos.filter(({ opened }) => opened > 0).sort((a, b) => b.opened - a.opened)
  return { course: trackCourse(tree, (id) => byId.get(id), clusterAttempts), currentId: last?.authored.identifier }
}

/** Of each SCO why its learner may not open it; undefined if they may. */
export const closedIn = (course: CourseRun): (ScoClosed | undefined)[] =>
  closedScos(
    course.scos.map((sco) => {
      const { identifier, prerequisites } = sco.authored
      return { status: sco.status, identifier, prerequisites, isSilent: isSilent(sco) }
    }),
    sequencedOf(course),
    course.isFree,
  )

/** What a course has come to from its SCOs. */
export const statusOfCourse = (course: CourseRun): CourseStatus => {
  const sequenced = sequencedOf(course)?.course
  return courseStatus(
    course.scos.map(({ status }) => status),
    sequenced?.stateOf(sequenced.root),
  )
}

/** Whether the rules of a course have a SCO, or what it is in, tried again, and an attempt is left: then it isn't failed yet. */
const isTriedAgain = (course: CourseRun, identifier: string): boolean => {
  const sequenced = sequencedOf(course)
  if (!sequenced) return false
  const { course: tracked } = sequenced
  const path = pathTo(tracked.root, identifier) ?? []
  const isUp = path.slice(-1).some((one) => isUsedUp(tracked, one))
  return !isUp && path.some((one) => isToRetry(tracked, one) && !isUsedUp(tracked, one))
}

/**
 * SCORM 2004: a SCO that ends and has said nothing of its completion is completed by that, and one that has said nothing of its success
 * has passed (SN UP.4), unless it is suspended, or its manifest measures it, or leaves it to the content.
 */
const decidedByEnding = (data: ScoData, sco: ScoAsAuthored, outcome: ScoOutcome): ScoOutcome => {
  if (data.size === 0 || data.get('cmi.exit') === 'suspend') return outcome
  const isCompleted = outcome.completion === 'unknown' && sco.completionThreshold === undefined && !sco.completionSetByContent
  const isPassed = outcome.success === 'unknown' && sco.scaledPassingScore === undefined && !sco.objectiveSetByContent
  return {
    ...outcome,
    ...(isCompleted && { completion: 'completed' }),
    ...(isPassed && { success: 'passed' }),
  }
}

const withSco = (course: CourseRun, at: number, sco: ScoRun): CourseRun => ({ ...course, scos: course.scos.with(at, sco) })

const scoAt = ({ scos }: CourseRun, at: number): ScoRun => {
  const sco = scos[at]
  if (!sco) throw new RangeError(`The course has no SCO ${at}.`)
  return sco
}

/**
 * The least number from which a page may number its saves that opens a SCO now: above whoever opened any SCO of the course before. What
 * no clock gives a learner made up, who would leave no number above it.
 */
export const numberOfOpening = ({ scos }: CourseRun, leastNow: number): number =>
  Math.max(
    leastNow,
    ...scos.flatMap(({ opened, number }) => [opened + sequencesEach, number]).filter((one) => one <= lastBlock),
  )

/** A SCO as it stands before a page that numbers its saves on from `number`, also if a number of it was made up. */
const withoutMadeUp = (sco: ScoRun, number: number): ScoRun => {
  const bounded = (one: number) => (one > lastBlock ? Math.min(one, number) : one)
  return { ...sco, number: bounded(sco.number), opened: bounded(sco.opened) }
}

/**
 * The course once one of its SCOs was opened by a page that numbers its saves on from `number`; whether it may be says `closedIn`. An
 * asset has nothing to set: opening it is completing it.
 */
export const openSco = (before: CourseRun, at: number, number: number): CourseRun => {
  const course = { ...before, scos: before.scos.map((one) => withoutMadeUp(one, number)) }
  const sco = scoAt(course, at)
  const isReview = sco.status === 2
  const isShown = sco.authored.kind === 'asset'
  // What ended without being suspended was one attempt; in SCORM 2004 the next one begins with nothing set.
  const isAnew = course.standard === '2004' && sco.isSaved && !isReview && !isToResume(sco) && !isSilent(sco)
  const sequenced = sequencedOf(course)
  const { identifier } = sco.authored
  // Who looks again at what is completed tries nothing.
  const clusterAttempts =
    sequenced && !isReview ? beginAttempts(sequenced, identifier, course.clusterAttempts) : course.clusterAttempts
  return withSco({ ...course, clusterAttempts }, at, {
    ...sco,
    opened: number,
    status: isReview || isShown ? 2 : sco.status === 3 ? 3 : 1,
    ...(isAnew && { attempts: sco.attempts + 1, isSaved: false, hasEnded: false }),
    ...((isReview || isShown) && { overFrom: sco.overFrom ?? number }),
    ...(isShown && { outcome: { completion: 'completed', success: 'passed' } }),
  })
}

/** How a SCO is opened, and what it finds: in SCORM 2004 what ended without being suspended begins again; in 1.2 it finds whatever it set. */
export const entryOf = (
  { standard }: Pick<CourseRun, 'standard'>,
  before: ScoRun,
  opened: ScoRun,
): { readonly mode: 'normal' | 'review'; readonly entry: 'ab-initio' | 'resume' | ''; readonly data: ScoData } => {
  const isReview = before.status === 2
  const entry = isReview ? '' : isToResume(opened) ? 'resume' : 'ab-initio'
  const data = standard === '2004' && entry === 'ab-initio' ? new Map() : opened.data
  return { mode: isReview ? 'review' : 'normal', entry, data }
}

/** What a SCO has set, in a save; `ends` in the last one of its opening. */
export interface ScoSave {
  readonly data: ScoData
  readonly number: number
  readonly ends: boolean
}

/** The course once a save of one of its SCOs stands. */
export const saveSco = (course: CourseRun, at: number, { data, number, ends }: ScoSave): CourseRun => {
  const sco = scoAt(course, at)
  const { authored } = sco
  const ownOutcome = scoOutcome(data, { ...authored, version: course.standard })
  const outcome = ends && course.standard === '2004' ? decidedByEnding(data, authored, ownOutcome) : ownOutcome
  const counts = course.tree === undefined || countsForSuccess(course.tree, authored.identifier)
  const judged = scoStatus(outcome, counts)
  const saved = { ...sco, data, outcome, number, hasEnded: ends, isSaved: true, status: judged }
  const status = judged === 3 && isTriedAgain(withSco(course, at, saved), authored.identifier) ? 1 : judged
  // One that is over closes with its last save; one that came late and says that it isn't opens it again.
  const overFrom = status >= 2 ? (ends ? number : sco.overFrom) : undefined
  return withSco(course, at, { ...saved, status, overFrom })
}
