import type { QtiElement } from '@sitwell/qti/element'
import { type AuthoredQuestion, markingOf, type QtiProcessing } from '@sitwell/question-types/marking'
import { type Body, qtiOf, xhtmlOf, xml } from '@sitwell/question-types/qti'
import { proveMarks } from '../../../import/formats/qti/prove-marks.ts'
import { withNeutralIds } from '../../../import/neutral-ids.ts'
import { type AskedOfItem, askedOfItem } from './asked-of-item.ts'
import { attemptsLost, endingsXml, isAdaptive } from './attempts-xml.ts'
import { catalogsXml } from './catalogs-xml.ts'
import { withFeedbackXml } from './feedback-xml.ts'
import { processingXml } from './processing-xml.ts'
import { rubricXml, schemesLost } from './scheme-xml.ts'
import { defaultsXml, drawnInside, withPlaces } from './template-xml.ts'

/** An item of QTI 3.0, what of its question it can't say, and what rules of a test may ask of it; or why there is none. */
export type WrittenItem =
  | { readonly xml: string; readonly reported: readonly string[]; readonly asks: AskedOfItem }
  | { readonly why: string }

/** The question with ids of options that QTI takes, and that say nothing. */
const renamed = (question: AuthoredQuestion): AuthoredQuestion => {
  const lists = new Map<string, string[]>()
  const { sourceIds, ...own } = question
  const changed = withNeutralIds(own as AuthoredQuestion, (list, id) => {
    const ids = lists.get(list) ?? []
    lists.set(list, ids)
    if (!ids.includes(id)) ids.push(id)
    return `${list === 'selections' ? 's' : list === 'options' ? 'o' : `${list.toLowerCase()}_o`}${ids.indexOf(id) + 1}`
  })
  const { sourceIds: _, ...plain } = changed
  return plain as AuthoredQuestion
}

interface Marked {
  readonly question: AuthoredQuestion
  readonly bindings: QtiProcessing['responses']
  /** Declarations and rules as XML. */
  readonly inside: string
}

/** A score that a person gives. */
const scored = (marks: number) =>
  xml('qti-outcome-declaration', {
    identifier: 'SCORE',
    cardinality: 'single',
    'base-type': 'float',
    'normal-maximum': marks,
    'external-scored': 'human',
  })

const unmarked = (written: AuthoredQuestion, isByPerson: boolean): Marked | { why: string } => {
  const question = renamed(written)
  const drawn = drawnInside(question)
  if (typeof drawn !== 'string') return drawn
  const found = qtiOf(question).unmarked(question)
  if (!found) return { why: `QTI has nothing like a question of the type ${question.type}.` }
  const declarations = found.declarations + (isByPerson ? scored(question.marks) : '')
  return { question, bindings: found.bindings, inside: declarations + drawn }
}

const insideOf = ({ item, version }: QtiProcessing): string | undefined => {
  // What a template begins with in its test stands with the reference to the item.
  const own = (item.children ?? []).filter(({ name }) => name !== 'templatedefault')
  const all = own.map((one: QtiElement) => processingXml(one, version))
  return all.includes(undefined) ? undefined : all.join('')
}

const bySource = (question: AuthoredQuestion, processing: QtiProcessing): Marked | { why: string } => {
  const isMore = processing.weight !== 1
  if (isMore) return { why: `Its rules count ${processing.weight} times, which an item can't say.` }
  const inside = insideOf(processing)
  const isSaid = inside !== undefined && (!question.template || defaultsXml(question.template) !== undefined)
  if (!isSaid) return { why: 'Its rules have something in them that QTI 3.0 hasn’t.' }
  return { question, bindings: processing.responses, inside }
}

