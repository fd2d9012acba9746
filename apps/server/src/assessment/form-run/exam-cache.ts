import { isDeepStrictEqual } from 'node:util'
import type { Section } from '@sitwell/contract'
import { offeredByDefault, type Support } from '@sitwell/exam/paper/explanations'
import { buildPaper } from '@sitwell/exam/paper/paper'
import { offeredWith } from '@sitwell/exam/paper/presets'
import { planOf } from '@sitwell/exam/time/exam-plan'
import type { Database } from '../../db/database.ts'
import { type AuthoredExam, offeredSupports } from '../../import/authored-exam.ts'
import { drawExam, isDrawnExam } from './draw-exam.ts'
import { authoredQuestionsOf, layOutExam, partIdsOf } from './lay-out-exam.ts'
import type { LoadedExam } from './loaded-exam.ts'
import { isFileDrawn } from './part-files.ts'
import { selectPresets } from './presets-of.ts'
import { type ExamPlace, selectExam, selectResources } from './queries.ts'
import { type OwnOfSchedule, seedOf, selectOwn } from './seed.ts'
import { writeLayoutOnce } from './written-content.ts'

/** An exam as a schedule has it, which may be imported again until somebody begins it, or as its form run has it, for good. */
export type ExamWanted = ExamPlace & { readonly schedule_guid: string } & (
    | { readonly imported_at: number; readonly seed: string | null; readonly supports: string | null }
    | { readonly form_run_guid: string }
  )

/** The purpose for which an exam is read: `rules`, to take answers and keep time by; `content`, to show it to its learner. */
export type ReadFor = 'content' | 'rules'

export interface ExamCache {
  /**
   * `content` is the default and has the explanations that the accommodations of its learner open. Rules need none of these, and are read without a look for them:
   * every save reads them.
   */
  load(wanted: ExamWanted, readFor?: ReadFor): Promise<LoadedExam | undefined>
}

const timedSection = (section: Section) => ({
  id: section.id,
  warningTime: section.warningTime ?? 0,
  sectionTime: section.sectionTime ?? 0,
  readingTime: section.readingTime ?? 0,
  oneWay: section.oneWay ?? false,
})

/** How many exams are kept: a large one takes a few megabytes. */
const most = 100

/**
 * What one learner's draw takes, in kilobytes: its layout, and texts and processing of each question that has its own values. Those that
 * were asked for last are kept, in a hundred megabytes; another is made again in a millisecond or two.
 */
const drawnKilobytes = { layout: 25, values: 4 }
const mostKilobytes = 100_000
const mostSeeds = 50_000

/** A reset, which only a testing server allows, lets an exam that was begun be imported again; after this time that is noticed. */
const keepMs = 5000

/** What was read before anybody began an exam is no one's that was begun: it may have been imported again between, by another process. */
const keyOf = (wanted: ExamWanted): string => {
  const readAs = 'imported_at' in wanted ? `imported at ${wanted.imported_at}` : 'begun'
  return `${wanted.org_id}/${wanted.exam_guid}/${wanted.version}/${readAs}`
}

/** Which explanations a schedule offers, where it says so itself. */
type Offered = readonly Support[] | undefined
const offeredOf = (stored: string | null): Offered => (stored === null ? undefined : offeredSupports.parse(JSON.parse(stored)))

/** An exam with what follows from it. */
const laidOut = (
  exam: AuthoredExam,
  files: Pick<LoadedExam, 'resources' | 'whole'>,
  supports: Offered = exam.settings.supports,
): LoadedExam => {
  const layout = layOutExam(exam, supports)
  const publicQuestions = new Map(layout.questions.map((question) => [question.versionId, question]))
  const paper = buildPaper(layout.mappings)
  const { examTime = 0, warningTime = 0, oneWay = false } = exam.settings
  const plan = planOf(paper, { examTime, warningTime, oneWay }, layout.sections.map(timedSection))
  const partIds = partIdsOf(exam)
  // A draw is one learner's.
  if (!files.whole) writeLayoutOnce(layout)
  return { exam, layout, questions: authoredQuestionsOf(exam), publicQuestions, paper, plan, partIds, ...files }
}

const kilobytesOf = ({ whole }: LoadedExam): number =>
  drawnKilobytes.layout + drawnKilobytes.values * (whole?.questions.filter(({ template }) => template).length ?? 0)

const offeredElsewhere = new WeakMap<LoadedExam, Map<string, LoadedExam>>()

/** An exam with the explanations that a schedule offers: laid out once for all whose schedules say the same. */
const offering = (whole: LoadedExam, stored: string | null): LoadedExam => {
  if (stored === null) return whole
  const known = offeredElsewhere.get(whole) ?? new Map<string, LoadedExam>()
  offeredElsewhere.set(whole, known)
  const found = known.get(stored) ?? laidOut(whole.exam, { resources: whole.resources, whole: undefined }, offeredOf(stored))
  known.set(stored, found)
  return found
}

