import { isDrawn as hasDraws } from '@sitwell/exam/paper/draw'
import type { QtiVersion } from '@sitwell/qti/declaration'
import { childOf, type QtiElement } from '@sitwell/qti/element'
import { tidy } from '@sitwell/qti/score'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'
import type { AuthoredRoute } from '../../authored-route.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, nameOf, xmlAt } from '../../files/xml.ts'
import { gatesOf, type Member } from './gates.ts'
import { maxAttemptsOf } from './item-attempts.ts'
import { PackageIds } from './package-ids.ts'
import type { QtiReading } from './qti-reading.ts'
import { introOf, loseAll, rubricOf, sectionOf, showsFeedback, type TestReading } from './read-section.ts'
import { planRoute, type RoutePlan, routeOf } from './route-plan.ts'
import { versionOf } from './source-of-item.ts'
import { testFeedbackOf } from './test-feedback.ts'
import { passMarkOf } from './test-pass.ts'
import { resultOfTest, type TestResult, weightsAsked } from './test-result.ts'
import { timeOf } from './time-limits.ts'
import { treeOf } from './tree-of.ts'
import { weighted } from './weighted.ts'
import { drawnAgain, withCopies } from './with-replacement.ts'

export interface ReadTest {
  readonly title: string
  readonly identifier: string
  readonly examTime: number | undefined
  readonly oneWay: boolean
  readonly introText: string
  readonly sections: AuthoredSection[]
  /** The least percentage that passes, where the test says so. */
  readonly passMark: number | undefined
  /** What is said of its result. */
  readonly feedback: AuthoredExam['feedback']
  /** What its rules know of it; undefined if it has none. */
  readonly route: AuthoredRoute | undefined
}

/** Whether a test may be over before all of its questions were set. */
const endsEarly = ({ name, children = [] }: QtiElement): boolean => name === 'exittest' || children.some(endsEarly)

/** A section with these questions instead of its own, by id; what each is as a member stays. */
const withQuestions = (
  section: AuthoredSection,
  questions: ReadonlyMap<string, AuthoredQuestion | undefined>,
): AuthoredSection => ({
  ...section,
  ...(section.questions && {
    questions: section.questions.map((one) => {
      const { required, fixed } = one
      return { ...(questions.get(one.id) ?? one), ...(required && { required }), ...(fixed && { fixed }) }
    }),
  }),
  ...(section.sections && { sections: section.sections.map((one) => withQuestions(one, questions)) }),
})

/** The sections with each question counting as the test's result counts it, as far as that can be said. */
const counting = (
  { reading, unweighted }: TestReading,
  path: string,
  sections: AuthoredSection[],
  result: TestResult,
): AuthoredSection[] => {
  if (result.kind === 'multiple')
    reading.lose(
      path,
      'outcome processing',
      `Its result is the sum of the marks times ${tidy(result.factor)}: here it is the sum itself, with the same percentage.`,
      'nothing',
    )
  if (result.kind === 'weights') {
    const questions = new Map(
      [...unweighted].map(([id, { identifier, question }]) => [id, weighted(question, result.weights.get(identifier) ?? 0)]),
    )
    if (![...questions.values()].includes(undefined)) return sections.map((section) => withQuestions(section, questions))
  }
  if (result.kind === 'other' || result.kind === 'weights')
    reading.lose(
      path,
      'outcome processing',
      'The result is the sum of the marks, and its processing comes to something else.',
      'marks',
    )
  return sections
}

const isLinear = (part: Element) => attributeOf(part, 'navigationmode') === 'linear'

interface ReadPart {
  /** Its time limit, in seconds. */
  readonly seconds: number | undefined
  readonly sections: AuthoredSection[]
  readonly member: Member
}

/** The sections of a test part; if there are several parts each is a section around its own. */
const sectionsOf = (test: TestReading, part: Element, path: string, isOnly: boolean): ReadPart => {
  const { reading, ids } = test
  const identifier = attributeOf(part, 'identifier') ?? ''
  loseAll(reading, `${path} ${identifier}`, part)
  const isIndividual = attributeOf(part, 'submissionmode') === 'individual'
  if (isIndividual)
    reading.lose(
      `${path} ${identifier}`,
      'individual submission',
      'Questions of which something is said after an attempt are checked one by one, the others when the exam is finished.',
      'nothing',
    )
  const name = attributeOf(part, 'title') ?? identifier
  const around = {
    file: path,
    above: [path],
    path: [identifier],
    name: isOnly ? undefined : name,
    showsFeedback: showsFeedback(part),
    isIndividual,
    most: maxAttemptsOf(part),
    isLinear: isLinear(part),
    members: [] as Member[],
  }
  const sections = childrenOf(part)
    .filter((one) => /^assessmentsection(ref)?$/.test(nameOf(one)))
    .map((one) => sectionOf(test, one, around))
  const { isLinear: linear, members } = around
  const seconds = timeOf(reading, `${path} ${identifier}`, part, false)
  const member = (id: string | undefined): Member => ({
    ...{ kind: 'part', identifiers: [identifier], place: `${path} ${identifier}`, id, isLinear: linear },
    // The time of an only part is the exam's.
    seconds: isOnly ? undefined : seconds,
    ...gatesOf(part),
    ...{ isDrawn: false, members },
  })
  if (isOnly) return { seconds, sections, member: member(undefined) }
  const intro = introOf(reading, part, path, seconds)
  const id = ids.take(identifier, `${identifier}.part`)
  return { seconds, sections: [{ id, name, oneWay: linear, sections, ...intro }], member: member(id) }
}

