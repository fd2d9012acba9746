import type { Answer } from '@sitwell/contract'
import type { LanguageTag } from '@sitwell/i18n/languages'
import { rulesOf } from '@sitwell/question-types/rules'
import type { PrintedQuestion, ResultsToPrint } from '../results-to-print.ts'
import { shippedWords } from '../words.ts'

/** A question as it is printed; a long text unless told otherwise. */
export const printedQuestion = (
  number: number,
  answer: Partial<Answer> | undefined,
  fields: object = {},
  more: Partial<PrintedQuestion> = {},
): PrintedQuestion => {
  const asked = {
    id: `q${number}`,
    type: 'QUESTIONLTEXT',
    number,
    paperPartId: 'part',
    text: `<p>Question text ${number}</p>`,
    marks: 2,
    versionId: `v${number}`,
    versionNumber: 1,
    ...fields,
  }
  return {
    question: rulesOf(asked.type).publicQuestion.parse(asked),
    answer: answer && { answerText: '', options: [], ...answer },
    workings: '',
    feedback: [],
    mark: { score: 1, maxScore: 2, needsPerson: false },
    ...more,
  }
}

/** Results of a practice exam, with whatever questions. */
export const sampleResults = (
  questions: readonly PrintedQuestion[],
  more: Partial<ResultsToPrint> = {},
  language: LanguageTag = 'en',
): ResultsToPrint => ({
  language,
  words: shippedWords(language),
  organisation: 'Harbour School',
  colours: { primary: '#ffee00', secondary: '#364651' },
  examName: 'Knots & tides',
  learner: 'Ada Wood',
  completedAtMs: Date.UTC(2026, 10, 21, 17, 5),
  formRunId: 41,
  receipt: {
    formRunGuid: 'run-41',
    completedAt: '2026-11-21T17:05:00.000Z',
    answers: questions.length,
    checksum: 'ab12'.repeat(16),
  },
  result: {
    marked: true,
    isReleased: true,
    soFar: undefined,
    marks: { score: 1.5, maxScore: 2 },
    percent: 75,
    grade: undefined,
    pass: undefined,
    feedback: '<p>Well <b>done</b>.</p>',
  },
  sections: [{ name: 'First part', text: '', scenarioText: '', questions }],
  ...more,
})
