import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { AuthoredSection } from '../../authored-exam.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, type Node, nameOf, numberIn, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'
import type { Loss } from '../../imported-package.ts'
import { htmlOf } from './content.ts'
import { drawOf, membershipOf, unseenOf } from './draws.ts'
import { gatesOf, type Member } from './gates.ts'
import { maxAttemptsOf, withTestAttempts } from './item-attempts.ts'
import { isForScorer } from './item-scheme.ts'
import type { PackageIds } from './package-ids.ts'
import { newSearch, type QtiReading } from './qti-reading.ts'
import { type TakenItem, takeItem } from './take-item.ts'
import { defaultsFor } from './template-defaults.ts'
import type { TestItem } from './test-result.ts'
import { timeOf } from './time-limits.ts'
import { weighted } from './weighted.ts'
import { drawsAgain } from './with-replacement.ts'

/** What a test says and an exam here doesn't do. */
const lost: Readonly<Record<string, readonly [what: string, why: string, loss: Loss]>> = {
  adaptiveselection: ['adaptive selection', 'All questions of the section are set.', 'structure'],
  stylesheet: ['stylesheet', 'Styles are the player’s own.', 'nothing'],
}

export const loseAll = (reading: QtiReading, place: string, element: Element) => {
  for (const child of childrenOf(element)) {
    const entry = lost[nameOf(child)]
    if (entry) reading.lose(place, ...entry)
  }
}

/** The file that a reference leads to; undefined if it isn't there, which is a loss of what it represents alone. */
const targetOf = (reading: QtiReading, ref: Element, path: string, what: string): string | undefined => {
  const href = attributeOf(ref, 'href') ?? ''
  const target = resolvePath(folderOf(path), href)
  if (target === undefined) throw new PackageRefused(path, `"${href}" leads out of the package.`)
  if (reading.files.has(target)) return target
  reading.lose(path, what, `The file "${href}" is missing.`, 'structure')
  return undefined
}

/** What is gathered while a test is read. */
export interface TestReading {
  readonly reading: QtiReading
  readonly ids: PackageIds
  readonly seenRefs: Set<string>
  /** The weights that the test's processing asks for; undefined if it has none. */
  readonly asked: ReadonlySet<string> | undefined
  readonly items: TestItem[]
  /** Places of the sections that may draw a question more than once, by their ids. */
  readonly again: Map<string, string>
  /** Questions as they are without any weight, by id, with the identifier of their reference. */
  readonly unweighted: Map<string, TakenItem>
}

/** What a section is in. */
interface Around {
  readonly file: string
  /** That file, last, and those whose references led to it. */
  readonly above: readonly string[]
  /** Identifiers of the test part and of the sections. */
  readonly path: readonly string[]
  /** What its learners see it as; undefined if it is in the exam itself. */
  readonly name: string | undefined
  /** Whether the feedback of what stands there is shown, as far as it is said. */
  readonly showsFeedback?: boolean | undefined
  /** Whether answers are handed in one by one there, and how many attempts there may be, as far as it is said. */
  readonly isIndividual: boolean
  readonly most?: number | undefined
  /** Whether its test part is linear. */
  readonly isLinear: boolean
  /** What stands there, as it is read. */
  readonly members: Member[]
}

/** What an element says of the feedback of its items, or what is said around it. */
export const showsFeedback = (element: Element, around?: boolean): boolean | undefined => {
  const [control] = childrenOf(element, 'itemsessioncontrol')
  const showFeedback = control && attributeOf(control, 'showfeedback')
  return showFeedback === 'true' || showFeedback === 'false' ? showFeedback === 'true' : around
}

/** The question as the test has its feedback shown. */
const withShown = (question: AuthoredQuestion, show: boolean | undefined): AuthoredQuestion =>
  question.feedback && show !== undefined ? { ...question, feedback: { ...question.feedback, show } } : question

/** What a question counts with: its only weight, or the one that the test's processing asks for. */
const weightOf = ({ asked }: TestReading, weights: Readonly<Record<string, number>>): number => {
  const counting = Object.entries(weights).filter(([name]) => asked === undefined || asked.has(name))
  return counting.length === 1 ? (counting[0]?.[1] ?? 1) : 1
}

