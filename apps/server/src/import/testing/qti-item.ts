import type { Answer } from '@sitwell/contract'
import type { Value } from '@sitwell/qti/value'
import { answerTo, markingOf } from '@sitwell/question-types/marking'
import { readPackage } from '../read-package.ts'
import { type Content, makeZip } from './make-package.ts'

/** Rules of a template of the standard. */
export const template = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${name}"/>`

/** A declaration of a response: `type` is its cardinality and its type, with a space between. */
export const declare = (identifier: string, type: string, correct: readonly string[], mapping = '') => {
  const [cardinality, baseType] = type.split(' ')
  const values = correct.map((one) => `<value>${one}</value>`).join('')
  return `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}">${values && `<correctResponse>${values}</correctResponse>`}${mapping}</responseDeclaration>`
}

/** Reads a package of one item of QTI 2.1, or of the edition of the namespace given; with the files that it names. */
export const readItemOf = async (
  inside: string,
  { edition = '', files = {} }: { edition?: string; files?: Record<string, Content> } = {},
) => {
  const namespace = edition === '' ? '' : ` xmlns="http://www.imsglobal.org/xsd/imsqti_${edition}"`
  const manifest =
    '<manifest><resources><resource identifier="R" type="imsqti_item_xmlv2p1" href="i.xml"/></resources></manifest>'
  const reading = await readPackage({
    path: await makeZip({
      'imsmanifest.xml': manifest,
      'i.xml': `<assessmentItem${namespace} identifier="Q" title="Q">${inside}</assessmentItem>`,
      ...files,
    }),
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { exam, leftOut, items = [], resources } = reading.package
  const question = exam.sections[0]?.questions?.[0]
  if (!question) throw new Error('no question')
  const mark = (answerText: string, options: readonly (readonly [string, string])[] = []) => {
    const answer: Answer = { answerText, options: options.map(([optionID, optionText]) => ({ optionID, optionText })) }
    return markingOf(question).mark(question, answer)
  }
  return {
    question,
    leftOut,
    items,
    resources,
    mark,
    scoreOf: (...answer: Parameters<typeof mark>) => mark(...answer).score,
    /** The score of the options chosen. */
    chosen: (...ids: string[]) =>
      mark(
        '',
        ids.map((id) => [id, '']),
      ).score,
    /** The score of options with what was assigned to them: `A=b`. */
    paired: (...pairs: string[]) =>
      mark(
        '',
        pairs.map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
      ).score,
  }
}

/** The score of an answer that says these responses. */
export const scoreFor = (
  { question, scoreOf }: Pick<Awaited<ReturnType<typeof readItemOf>>, 'question' | 'scoreOf'>,
  responses: Record<string, Value>,
) => {
  if (question.processing?.kind !== 'qti') throw new Error('not marked by its processing')
  const answer = answerTo(question, question.processing.responses, new Map(Object.entries(responses)))
  if (!answer) throw new Error('this can not be answered')
  return scoreOf(answer.answerText, [])
}
