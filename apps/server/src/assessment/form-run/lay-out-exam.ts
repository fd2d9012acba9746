import {
  audioSettings,
  type ExamContentInput,
  type ExamSettings,
  type Mapping,
  type Question,
  type Section,
} from '@sitwell/contract'
import { offeredExplanations, type Support } from '@sitwell/exam/paper/explanations'
import { type AuthoredQuestion, fieldsForFormRun, toPublicQuestion } from '@sitwell/question-types/marking'
import { chanceOf } from '../../chance.ts'
import type { AuthoredExam, AuthoredSection } from '../../import/authored-exam.ts'

/** An exam as any learner may see it, before anything of one learner's is put in. */
export interface ExamLayout {
  readonly sections: Section[]
  readonly questions: Question[]
  readonly mappings: Mapping[]
}

const totalMarks = (section: AuthoredSection): number =>
  (section.questions ?? []).reduce((sum, question) => sum + question.marks, 0) +
  (section.sections ?? []).reduce((sum, child) => sum + totalMarks(child), 0)

/** The fields of a section that may leave the server: an allow-list. Times in seconds. */
const toPublicSection = (section: AuthoredSection): Section => ({
  id: section.id,
  name: section.name,
  ...(section.resourceUrl !== undefined && { resourceUrl: section.resourceUrl }),
  warningTime: section.warningTime ?? 0,
  sectionTime: section.sectionTime ?? 0,
  readingTime: section.readingTime ?? 0,
  sectionTimeRemaining: section.sectionTime ?? 0,
  readingTimeRemaining: section.readingTime ?? 0,
  complete: false,
  text: section.text ?? '',
  marks: totalMarks(section),
  scenarioText: section.scenarioText ?? '',
  ...(section.media && { media: audioSettings.parse(section.media) }),
  oneWay: section.oneWay ?? false,
  requiresWorkings: section.requiresWorkings ?? false,
  requiresCalculator: section.requiresCalculator ?? false,
  displayAllQuestions: section.displayAllQuestions ?? false,
})

const publicQuestions = new WeakMap<AuthoredQuestion, ReturnType<typeof toPublicQuestion>>()

/** Worked out once for each question, since each draw of an exam has many of the same. */
const publicQuestionOf = (question: AuthoredQuestion) => {
  const shown = publicQuestions.get(question) ?? toPublicQuestion(question)
  publicQuestions.set(question, shown)
  return shown
}

/** The question with those of its explanations alone that are offered. */
const offeredIn = (shown: ReturnType<typeof toPublicQuestion>, supports: readonly Support[] | undefined) => {
  if (!shown.explanations) return shown
  const { explanations, ...rest } = shown
  const offered = offeredExplanations(explanations, supports)
  return { ...rest, ...(offered.length > 0 && { explanations: offered }) }
}

/** Flattens the sections, with the explanations of `supports`: its own sections first, then its questions, numbered through the exam (spec 3 §3, mappings). */
export const layOutExam = (
  exam: AuthoredExam,
  supports: readonly Support[] | undefined = exam.settings.supports,
): ExamLayout => {
  const sections: Section[] = []
  const questions: Question[] = []
  const mappings: Mapping[] = []
  const layOut = (section: AuthoredSection) => {
    sections.push(toPublicSection(section))
    const children = section.sections ?? []
    mappings.push({
      sectionId: section.id,
      sectionIds: children.map((child) => child.id),
      questionIds: (section.questions ?? []).map((question) => question.id),
    })
    for (const child of children) layOut(child)
    for (const question of section.questions ?? [])
      questions.push({
        dragAndDrop: false,
        ...offeredIn(publicQuestionOf(question), supports),
        number: questions.length + 1,
        paperPartId: section.id,
        workings: '',
        disabled: false,
        bookmarked: false,
      })
  }
  mappings.push({ sectionId: 'root', sectionIds: exam.sections.map((section) => section.id), questionIds: [] })
  for (const section of exam.sections) layOut(section)
  return { sections, questions, mappings }
}

const knownById = new WeakMap<readonly AuthoredQuestion[], ReadonlyMap<string, AuthoredQuestion>>()

/** The authored questions of an exam by their ids. */
export const questionsById = (questions: readonly AuthoredQuestion[]): ReadonlyMap<string, AuthoredQuestion> => {
  const found = knownById.get(questions) ?? new Map(questions.map((question) => [question.id, question]))
  knownById.set(questions, found)
  return found
}

/** The exam as one learner sees it, with what chance decides put in: `seed` is that of the schedule (`seed.ts`). */
export const layoutFor = (
  { questions, layout }: { questions: readonly AuthoredQuestion[]; layout: ExamLayout },
  seed: string,
): ExamLayout => {
  const authored = questionsById(questions)
  const withChance = (shown: Question): Question => {
    const question = authored.get(shown.id)
    const fields = question && fieldsForFormRun(question, chanceOf(`${seed} ${shown.id}`))
    // What is nobody's own stays the same object, which is written once for all.
    return fields && Object.keys(fields).length > 0 ? { ...shown, ...fields } : shown
  }
  return { ...layout, questions: layout.questions.map(withChance) }
}