/** What an element says to the learner, in HTML. */
export const rubricOf = (reading: QtiReading, element: Element, file: string): string => {
  const rubrics = childrenOf(element, 'rubricblock')
  if (rubrics.some(isForScorer))
    reading.lose(file, 'rubric for scorers', 'What is said of several questions to whoever marks is left out.')
  return rubrics
    .filter((one) => (attributeOf(one, 'view') ?? 'candidate').split(/\s+/).includes('candidate'))
    .map((one) => {
      const search = newSearch()
      const html = htmlOf(Array.from<Node>(one.childNodes), { reading, path: file, search })
      for (const missing of search.missing) reading.lose(file, missing, 'The file is missing.')
      return html
    })
    .join('')
}

/** The instructions of an element, and its time. */
export const introOf = (
  reading: QtiReading,
  element: Element,
  file: string,
  sectionTime: number | undefined,
): Pick<AuthoredSection, 'text' | 'sectionTime'> => {
  const text = rubricOf(reading, element, file)
  return { ...(text && { text }), ...(sectionTime !== undefined && { sectionTime }) }
}

type Question = NonNullable<AuthoredSection['questions']>[number]

/** The question that a reference leads to, noted with its gates; none if it is left out. */
const questionOf = (test: TestReading, ref: Element, around: Around): Question[] => {
  const identifier = attributeOf(ref, 'identifier') ?? ''
  const place = `${around.file} ${identifier}`
  const { question, title } = referredQuestion(test, ref, around) ?? {}
  const { isLinear } = around
  around.members.push({
    ...{ kind: 'item', identifiers: [identifier], place, id: question?.id, title },
    ...gatesOf(ref),
    ...{ seconds: question && timeOf(test.reading, place, ref, isLinear), isLinear, isDrawn: false, members: [] },
  })
  return question ? [question] : []
}

const referredQuestion = (
  test: TestReading,
  ref: Element,
  around: Around,
): { question: Question; title: string | undefined } | undefined => {
  const { reading, ids, seenRefs, items, unweighted } = test
  const { file, path: sections } = around
  const identifier = attributeOf(ref, 'identifier') ?? ''
  if (seenRefs.has(identifier)) throw new PackageRefused(file, `duplicate id "${identifier}"`)
  seenRefs.add(identifier)
  const target = targetOf(reading, ref, file, `item ${identifier}`)
  if (target === undefined) {
    reading.took({ place: file, identifier, question: undefined })
    return undefined
  }
  loseAll(reading, `${file} ${identifier}`, ref)
  const taken = takeItem(reading, target, `item ${identifier}`, {
    id: (own) => ids.take(own, identifier),
    defaultsOf: (item) => defaultsFor(reading, `${file} ${identifier}`, ref, item),
  })
  if (!taken) return undefined
  const shows = showsFeedback(ref, around.showsFeedback)
  const said = { isIndividual: around.isIndividual, most: maxAttemptsOf(ref, around.most), showsFeedback: shows }
  const question = withTestAttempts(withShown(taken.question, shows), said)
  if (taken.question.attempts && !question.attempts)
    reading.lose(`${file} ${identifier}`, 'endAttemptInteraction', 'It would take the only attempt that there is.', 'content')
  const weights = Object.fromEntries(
    childrenOf(ref, 'weight').map((one) => [attributeOf(one, 'identifier') ?? '', numberIn(attributeOf(one, 'value')) ?? 1]),
  )
  const weight = weightOf(test, weights)
  const counted = weighted(question, weight)
  if (!counted) reading.lose(`${file} ${identifier}`, 'weight', `A question here can't count ${weight} times.`, 'marks')
  const categories = (attributeOf(ref, 'category') ?? '').split(/\s+/).filter(Boolean)
  items.push({ identifier, categories, sections, weights, weight: counted ? weight : 1, best: question.marks })
  unweighted.set(question.id, { ...taken, identifier, question })
  return { question: { ...(counted ?? question), ...membershipOf(ref) }, title: taken.title }
}

