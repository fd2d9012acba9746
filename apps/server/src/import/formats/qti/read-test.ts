import { isDrawn as hasDraws } from '@sitwell/exam/paper/draw'
import { childOf, type QtiElement } from '@sitwell/qti/element'
import { tidy } from '@sitwell/qti/score'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { AuthoredSection } from '../../authored-exam.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, type Node, nameOf, numberIn, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'
import type { Loss } from '../../imported-package.ts'
import { htmlOf } from './content.ts'
import { drawOf, membershipOf, unseenOf } from './draws.ts'
import { PackageIds } from './package-ids.ts'
import { newSearch, type QtiReading } from './qti-reading.ts'
import { versionOf } from './source-of-item.ts'
import { takeItem } from './take-item.ts'
import { passMarkOf } from './test-pass.ts'
import { resultOfTest, type TestItem, type TestResult, weightsAsked } from './test-result.ts'
import { treeOf } from './tree-of.ts'
import { weighted } from './weighted.ts'

/** What a test says and an exam here doesn't do. */
const lost: Readonly<Record<string, readonly [what: string, why: string, loss: Loss]>> = {
  precondition: ['pre-condition', 'Branching is not done: all questions are set.', 'structure'],
  branchrule: ['branch rule', 'Branching is not done: all questions are set.', 'structure'],
  testfeedback: ['test feedback', 'Feedback of a test is not shown.', 'content'],
  adaptiveselection: ['adaptive selection', 'All questions of the section are set.', 'structure'],
  templatedefault: ['template default', 'The values of the item are drawn as the item itself says.', 'structure'],
  stylesheet: ['stylesheet', 'Styles are the player’s own.', 'nothing'],
}

const loseAll = (reading: QtiReading, place: string, element: Element) => {
  for (const child of childrenOf(element)) {
    const entry = lost[nameOf(child)]
    if (entry) reading.lose(place, ...entry)
  }
}

const secondsOf = (element: Element): number | undefined => {
  const limits = childrenOf(element, 'timelimits')[0]
  const most = limits && numberIn(attributeOf(limits, 'maxtime'))
  return most !== undefined && most > 0 ? Math.min(most, 31_536_000) : undefined
}

/** The file that a reference leads to; undefined where it isn't there, which is a loss of what it stands for alone. */
const targetOf = (reading: QtiReading, ref: Element, path: string, what: string): string | undefined => {
  const href = attributeOf(ref, 'href') ?? ''
  const target = resolvePath(folderOf(path), href)
  if (target === undefined) throw new PackageRefused(path, `"${href}" leads out of the package.`)
  if (reading.files.has(target)) return target
  reading.lose(path, what, `The file "${href}" is missing.`, 'structure')
  return undefined
}

export interface ReadTest {
  readonly title: string
  readonly identifier: string
  readonly examTime: number | undefined
  readonly oneWay: boolean
  readonly introText: string
  readonly sections: AuthoredSection[]
  /** The least percentage that passes, where the test says so. */
  readonly passMark: number | undefined
}

/** Whether a test may be over before all of its questions were set. */
const endsEarly = ({ name, children = [] }: QtiElement): boolean => name === 'exittest' || children.some(endsEarly)

/** A section with these questions in place of its own, by id; what each is as a member stays. */
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

/** What a section stands in. */
interface Around {
  /** Identifiers of the test part and of the sections. */
  readonly path: readonly string[]
  /** What its learners see it as; undefined where it stands in the exam itself. */
  readonly name: string | undefined
  /** Whether the feedback of what stands there is shown, as far as it is said. */
  readonly showsFeedback?: boolean | undefined
}

/** What an element says of the feedback of its items, or what is said around it. */
const showsFeedback = (element: Element, around?: boolean): boolean | undefined => {
  const [control] = childrenOf(element, 'itemsessioncontrol')
  const showFeedback = control && attributeOf(control, 'showfeedback')
  return showFeedback === 'true' || showFeedback === 'false' ? showFeedback === 'true' : around
}

/** The question as the test has its feedback shown. */
const withShown = (question: AuthoredQuestion, show: boolean | undefined): AuthoredQuestion =>
  question.feedback && show !== undefined ? { ...question, feedback: { ...question.feedback, show } } : question

