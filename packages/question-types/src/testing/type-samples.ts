import type { Answer, Question } from '@sitwell/contract'
import fc from 'fast-check'
import { blanksSample } from '../blanks/testing/sample.ts'
import { evidenceSample } from '../evidence/testing/sample.ts'
import { gridFormSample } from '../grid-form/testing/sample.ts'
import { hotTextSample } from '../hot-text/testing/sample.ts'
import { legacyControlSample } from '../legacy-control/testing/sample.ts'
import { longTextSample } from '../long-text/testing/sample.ts'
import { matchSample } from '../match/testing/sample.ts'
import { multiTextSample } from '../multi-text/testing/sample.ts'
import { choiceSample } from '../option/testing/sample.ts'
import { type QuestionType, rulesOf } from '../rules.ts'
import { staticTextSample } from '../static-text/testing/sample.ts'
import { tableSample } from '../table/testing/sample.ts'
import { visitedSample } from '../visited/testing/sample.ts'
import { awkwardText, commonFields } from './arbitrary.ts'
import type { Sample } from './sample.ts'

/** One for each type, from its folder: a new type doesn't compile without. */
const samples: Record<QuestionType, Sample> = {
  COMBO: choiceSample,
  RADIO: choiceSample,
  TRUEFALSE: choiceSample,
  RADIOOTHER: choiceSample,
  MULTICHOICE: choiceSample,
  MATCH: matchSample,
  QTABLE: tableSample,
  BLANKS: blanksSample,
  MULTITEXT: multiTextSample,
  QUESTIONLTEXT: longTextSample,
  STATICTEXT: staticTextSample,
  ASCX: legacyControlSample,
  EVIDENCE: evidenceSample,
  VISITED: visitedSample,
  QGRID: gridFormSample,
  HOTTEXT: hotTextSample,
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