const referredSection = (test: TestReading, ref: Element, around: Around, refs: readonly Element[]): AuthoredSection => {
  const { file, above } = around
  const missing = attributeOf(ref, 'identifier') ?? attributeOf(ref, 'href') ?? ''
  const target = targetOf(test.reading, ref, file, `section ${missing}`)
  if (target === undefined) return { id: test.ids.take(missing, `${missing}.section`), name: missing }
  if (above.includes(target)) throw new PackageRefused(file, `The sections go in a circle: ${[...above, target].join(' → ')}.`)
  const inside = { ...around, file: target, above: [...above, target] }
  return sectionOf(test, xmlAt(test.reading.files, target), inside, [...refs, ref])
}

const identifiersOf = (...elements: readonly Element[]) => elements.flatMap((one) => attributeOf(one, 'identifier') ?? [])

/** Reads a section, or the one that a reference leads to; `refs` are those that led to it. */
export const sectionOf = (
  test: TestReading,
  element: Element,
  around: Around,
  refs: readonly Element[] = [],
): AuthoredSection => {
  if (nameOf(element) === 'assessmentsectionref') return referredSection(test, element, around, refs)
  const { reading, ids } = test
  const { file } = around
  if (nameOf(element) !== 'assessmentsection') throw new PackageRefused(file, `This is no section but <${element.tagName}>.`)
  const identifier = attributeOf(element, 'identifier') ?? ''
  const place = `${file} ${identifier}`
  loseAll(reading, place, element)
  const id = ids.take(identifier, `${identifier}.section`)
  const { isLinear } = around
  const seconds = timeOf(reading, place, element, isLinear)
  const own = introOf(reading, element, file, seconds)
  const unseen = around.name === undefined ? 'seen' : unseenOf(reading, place, element, own)
  const name = (unseen === 'seen' ? undefined : around.name) ?? attributeOf(element, 'title') ?? identifier
  const draw = drawOf(reading, place, element)
  if (drawsAgain(element)) test.again.set(id, place)
  const membership = membershipOf(element, ...refs)
  const section: AuthoredSection = { id, name, ...own, ...membership, ...(typeof unseen === 'object' && unseen), ...draw }
  const shows = showsFeedback(
    element,
    refs.reduceRight((inherited, ref) => showsFeedback(ref, inherited), around.showsFeedback),
  )
  const most = maxAttemptsOf(
    element,
    refs.reduceRight((inherited, ref) => maxAttemptsOf(ref, inherited), around.most),
  )
  const members: Member[] = []
  around.members.push({
    ...{ kind: 'section', identifiers: identifiersOf(element, ...refs), place, id, seconds, isLinear },
    ...gatesOf(...refs, element),
    ...{ isDrawn: draw.select !== undefined || draw.shuffle === true, members },
  })
  const inside = { ...around, path: [...around.path, identifier], name, showsFeedback: shows, most, members }
  return { ...section, ...membersOf(test, element, section, inside) }
}

const isQuestion = (member: Element) => nameOf(member) === 'assessmentitemref'

/** What is in a section: sections, or questions alone. */
const membersOf = (
  test: TestReading,
  element: Element,
  section: AuthoredSection,
  inside: Around,
): Pick<AuthoredSection, 'sections' | 'questions'> => {
  const members = childrenOf(element).filter((one) => /^assessment(section|sectionref|itemref)$/.test(nameOf(one)))
  if (members.length === 0) return {}
  if (members.every(isQuestion)) return { questions: members.flatMap((one) => questionOf(test, one, inside)) }
  const { id, name } = section
  const isDrawn = section.select !== undefined || section.shuffle === true
  const sections: AuthoredSection[] = []
  // Questions between sections keep their place in their own section: a section's sections stand before its questions.
  let between: Question[] | undefined
  for (const member of members) {
    if (!isQuestion(member)) {
      between = undefined
      sections.push(sectionOf(test, member, inside))
      continue
    }
    const questions = questionOf(test, member, inside)
    // Where members are drawn or shuffled each question is one by itself.
    if (between && !isDrawn) {
      between.push(...questions)
      continue
    }
    between = questions
    const drawn = isDrawn && { visible: false, ...membershipOf(member) }
    sections.push({ id: test.ids.take(`${id}.between${sections.length}`), name, ...drawn, questions })
  }
  return { sections }
}
