import { htmlFieldsOf } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from './authored-exam.ts'

type Path = readonly PropertyKey[]
type Change = (html: string, path: Path) => string

const mapFields = (value: unknown, path: Path, ofQuestion: { names: ReadonlySet<string>; change: Change }): unknown => {
  const { names, change } = ofQuestion
  if (Array.isArray(value)) return value.map((one, index) => mapFields(one, [...path, index], ofQuestion))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const at = [...path, name]
      // How the source marks and draws: texts that are compared, and no HTML of anybody's.
      if (name === 'processing' || name === 'template') return [name, one]
      return [name, typeof one === 'string' && names.has(name) ? change(one, at) : mapFields(one, at, ofQuestion)]
    }),
  )
}

/** The shape stays as it was: only texts change. */
const mapQuestions = (questions: NonNullable<AuthoredSection['questions']>, path: Path, change: Change) =>
  questions.map((question, index) =>
    mapFields(question, [...path, index], { names: htmlFieldsOf(question), change }),
  ) as typeof questions

const mapMedia = <Media extends { text?: string | undefined }>(media: Media, path: Path, change: Change): Media => ({
  ...media,
  ...(media.text !== undefined && { text: change(media.text, [...path, 'media', 'text']) }),
})

const mapSection = (section: AuthoredSection, path: Path, change: Change): AuthoredSection => ({
  ...section,
  ...(section.text !== undefined && { text: change(section.text, [...path, 'text']) }),
  ...(section.scenarioText !== undefined && { scenarioText: change(section.scenarioText, [...path, 'scenarioText']) }),
  ...(section.media && { media: mapMedia(section.media, path, change) }),
  ...(section.questions && {
    questions: mapQuestions(section.questions, [...path, 'questions'], change),
  }),
  ...(section.sections && {
    sections: section.sections.map((one, index) => mapSection(one, [...path, 'sections', index], change)),
  }),
})

/** The exam with each of its HTML texts changed: what a learner reads, wherever it stands. */
export const mapHtml = (exam: AuthoredExam, change: Change): AuthoredExam => {
  const { introText, outroText, proctoredOutroText, media } = exam.settings
  return {
    ...exam,
    settings: {
      ...exam.settings,
      ...(introText !== undefined && { introText: change(introText, ['settings', 'introText']) }),
      ...(outroText !== undefined && { outroText: change(outroText, ['settings', 'outroText']) }),
      ...(proctoredOutroText !== undefined && {
        proctoredOutroText: change(proctoredOutroText, ['settings', 'proctoredOutroText']),
      }),
      ...(media && { media: mapMedia(media, ['settings'], change) }),
    },
    gradeBoundaries: exam.gradeBoundaries.map((one, index) => ({
      ...one,
      ...(one.feedback !== undefined && { feedback: change(one.feedback, ['gradeBoundaries', index, 'feedback']) }),
    })),
    ...(exam.feedback && {
      feedback: exam.feedback.map((one, index) => ({ ...one, text: change(one.text, ['feedback', index, 'text']) })),
    }),
    sections: exam.sections.map((one, index) => mapSection(one, ['sections', index], change)),
  }
}