/** The least percentage that passes, by the marks as the test's result counts them. */
const passMarkIn = (
  { reading, items }: TestReading,
  path: string,
  tree: QtiElement,
  version: QtiVersion,
  result: TestResult,
  trial: { readonly isDrawn: boolean },
): number | undefined => {
  if (result.kind === 'other') return undefined
  const ofWeights = result.kind === 'weights' ? result.weights : undefined
  const counts = items.map((one) => ({ ...one, weight: ofWeights?.get(one.identifier) ?? one.weight }))
  const passMark = passMarkOf(tree, version, counts, trial)
  if (passMark !== 'other') return passMark
  reading.lose(path, 'pass', 'It passes by something else than a least percentage of the marks.', 'marks')
  return undefined
}

interface Ruled {
  readonly test: TestReading
  readonly plan: RoutePlan | undefined
  readonly feedback: AuthoredExam['feedback']
  readonly tree: QtiElement
  readonly version: QtiVersion
}

/** Parts of the exam alone have a time: what is in them says none. */
const timedAlone = ({ sections, ...part }: AuthoredSection): AuthoredSection => ({
  ...part,
  ...(sections && { sections: sections.map(({ sectionTime, ...one }) => timedAlone(one)) }),
})

const withRoute = (
  { plan, feedback, test, ...source }: Ruled,
  sections: AuthoredSection[],
): Pick<ReadTest, 'sections' | 'route'> => {
  const ownRoute = feedback && routeOf(test, source, sections)
  const routed = plan?.routed(sections)
  const route = plan?.isGated ? routed?.route : ownRoute
  const { sections: drawn, copies } = drawnAgain(test, routed?.sections ?? sections)
  return { sections: drawn.map(timedAlone), route: route && withCopies(route, copies) }
}

/** Reads a test: its parts and sections in order, their times, instructions and questions. */
export const readTest = (reading: QtiReading, path: string): ReadTest => {
  const element = xmlAt(reading.files, path)
  if (nameOf(element) !== 'assessmenttest')
    throw new PackageRefused(path, `This is no assessment test but <${element.tagName}>.`)
  loseAll(reading, path, element)
  const tree = treeOf(element)
  const version = versionOf(element)
  const processing = childOf(tree, 'outcomeprocessing')
  const asked = processing && weightsAsked(processing)
  const test: TestReading = {
    reading,
    ids: new PackageIds(),
    seenRefs: new Set(),
    asked,
    items: [],
    again: new Map(),
    unweighted: new Map(),
  }

  const parts = childrenOf(element, 'testpart')
  const only = parts.length === 1 ? parts[0] : undefined
  const read = parts.map((part) => sectionsOf(test, part, path, part === only))
  const sections = read.flatMap((one) => one.sections)
  const members = read.map(({ member }) => member)
  const plan = planRoute(test, { members, tree, version, isOnly: only !== undefined })
  if (processing && endsEarly(processing))
    reading.lose(path, 'early end', 'The exam goes on until it is finished: all questions are set.', 'structure')
  const said = testFeedbackOf(reading, { file: path, elements: [element, ...parts], test: tree })
  const feedback = said.length > 0 ? said : undefined
  const trial = { isDrawn: plan?.isGated || sections.some(hasDraws) }
  const result: TestResult = processing ? resultOfTest(tree, version, test.items, trial) : { kind: 'sum' }
  const counted = counting(test, path, sections, result)
  const passMark = passMarkIn(test, path, tree, version, result, trial)
  const times = [timeOf(reading, path, element, false), ...(only ? read.map(({ seconds }) => seconds) : [])]
  const limits = times.filter((one) => one !== undefined)
  return {
    title: attributeOf(element, 'title') ?? attributeOf(element, 'identifier') ?? path,
    identifier: attributeOf(element, 'identifier') ?? path,
    examTime: limits.length > 0 ? Math.min(...limits) : undefined,
    oneWay: only !== undefined && isLinear(only),
    introText: rubricOf(reading, element, path) + (only ? rubricOf(reading, only, path) : ''),
    feedback,
    ...withRoute({ test, plan, feedback, tree, version }, counted),
    passMark,
  }
}