/** Every authored question with its key, in the order of the exam. */
export const authoredQuestionsOf = (exam: AuthoredExam): AuthoredQuestion[] => {
  const below = (section: AuthoredSection): AuthoredQuestion[] => [
    ...(section.sections ?? []).flatMap(below),
    ...(section.questions ?? []),
  ]
  return exam.sections.flatMap(below)
}

/** The part of the paper in which each question stands. */
export const partIdsOf = (exam: AuthoredExam): ReadonlyMap<string, string> =>
  new Map(
    exam.sections.flatMap((part) => authoredQuestionsOf({ ...exam, sections: [part] }).map(({ id }) => [id, part.id] as const)),
  )

/** Milliseconds that the exam gives in all; null if it isn't timed. */
export const examTimeMs = (exam: AuthoredExam, extraTimeSeconds: number): number | null => {
  const seconds = exam.settings.examTime ?? 0
  return seconds > 0 ? (seconds + extraTimeSeconds) * 1000 : null
}

/** Texts before and after an exam. */
const textsOf = (settings: AuthoredExam['settings']) => ({
  introText: settings.introText ?? '',
  outroText: settings.outroText ?? '',
  proctoredOutroText: settings.proctoredOutroText ?? '',
})

/** What of the settings depends on the learner. Times in seconds. */
type LearnersSettings = Pick<
  ExamSettings,
  | 'examTime'
  | 'examTimeRemaining'
  | 'elapsedTime'
  | 'ownTime'
  | 'restTime'
  | 'presets'
  | 'isExtendable'
  | 'awaitingExtension'
  | 'printQuestions'
>

/** What an exam says of requests for an extension. */
const extensionIn = ({ isExtendable, awaitingExtension }: LearnersSettings) => ({
  isExtendable,
  ...(awaitingExtension && { awaitingExtension }),
})

/** No field for a learner without time of their own, without rest breaks, or for whom nothing is set. */
const ownTimeIn = ({ ownTime = 0, restTime = 0, presets }: LearnersSettings) => ({
  ...(ownTime > 0 && { ownTime }),
  ...(restTime > 0 && { restTime }),
  ...(presets !== undefined && { presets }),
})

/** The settings that may leave the server: an allow-list. */
const toPublicSettings = (settings: AuthoredExam['settings'], learners: LearnersSettings): ExamContentInput['settings'] => ({
  ...textsOf(settings),
  resultFeedbackMask: settings.resultFeedbackMask ?? -1,
  fullScreenExam: settings.fullScreenExam ?? false,
  requiresWorkings: settings.requiresWorkings ?? false,
  requiresCalculator: settings.requiresCalculator ?? false,
  oneWay: settings.oneWay ?? false,
  ...(settings.media && { media: audioSettings.parse(settings.media) }),
  initialPage: settings.initialPage ?? 1,
  uploadFileTypes: settings.uploadFileTypes ?? [],
  canBypassReadingTime: settings.canBypassReadingTime ?? false,
  ...extensionIn(learners),
  initialFullScreen: settings.initialFullScreen ?? false,
  downloadablePractice: settings.downloadablePractice ?? false,
  ...(learners.printQuestions !== undefined && { printQuestions: learners.printQuestions }),
  ...(settings.allowPdfTextSelection === false && { allowPdfTextSelection: false }),
  ...(settings.allowTranslation === true && { allowTranslation: true }),
  examTime: learners.examTime,
  warningTime: settings.warningTime ?? 0,
  examTimeRemaining: learners.examTimeRemaining,
  elapsedTime: learners.elapsedTime,
  ...ownTimeIn(learners),
})

/** Puts an exam together as `exam/json` answers it. */
export const examContentOf = (
  exam: AuthoredExam,
  { questions, sections, mappings }: ExamLayout,
  more: Pick<
    ExamContentInput,
    | 'resourceUrl'
    | 'resourceToken'
    | 'resources'
    | 'importedAt'
    | 'formRunGuid'
    | 'lastSequence'
    | 'currentQuestionId'
    | 'handInSecret'
  > &
    LearnersSettings,
): ExamContentInput & Pick<ExamLayout, 'sections' | 'questions'> => {
  const {
    examTime,
    examTimeRemaining,
    elapsedTime,
    ownTime,
    restTime,
    presets,
    isExtendable,
    awaitingExtension,
    printQuestions,
    ...rest
  } = more
  const learners = {
    examTime,
    examTimeRemaining,
    elapsedTime,
    ownTime,
    restTime,
    presets,
    isExtendable,
    awaitingExtension,
    printQuestions,
  }
  return {
    examGuid: exam.examGuid,
    examName: exam.name,
    version: exam.version,
    objectID: exam.objectID,
    messageData: exam.messages,
    settings: toPublicSettings(exam.settings, learners),
    sections,
    questions,
    mappings,
    ...rest,
  }
}