const byKey = (question: AuthoredQuestion): Marked | { why: string } => {
  const plain = renamed(question)
  const rules = qtiOf(plain).rules(plain)
  if ('why' in rules) return rules
  const { processing } = rules
  // The key and its rules are held together over answers of the question.
  const proof = proveMarks({ ...plain, processing } as AuthoredQuestion, processing, true)
  const differs =
    proof.problem ?? (proof.otherwise === undefined ? undefined : `An answer counts otherwise: ${proof.otherwise}.`)
  if (differs !== undefined) return { why: differs }
  const inside = insideOf(processing)
  if (inside === undefined) throw new Error('A rule was made that QTI 3.0 has no name for.')
  return { question: plain, bindings: processing.responses, inside }
}

const markedOf = (question: AuthoredQuestion): Marked | { why: string } => {
  const { processing } = question
  if (processing?.kind === 'qti') return bySource(question, processing)
  if (processing) return unmarked(question, processing.kind === 'person')
  const markedBy = qtiOf(question).markedBy(question)
  return markedBy === 'key' ? byKey(question) : unmarked(question, markedBy === 'person')
}

const lossesOf = (question: AuthoredQuestion): string[] => [
  ...('dragAndDrop' in question && question.dragAndDrop ? ['Its cards are not dragged.'] : []),
  ...qtiOf(question).losses(question),
  ...(question.resourceUrl ? [`The file beside it (${question.resourceUrl}) is left out.`] : []),
  ...(question.requiresCalculator || question.requiresWorkings ? ['Its calculator and workings are left out.'] : []),
  ...schemesLost(question),
]

/** The body of an item, with an interaction for each response that its rules ask for. */
const bodyOf = (question: AuthoredQuestion, bindings: Marked['bindings']): Body => {
  const intro = question.introText ? `<div>${xhtmlOf(question.introText)}</div>` : ''
  const inside = qtiOf(question).body(question, bindings)
  return 'why' in inside ? inside : { body: intro + inside.body }
}

/** Writes a question as an item of QTI 3.0 of this identifier; `number` is its place in the exam. */
export const writeItem = (question: AuthoredQuestion, identifier: string, number: number): WrittenItem => {
  const marked = markedOf(question)
  if ('why' in marked) return marked
  const written = bodyOf(marked.question, marked.bindings)
  const body = 'why' in written ? written : withPlaces(written.body, question.template)
  if ('why' in body) return body
  const files = markingOf(question).filesOf?.(question) ?? []
  const attributes = {
    xmlns: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
    identifier,
    title: `Question ${number}`,
    adaptive: String(isAdaptive(question)),
    'time-dependent': 'false',
  }
  const { bindings, inside } = marked
  const feedback = withFeedbackXml({ question, written: marked.question, bindings, inside })
  const modal = withPlaces(feedback.modal, question.template)
  const catalogs = withPlaces(catalogsXml(question.explanations), question.template)
  const rubric = withPlaces(rubricXml(question), question.template)
  const forScorers = 'why' in rubric ? '' : rubric.body
  const shown =
    xml('qti-item-body', {}, body.body + forScorers + endingsXml(question)) + ('why' in catalogs ? '' : catalogs.body)
  const whole = withProcessingLast(feedback.inside, shown) + ('why' in modal ? '' : modal.body)
  return {
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n${xml('qti-assessment-item', attributes, whole)}\n`,
    asks: askedOfItem(question, marked.question, bindings),
    reported: [
      ...lossesOf(question),
      ...attemptsLost(question),
      ...feedback.reported,
      ...('why' in modal ? [modal.why] : []),
      ...('why' in catalogs ? [catalogs.why] : []),
      ...('why' in rubric ? [rubric.why] : []),
      ...files.flatMap(({ name, isOfCode }) =>
        isOfCode || name === qtiOf(question).fileInBody(question) ? [] : [`Its file ${name} is left out.`],
      ),
    ],
  }
}

/** The body stands before the rules, with what explains it. */
const withProcessingLast = (inside: string, written: string): string => {
  const at = inside.indexOf('<qti-response-processing')
  return at < 0 ? inside + written : inside.slice(0, at) + written + inside.slice(at)
}
