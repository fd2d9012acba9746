import type { Answer, AttemptState } from '@sitwell/contract'
import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import { freshTime } from '@sitwell/exam/time/exam-time'
import { elapsedSeconds, remainingSeconds } from '@sitwell/exam/time/exam-times'
import { type AuthoredQuestion, standingAfter } from '@sitwell/question-types/marking'
import type { AssessmentContext } from '../assessment-context.ts'
import {
  type ExamPlace,
  examContentOf,
  isDrawnExam,
  isRoutedExam,
  type KeptAttempt,
  type LoadedExam,
  layoutFor,
  loadImported,
  sectionsAt,
  selectImported,
  withShownParts,
} from '../form-run/index.ts'
import { attemptStateOf } from './attempt-state.ts'
import { resourcesOf } from './exam-files.ts'
import { resourcePathOf, signResourceToken } from './resource-token.ts'

type PreviewContext = Pick<AssessmentContext, 'clock' | 'config' | 'database' | 'exams' | 'organisationOrigins'>

/** Seconds for which the files of a previewed exam can be had: longer than most exams, so that a film that is played late still comes. */
const filesSeconds = 4 * 60 * 60

/** What stands instead of a schedule, which a preview has none of. No schedule has such a name, and chance holds to it. */
const scheduleOf = (seed: string) => `preview:${seed}`

const load = (context: PreviewContext, place: ExamPlace, seed: string) => loadImported(context, place, scheduleOf(seed))

/** What of a previewed exam isn't the same for everybody; undefined if there is no such version. */
export const kindOfPreview = async (context: PreviewContext, place: ExamPlace) => {
  const loaded = await load(context, place, '')
  if (!loaded) return undefined
  const { exam } = loaded
  // A question that is the same for everybody is the same object in each layout.
  const { questions } = layoutFor(loaded, scheduleOf(''))
  const isShuffled = questions.some((question, place) => question !== loaded.layout.questions[place])
  return { examName: exam.name, isDrawn: isDrawnExam(exam) || isShuffled, isRouted: isRoutedExam(exam) }
}

/** The content of a version as a learner gets it who hasn't begun, with nothing sealed; undefined if there is no such version. Nothing is stored. */
export const previewContent = async (context: PreviewContext, place: ExamPlace, seed: string) => {
  const loaded = await load(context, place, seed)
  const imported = await selectImported(context.database, place, scheduleOf(seed))
  if (!loaded || !imported) return undefined
  const { exam, plan } = loaded
  const time = freshTime(plan)
  const layout = layoutFor(loaded, scheduleOf(seed))
  const resourceUrl = resourcePathOf(place.exam_guid, place.version)
  const holder = { scheduleGuid: scheduleOf(seed), isSealed: false, isOver: false }
  return examContentOf(
    await withShownParts(context.database, place.org_id, exam),
    { ...layout, sections: sectionsAt(layout.sections, plan, time) },
    {
      resourceUrl,
      resourceToken: await signResourceToken(context, place, holder, filesSeconds),
      resources: resourcesOf(loaded, resourceUrl),
      examTime: plan.timeMs / 1000,
      examTimeRemaining: remainingSeconds(time.leftMs ?? 0),
      elapsedTime: elapsedSeconds(0),
      // Nobody is there to decide about more time.
      isExtendable: false,
      lastSequence: leastAfter(context.clock.nowMs()),
      importedAt: imported.imported_at,
    },
  )
}

/** What was handed in at a question of a preview. */
export interface PreviewedAttempt {
  readonly answer?: Answer | undefined
  /** The place of the button that ended it among the endings of the question. */
  readonly ending?: number | undefined
}

const keptOf = (question: AuthoredQuestion, made: readonly PreviewedAttempt[]): KeptAttempt[] => {
  const kept: KeptAttempt[] = []
  for (const { answer, ending } of made) {
    // As in a sitting: what is handed in once none is left counts not at all.
    if (kept.at(-1)?.isLast) break
    const response = ending !== undefined && question.attempts ? question.attempts.endings?.[ending]?.response : undefined
    const next = { answer, stored: answer && JSON.stringify(answer), sequence: undefined, ending: response }
    kept.push({ ...next, isLast: standingAfter(question, [...kept, next]).isClosed })
  }
  return kept
}

/** How a question stands after some attempts, by the rules of a sitting; undefined if nothing of it is checked while the exam continues. */
export const attemptInPreview = async (
  context: PreviewContext,
  place: ExamPlace,
  { seed, questionId, attempts }: { seed: string; questionId: string; attempts: readonly PreviewedAttempt[] },
): Promise<AttemptState | undefined> => {
  const loaded: LoadedExam | undefined = await load(context, place, seed)
  const question = loaded?.questions.find(({ id }) => id === questionId)
  const endings = question?.attempts ? (question.attempts.endings?.length ?? 0) : undefined
  if (!question || endings === undefined || attempts.some(({ ending = -1 }) => ending >= endings)) return undefined
  return attemptStateOf(question, keptOf(question, attempts))
}
