import type { Answer, Question, QuestionTypeCode } from '@sitwell/contract'
import fc from 'fast-check'
import { gridFormRules } from '../grid-form/rules.ts'
import { type QuestionType, rulesOf } from '../rules.ts'
import { awkwardText, commonFields } from './arbitrary.ts'
import { anyGridAnswer, everyComponent } from './grid-form.ts'

/** A question of a type, and what its answers may be made of. */
interface Sample {
  /** The fields that the type adds. */
  readonly fields: object
  /** Ids and texts that its options on the wire may have; a type without has none. */
  readonly optionIds?: readonly string[]
  readonly optionTexts?: readonly string[]
  /** Wire answers, where those made of any texts and options would say little. */
  readonly answers?: fc.Arbitrary<Answer>
}

const options = [
  { id: 'r', text: 'Red | dark' },
  { id: '7', text: '<b>Green</b>, light' },
  { id: '1', text: 'Blue' },
]
const choice: Sample = { fields: { options }, optionIds: ['r', '7', '1'], optionTexts: options.map(({ text }) => text) }
const grid = gridFormRules.publicQuestion.parse({ ...commonFields('QGRID'), ...everyComponent })

/** One for each type that can be sat: a new type doesn't compile without. */
const samples: Record<QuestionType, Sample> & Partial<Record<QuestionTypeCode, Sample>> = {
  COMBO: choice,
  RADIO: choice,
  TRUEFALSE: choice,
  RADIOOTHER: choice,
  MULTICHOICE: choice,
  MATCH: {
    fields: { options, selections: [...options].reverse() },
    optionIds: ['r', '7', '1'],
    optionTexts: ['r', '7', '1'],
  },
  QTABLE: {
    fields: {
      columns: [{ text: 'Net' }, { text: 'Tax' }],
      rows: [
        { id: 'r', text: 'Paper' },
        { id: '1', text: 'Ink' },
      ],
      showAnswerInputField: true,
    },
    optionIds: ['r', '1'],
  },
  BLANKS: { fields: { text: 'The [V1] jumps over the [V2].' } },
  MULTITEXT: {
    fields: { parts: [{ id: 'r' }, { id: '1', lineCount: 4 }, { id: '7', usesRichText: true }] },
    optionIds: ['r', '7', '1'],
  },
  QUESTIONLTEXT: { fields: {} },
  STATICTEXT: { fields: {} },
  ASCX: { fields: { controlName: 'number-line' } },
  EVIDENCE: { fields: {}, answers: fc.constantFrom({ answerText: 'visited', options: [] }, { answerText: '', options: [] }) },
  VISITED: { fields: {}, answers: fc.constantFrom({ answerText: 'visited', options: [] }, { answerText: '', options: [] }) },
  QGRID: { fields: everyComponent, answers: anyGridAnswer(grid).map((answer) => gridFormRules.toWire(grid, answer)) },
}

const anyText = fc.array(awkwardText, { maxLength: 4 }).map((parts) => parts.join(''))

/** A question of the type, and any answer that a learner can make to it, as it is saved. */
export const sampleOf = (type: QuestionType): { question: Question; answers: fc.Arbitrary<Answer> } => {
  const { fields, optionIds = [], optionTexts, answers } = samples[type]
  const rules = rulesOf(type)
  const question = rules.publicQuestion.parse({ ...commonFields(type), id: `q-${type}`, ...fields })
  const anyOptions = fc.array(fc.tuple(fc.nat(), optionTexts ? fc.constantFrom(...optionTexts) : anyText), {
    maxLength: optionIds.length,
  })
  const anything = fc.tuple(anyText, anyOptions, fc.option(anyText, { nil: undefined })).map(
    ([answerText, some, otherText]): Answer => ({
      answerText,
      options: some.map(([pick, optionText]) => ({ optionID: optionIds[pick % optionIds.length] ?? '', optionText })),
      ...(otherText !== undefined && { otherText }),
    }),
  )
  return {
    question,
    answers: answers ?? anything.map((answer) => rules.toWire(question, rules.fromWire(question, answer))),
  }
}