/** Reads a test: its parts and sections in order, their times, instructions and questions. */
export const readTest = (reading: QtiReading, path: string): ReadTest => {
  const test = xmlAt(reading.files, path)
  if (nameOf(test) !== 'assessmenttest') throw new PackageRefused(path, `This is no assessment test but <${test.tagName}>.`)
  loseAll(reading, path, test)
  const ids = new PackageIds()
  const seenRefs = new Set<string>()

  const tree = treeOf(test)
  const processing = childOf(tree, 'outcomeprocessing')
  const asked = processing && weightsAsked(processing)
  const items: TestItem[] = []
  /** Questions as they are without any weight, by id, with the identifier of their reference. */
  const unweighted = new Map<string, { readonly identifier: string; readonly question: AuthoredQuestion }>()

  /** What a question counts with: its only weight, or the one that the test's processing asks for. */
  const weightOf = (weights: Readonly<Record<string, number>>): number => {
    const counting = Object.entries(weights).filter(([name]) => asked === undefined || asked.has(name))
    return counting.length === 1 ? (counting[0]?.[1] ?? 1) : 1
  }

  const rubricOf = (element: Element, file: string): string =>
    childrenOf(element, 'rubricblock')
      .filter((one) => (attributeOf(one, 'view') ?? 'candidate').split(/\s+/).includes('candidate'))
      .map((one) => {
        const search = newSearch()
        const html = htmlOf(Array.from<Node>(one.childNodes), { reading, path: file, search })
        for (const missing of search.missing) reading.lose(file, missing, 'The file is missing.')
        return html
      })
      .join('')

  const questionOf = (ref: Element, file: string, around: Around): AuthoredSection['questions'] => {
    const sections = around.path
    const identifier = attributeOf(ref, 'identifier') ?? ''
    if (seenRefs.has(identifier)) throw new PackageRefused(file, `duplicate id "${identifier}"`)
    seenRefs.add(identifier)
    const target = targetOf(reading, ref, file, `item ${identifier}`)
    if (target === undefined) {
      reading.took({ place: file, identifier, question: undefined })
      return []
    }
    loseAll(reading, `${file} ${identifier}`, ref)
    if (secondsOf(ref) !== undefined)
      reading.lose(`${file} ${identifier}`, 'time limit', 'A single question is not timed.', 'structure')
    const taken = takeItem(reading, target, `item ${identifier}`, (own) => ids.take(own, identifier))
    if (!taken) return []
    const question = withShown(taken, showsFeedback(ref, around.showsFeedback))
    const weights = Object.fromEntries(
      childrenOf(ref, 'weight').map((one) => [attributeOf(one, 'identifier') ?? '', numberIn(attributeOf(one, 'value')) ?? 1]),
    )
    const weight = weightOf(weights)
    const counted = weighted(question, weight)
    if (!counted) reading.lose(`${file} ${identifier}`, 'weight', `A question here can't count ${weight} times.`, 'marks')
    const categories = (attributeOf(ref, 'category') ?? '').split(/\s+/).filter(Boolean)
    items.push({ identifier, categories, sections, weights, weight: counted ? weight : 1, best: question.marks })
    unweighted.set(question.id, { identifier, question })
    return [{ ...(counted ?? question), ...membershipOf(ref) }]
  }

  const sectionOf = (
    element: Element,
    file: string,
    above: readonly string[],
    around: Around,
    refs: readonly Element[] = [],
  ): AuthoredSection => {
    if (nameOf(element) === 'assessmentsectionref') {
      const missing = attributeOf(element, 'identifier') ?? attributeOf(element, 'href') ?? ''
      const target = targetOf(reading, element, file, `section ${missing}`)
      if (target === undefined) return { id: ids.take(missing, `${missing}.section`), name: missing }
      if (above.includes(target))
        throw new PackageRefused(file, `The sections go in a circle: ${[...above, target].join(' → ')}.`)
      return sectionOf(xmlAt(reading.files, target), target, [...above, target], around, [...refs, element])
    }
    if (nameOf(element) !== 'assessmentsection') throw new PackageRefused(file, `This is no section but <${element.tagName}>.`)
    const identifier = attributeOf(element, 'identifier') ?? ''
    const place = `${file} ${identifier}`
    loseAll(reading, place, element)
    const id = ids.take(identifier, `${identifier}.section`)
    const text = rubricOf(element, file)
    const sectionTime = secondsOf(element)
    const own = { ...(text && { text }), ...(sectionTime !== undefined && { sectionTime }) }
    const unseen = around.name === undefined ? 'seen' : unseenOf(reading, place, element, own)
    const name = (unseen === 'seen' ? undefined : around.name) ?? attributeOf(element, 'title') ?? identifier
    const draw = drawOf(reading, place, element)
    const isDrawn = draw.select !== undefined || draw.shuffle === true
    const members = childrenOf(element).filter((one) => /^assessment(section|sectionref|itemref)$/.test(nameOf(one)))
    const hasBoth =
      members.some((one) => nameOf(one) === 'assessmentitemref') && members.some((one) => nameOf(one) !== 'assessmentitemref')
    const membership = membershipOf(element, ...refs)
    const section: AuthoredSection = { id, name, ...own, ...membership, ...(typeof unseen === 'object' && unseen), ...draw }
    const shows = showsFeedback(
      element,
      refs.reduceRight((inherited, ref) => showsFeedback(ref, inherited), around.showsFeedback),
    )
    const inside = { path: [...around.path, identifier], name, showsFeedback: shows }
    for (const member of members) {
      if (nameOf(member) !== 'assessmentitemref') {
        section.sections = [...(section.sections ?? []), sectionOf(member, file, above, inside)]
        continue
      }
      const questions = questionOf(member, file, inside) ?? []
      if (!hasBoth) {
        section.questions = [...(section.questions ?? []), ...questions]
        continue
      }
      // Questions between sections keep their place in a section of their own: a section's sections stand before its questions.
      const last = section.sections?.at(-1)
      if (last?.id.startsWith(`${id}.between`) && !isDrawn) last.questions?.push(...questions)
      else
        section.sections = [
          ...(section.sections ?? []),
          {
            id: ids.take(`${id}.between${section.sections?.length ?? 0}`),
            name,
            // Where members are drawn or shuffled each question is one by itself.
            ...(isDrawn && { visible: false, ...membershipOf(member) }),
            questions,
          },
        ]
    }
    return section
  }

  /** The sections with each question counting as the test's result counts it, as far as that can be said. */
  const counting = (result: TestResult): AuthoredSection[] => {
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
  const parts = childrenOf(test, 'testpart')
  const single = parts.length === 1
  const sections = parts.flatMap((part) => {
    const identifier = attributeOf(part, 'identifier') ?? ''
    loseAll(reading, `${path} ${identifier}`, part)
    if (attributeOf(part, 'submissionmode') === 'individual')
      reading.lose(`${path} ${identifier}`, 'individual submission', 'Answers are marked when the exam is finished.')
    const partName = attributeOf(part, 'title') ?? identifier
    const inside = childrenOf(part)
      .filter((one) => /^assessmentsection(ref)?$/.test(nameOf(one)))
      .map((one) =>
        sectionOf(one, path, [path], {
          path: [identifier],
          name: single ? undefined : partName,
          showsFeedback: showsFeedback(part),
        }),
      )
    if (single) return inside
    const sectionTime = secondsOf(part)
    const text = rubricOf(part, path)
    const id = ids.take(identifier, `${identifier}.part`)
    const whole: AuthoredSection = {
      id,
      name: partName,
      oneWay: isLinear(part),
      sections: inside,
    }
    return [{ ...whole, ...(text && { text }), ...(sectionTime !== undefined && { sectionTime }) }]
  })
  const [first] = parts
  if (processing && endsEarly(processing))
    reading.lose(path, 'early end', 'The exam goes on until it is finished: all questions are set.', 'structure')
  const trial = { isDrawn: sections.some(hasDraws) }
  const result: TestResult = processing ? resultOfTest(tree, versionOf(test), items, trial) : { kind: 'sum' }
  const counted = counting(result)
  const ofWeights = result.kind === 'weights' ? result.weights : undefined
  const counts = items.map((one) => ({ ...one, weight: ofWeights?.get(one.identifier) ?? one.weight }))
  const passMark = result.kind === 'other' ? undefined : passMarkOf(tree, versionOf(test), counts, trial)
  if (passMark === 'other')
    reading.lose(path, 'pass', 'It passes by something else than a least percentage of the marks.', 'marks')
  return {
    title: attributeOf(test, 'title') ?? attributeOf(test, 'identifier') ?? path,
    identifier: attributeOf(test, 'identifier') ?? path,
    examTime: secondsOf(test) ?? (single && first ? secondsOf(first) : undefined),
    oneWay: single && first !== undefined && isLinear(first),
    introText: rubricOf(test, path) + (single && first ? rubricOf(first, path) : ''),
    sections: counted,
    passMark: typeof passMark === 'number' ? passMark : undefined,
  }
}
