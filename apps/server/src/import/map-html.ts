import { markingOf } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from './authored-exam.ts'

type Path = readonly PropertyKey[]
type Change = (html: string, path: Path) => string
type Question = NonNullable<AuthoredSection['questions']>[number]

const mapQuestion = (question: Question, path: Path, change: Change): Question => {
  const own = markingOf(question).mapHtml?.(question, (html, within) => change(html, [...path, ...within])) ?? question
  const mapped = {
    ...own,
    text: change(question.text, [...path, 'text']),
    ...(question.introText !== undefined && { introText: change(question.introText, [...path, 'introText']) }),
  }
  if (!('options' in mapped)) return mapped
  return {
    ...mapped,
    options: mapped.options.map((option, index) => ({
      ...option,
      text: change(option.text, [...path, 'options', index, 'text']),
    })),
  }
}

const mapSection = (section: AuthoredSection, path: Path, change: Change): AuthoredSection => ({
  ...section,
  ...(section.text !== undefined && { text: change(section.text, [...path, 'text']) }),
  ...(section.scenarioText !== undefined && { scenarioText: change(section.scenarioText, [...path, 'scenarioText']) }),
  ...(section.questions && {
    questions: section.questions.map((one, index) => mapQuestion(one, [...path, 'questions', index], change)),
  }),
  ...(section.sections && {
    sections: section.sections.map((one, index) => mapSection(one, [...path, 'sections', index], change)),
  }),
})

/** The exam with each of its HTML texts changed: what a learner reads, wherever it stands. */
export const mapHtml = (exam: AuthoredExam, change: Change): AuthoredExam => {
  const { introText, outroText, proctoredOutroText } = exam.settings
  return {
    ...exam,
    settings: {
      ...exam.settings,
      ...(introText !== undefined && { introText: change(introText, ['settings', 'introText']) }),
      ...(outroText !== undefined && { outroText: change(outroText, ['settings', 'outroText']) }),
      ...(proctoredOutroText !== undefined && {
        proctoredOutroText: change(proctoredOutroText, ['settings', 'proctoredOutroText']),
      }),
    },
    gradeBoundaries: exam.gradeBoundaries.map((one, index) => ({
      ...one,
      ...(one.feedback !== undefined && { feedback: change(one.feedback, ['gradeBoundaries', index, 'feedback']) }),
    })),
    sections: exam.sections.map((one, index) => mapSection(one, ['sections', index], change)),
  }
}