/** Whether an exam explains anything, so that it matters which explanations its learner is offered. */
const hasExplanations = ({ questions }: LoadedExam): boolean => questions.some(({ explanations }) => explanations)

/** Whether anything of an exam is each learner's own. */
const isOwnOfLearners = (loaded: LoadedExam): boolean => isDrawnExam(loaded.exam) || hasExplanations(loaded)

/** An exam as it is drawn by a seed. */
const drawnFrom = (whole: LoadedExam, seed: string, supports: Offered): LoadedExam => {
  const drawn = { ...laidOut(drawExam(whole.exam, seed), { resources: whole.resources, whole }, supports), exam: whole.exam }
  return { ...drawn, resources: whole.resources.filter(({ path }) => isFileDrawn(drawn, path)) }
}

export const createExamCache = (database: Database, nowMs: () => number, room = mostKilobytes): ExamCache => {
  const cached = new Map<string, { at: number; exam: Promise<LoadedExam | undefined> }>()
  /** Of form runs, by guid: one is never begun twice under the same. */
  const ownOfRuns = new Map<string, OwnOfSchedule>()
  /** What accommodations set for the learner of a schedule; asked for again after `keepMs`, for it may change in the middle of a sitting. */
  const presets = new Map<string, { at: number; found: ReturnType<typeof selectPresets> }>()
  const drawn = new Map<string, LoadedExam>()
  let kilobytes = 0
  const forget = (place: string) => {
    const found = drawn.get(place)
    if (found && drawn.delete(place)) kilobytes -= kilobytesOf(found)
  }
  const read = async (place: ExamPlace, before: LoadedExam | undefined): Promise<LoadedExam | undefined> => {
    const exam = await selectExam(database, place)
    const resources = await selectResources(database, place)
    // What was drawn from it stays drawn.
    if (isDeepStrictEqual([exam, resources], [before?.exam, before?.resources])) return before
    return exam && laidOut(exam, { resources, whole: undefined })
  }
  const loadWhole = (wanted: ExamWanted) => {
    const key = keyOf(wanted)
    const found = cached.get(key)
    if (found && nowMs() - found.at < keepMs) return found.exam
    if (cached.size >= most) cached.delete(cached.keys().next().value ?? key)
    const exam = (found?.exam ?? Promise.resolve(undefined)).catch(() => undefined).then((before) => read(wanted, before))
    cached.set(key, { at: nowMs(), exam })
    // A failed read is no answer to keep.
    exam.catch(() => cached.delete(key))
    return exam
  }
  const ownOf = async (wanted: ExamWanted): Promise<OwnOfSchedule> => {
    if ('seed' in wanted) return { seed: seedOf(wanted), supports: wanted.supports }
    const found = ownOfRuns.get(wanted.form_run_guid)
    if (found !== undefined) return found
    const own = await selectOwn(database, wanted)
    if (ownOfRuns.size >= mostSeeds) ownOfRuns.clear()
    ownOfRuns.set(wanted.form_run_guid, own)
    return own
  }
  const presetsOf = (wanted: ExamWanted) => {
    const key = `${wanted.org_id}/${wanted.schedule_guid}`
    const known = presets.get(key)
    if (known && nowMs() - known.at < keepMs) return known.found
    if (presets.size >= mostSeeds) presets.clear()
    const found = selectPresets(database, wanted, nowMs())
    presets.set(key, { at: nowMs(), found })
    found.catch(() => presets.delete(key))
    return found
  }
  /** The same with the explanations that the learner's accommodations open. */
  const withPresets = async (whole: LoadedExam, wanted: ExamWanted, own: OwnOfSchedule): Promise<OwnOfSchedule> => {
    if (!hasExplanations(whole)) return own
    const says = offeredOf(own.supports) ?? whole.exam.settings.supports
    const offered = offeredWith(says, await presetsOf(wanted), offeredByDefault)
    return offered === says ? own : { ...own, supports: JSON.stringify(offered) }
  }
  const drawFor = (whole: LoadedExam, key: string, { seed, supports }: OwnOfSchedule): LoadedExam => {
    // Read for rules and for content in turn, a draw is kept for each.
    const place = `${key} ${seed} ${supports ?? ''}`
    const found = drawn.get(place)
    const loaded = found?.whole === whole ? found : drawnFrom(whole, seed, offeredOf(supports))
    forget(place)
    for (const oldest of drawn.keys()) {
      if (kilobytes + kilobytesOf(loaded) <= room) break
      forget(oldest)
    }
    drawn.set(place, loaded)
    kilobytes += kilobytesOf(loaded)
    return loaded
  }
  return {
    load: async (wanted, readFor = 'content') => {
      const read = await loadWhole(wanted)
      if (!read || !isOwnOfLearners(read)) return read
      const ofSchedule = await ownOf(wanted)
      const own = readFor === 'rules' ? ofSchedule : await withPresets(read, wanted, ofSchedule)
      const whole = offering(read, own.supports)
      return isDrawnExam(whole.exam) ? drawFor(whole, keyOf(wanted), own) : whole
    },
  }
}
