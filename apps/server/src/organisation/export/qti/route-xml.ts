import { endOfExam } from '@sitwell/exam/parts/route'
import { childOf, childrenOf, type QtiElement } from '@sitwell/qti/element'
import { xml } from '@sitwell/question-types/qti'
import type { AuthoredExam, AuthoredSection } from '../../../import/authored-exam.ts'
import type { PartRule } from '../../../import/authored-route.ts'
import type { AskedOfItem } from './asked-of-item.ts'
import { processingXml } from './processing-xml.ts'

/** A question as the test refers to it. */
export interface RefInRoute {
  readonly identifier: string
  readonly asks: AskedOfItem
}

interface Written {
  /** The questions that are written, by id. */
  readonly refs: ReadonlyMap<string, RefInRoute>
  /** What the test calls the sections, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Tells that something of the section of this id can't be written. */
  leave(id: string, why: string): void
}

/** What the test says for answers to decide which of its sections are set. */
export interface RouteXml {
  gatesOf(id: string): string
  categoryOf(questionId: string): string | undefined
  weightsOf(questionId: string): string
  /** Outcomes that rules ask for, the rules that set them, and a name that is left for the sum of all marks. */
  readonly outcomes: { readonly declarations: string; readonly rules: string; readonly total: string }
}

/** Why a rule can't be said in QTI. It is caught where the rule is written, and told. */
class NotSaid extends Error {}

const of = (name: string, ...children: readonly QtiElement[]): QtiElement => ({ name, children })
const base = (basetype: string, text: string): QtiElement => ({ name: 'basevalue', attributes: { basetype }, text })
const variable = (identifier: string): QtiElement => ({ name: 'variable', attributes: { identifier } })
/** What comes to nothing doesn't hold here, and in QTI it is neither true nor false. */
const known = (rule: QtiElement) => of('and', of('not', of('isnull', rule)), rule)

const within = (element: QtiElement): QtiElement[] => [element, ...childrenOf(element).flatMap(within)]
const rulesIn = (rule: PartRule): PartRule[] =>
  rule.on === 'not' ? rulesIn(rule.rule) : rule.on === 'any' ? rule.rules.flatMap(rulesIn) : [rule]

/** Expressions in which a choice stands beside the response that it is looked for in. */
const comparing: ReadonlySet<string> = new Set(['match', 'member', 'contains', 'isnull', 'containersize'])

/** Categories by which rules count some of the questions: those of the source, and some that are made up. */
class Categories {
  readonly #of = new Map<string, Set<string>>()
  #count = 0

  add(category: string, questions: readonly string[]): void {
    for (const id of questions) this.#of.set(id, (this.#of.get(id) ?? new Set()).add(category))
  }

  /** One that no other has. */
  made(questions: readonly string[]): string {
    const taken = new Set([...this.#of.values()].flatMap((some) => [...some]))
    do this.#count += 1
    while (taken.has(`route_${this.#count}`))
    this.add(`route_${this.#count}`, questions)
    return `route_${this.#count}`
  }

  of(question: string): string | undefined {
    return [...(this.#of.get(question) ?? [])].join(' ') || undefined
  }
}

class RuleWriter {
  readonly #route: AuthoredExam['route']
  readonly #refs: Written['refs']
  readonly #sections = new Map<string, string>()
  #answered: ReadonlySet<string> | undefined
  readonly categories = new Categories()

  constructor({ route }: AuthoredExam, refs: Written['refs']) {
    this.#route = route
    this.#refs = refs
    for (const { question, categories } of route?.items ?? [])
      for (const one of categories) this.categories.add(one, [question])
  }

  /** A rule that is looked at when these questions may be answered, and no others. */
  after(answered: ReadonlySet<string>, rule: PartRule): QtiElement {
    this.#answered = answered
    return this.#of(rule)
  }

  /** Whether nothing of a question is known where the rule is looked at. */
  #isLater(question: string | undefined): boolean {
    return question !== undefined && this.#answered !== undefined && !this.#answered.has(question)
  }

  #itemOf(name: string) {
    return this.#route?.items.find(({ identifier }) => name.startsWith(`${identifier}.`))
  }

  /** What a variable of the source is here; outcomes of the test keep their names. */
  #variable(name: string): { readonly name: string; readonly nameOf?: (option: string) => string | undefined } {
    const item = this.#itemOf(name)
    if (!item) return { name }
    const ref = this.#refs.get(item.question)
    const own = name.slice(item.identifier.length + 1)
    if (!ref) throw new NotSaid('It asks for a question that is left out.')
    if (ref.asks.variables.has(own)) return { name: `${ref.identifier}.${own}` }
    const { chosen } = ref.asks
    // An item without rules of its own has other names for its response and its choices.
    if (!chosen || item.processing?.responses[own]?.from !== 'options')
      throw new NotSaid('It asks for an answer that its item calls otherwise.')
    return { name: `${ref.identifier}.${chosen.response}`, nameOf: chosen.nameOf }
  }

  /** What stands beside a response whose choices have other names. */
  #withNames(element: QtiElement, nameOf: (option: string) => string | undefined): QtiElement {
    const { name, children, text = '' } = element
    if (name !== 'basevalue')
      return { ...element, ...(children && { children: children.map((one) => this.#withNames(one, nameOf)) }) }
    const option = nameOf(text.trim())
    if (option === undefined) throw new NotSaid('It asks for an option that is no choice there.')
    return { ...element, text: option }
  }

  /** Sections are others here than in the source: what is counted in one has its own category. */
  #category(section: string): string {
    const questions = this.#route?.items.filter(({ sections }) => sections.includes(section)) ?? []
    const category = this.#sections.get(section) ?? this.categories.made(questions.map(({ question }) => question))
    this.#sections.set(section, category)
    return category
  }

  /** An expression or a rule of the source, with names as they are here. */
  renamed(element: QtiElement): QtiElement {
    // An import takes a question that is answered later for a mistake, and it is nothing yet.
    const asked = element.name === 'variable' ? this.#itemOf(element.attributes?.identifier ?? '') : undefined
    if (this.#isLater(asked?.question)) return { name: 'null' }
    const { sectionidentifier, ...attributes } = element.attributes ?? {}
    const changed: Record<string, string> = { ...attributes }
    if (element.name === 'variable') changed.identifier = this.#variable(changed.identifier ?? '').name
    if (sectionidentifier !== undefined) {
      if (changed.includecategory !== undefined) throw new NotSaid('It counts a category inside of a section.')
      changed.includecategory = this.#category(sectionidentifier)
    }
    const children = this.#named(element)?.map((one) => this.renamed(one))
    return { ...element, ...(element.attributes && { attributes: changed }), ...(children && { children }) }
  }

  /** The operands of an expression, with choices by the names that they have here. */
  #named({ name, children }: QtiElement): readonly QtiElement[] | undefined {
    const [nameOf] = (children ?? []).flatMap((one) =>
      one.name === 'variable' && !this.#isLater(this.#itemOf(one.attributes?.identifier ?? '')?.question)
        ? (this.#variable(one.attributes?.identifier ?? '').nameOf ?? [])
        : [],
    )
    if (!nameOf) return children
    if (!comparing.has(name)) throw new NotSaid('It asks for an answer that its item calls otherwise.')
    return children?.map((one) => this.#withNames(one, nameOf))
  }

  #of(rule: PartRule): QtiElement {
    switch (rule.on) {
      case 'qti':
        return this.renamed(rule.rule)
      case 'not':
        return of('not', known(this.#of(rule.rule)))
      case 'any':
        return of('or', ...rule.rules.map((one) => this.#of(one)))
      case 'option': {
        const ref = this.#refs.get(rule.question)
        if (this.#isLater(rule.question)) return base('boolean', 'false')
        if (!ref) throw new NotSaid('It asks for a question that is left out.')
        const name = ref.asks.chosen?.nameOf(rule.option)
        if (!ref.asks.chosen || name === undefined) throw new NotSaid('It asks for an option that is no choice there.')
        const asked = variable(`${ref.identifier}.${ref.asks.chosen.response}`)
        return ref.asks.chosen.isSingle
          ? of('match', asked, base('identifier', name))
          : of('member', base('identifier', name), asked)
      }
      case 'marks': {
        if (!rule.questions.every((id) => this.#refs.has(id))) throw new NotSaid('It counts a question that is left out.')
        if (rule.least <= 0) return base('boolean', 'true')
        const includecategory = this.categories.made(rule.questions)
        const scores = { name: 'testvariables', attributes: { variableidentifier: 'SCORE', includecategory } }
        return of('gte', of('sum', scores), base('float', String(rule.least)))
      }
    }
  }
}

/** The outcomes that rules ask for: those of the source, as far as what sets them can be written. */
const outcomesOf = ({ route }: AuthoredExam, writer: RuleWriter) => {
  const declared = route ? childrenOf(route.test, 'outcomedeclaration') : []
  const processing = route && childOf(route.test, 'outcomeprocessing')
  const taken = new Set(declared.map((one) => one.attributes?.identifier))
  const total = ['SCORE', 'TOTAL', 'SUM_OF_MARKS'].find((name) => !taken.has(name))
  const all = [declared, (processing ? childrenOf(processing) : []).map((one) => writer.renamed(one))]
  const [declarations = [], rules = []] = all.map((some) => some.map((one) => processingXml(one, route?.version ?? '3.0')))
  if (total === undefined || [...declarations, ...rules].includes(undefined))
    throw new NotSaid('What it asks for has something in it that QTI 3.0 hasn’t.')
  return { declarations: declarations.join(''), rules: rules.join(''), total }
}

const ofMarks: ReadonlySet<string> = new Set(['testvariables', 'outcomemaximum', 'outcomeminimum'])

/** Whether something of QTI asks for the marks of a question that counts otherwise than by itself: its item is written as it counts. */
const asksUnweighted = ({ route }: AuthoredExam, asked: QtiElement): boolean => {
  const weighted = (route?.items ?? []).filter(({ marks }) => marks !== undefined)
  return within(asked).some(
    ({ name, attributes }) =>
      (ofMarks.has(name) && weighted.length > 0) ||
      weighted.some(({ identifier }) => attributes?.identifier === `${identifier}.SCORE`),
  )
}

/** The result of something that may not be sayable; undefined if it isn't, and that is told. */
const said = <T>(say: () => T, tell: (why: string) => void): T | undefined => {
  try {
    return say()
  } catch (error) {
    if (!(error instanceof NotSaid)) throw error
    tell(error.message)
    return undefined
  }
}

/** Writes by which rules the parts of an exam are asked, as gates of the test's sections. */
export const routeXml = (exam: AuthoredExam, { refs, names, leave }: Written): RouteXml => {
  const writer = new RuleWriter(exam, refs)
  const none = { declarations: '', rules: '', total: 'SCORE' }
  const asksOutcomes = (rule: PartRule) =>
    rulesIn(rule).some(
      (one) =>
        one.on === 'qti' &&
        within(one.rule).some(
          ({ name, attributes }) =>
            name === 'variable' &&
            !exam.route?.items.some(({ identifier }) => attributes?.identifier?.startsWith(`${identifier}.`)),
        ),
    )
  const rules = exam.sections.flatMap(({ askedIf = [], leadsTo = [] }) => [...askedIf, ...leadsTo.map((one) => one.if)])
  let whyNone: string | undefined
  const outcomes = rules.some(asksOutcomes)
    ? said(
        () => outcomesOf(exam, writer),
        (why) => {
          whyNone = why
        },
      )
    : none
  const questionsIn = ({ sections = [], questions = [] }: AuthoredSection): string[] => [
    ...sections.flatMap(questionsIn),
    ...questions.map(({ id }) => id),
  ]
  const answered = new Set<string>()
  const asksOtherMarks = (rule: PartRule) =>
    rulesIn(rule).some((one) => one.on === 'qti' && asksUnweighted(exam, one.rule)) ||
    (asksOutcomes(rule) && exam.route !== undefined && asksUnweighted(exam, exam.route.test))
  const ruleXml = (rule: PartRule): string => {
    if (asksOtherMarks(rule)) throw new NotSaid('It asks for marks of a question that counts otherwise than by itself.')
    if (whyNone !== undefined && asksOutcomes(rule)) throw new NotSaid(whyNone)
    const written = processingXml(writer.after(answered, rule), exam.route?.version ?? '3.0')
    if (written === undefined) throw new NotSaid('It has something in it that QTI 3.0 hasn’t.')
    return written
  }
  const gates = new Map(
    exam.sections.map((section) => {
      const { id, askedIf = [], leadsTo = [] } = section
      const conditions = askedIf.map((rule) =>
        said(
          () => xml('qti-pre-condition', {}, ruleXml(rule)),
          (why) => leave(id, `A rule by which it is asked is left out: ${why} It is set where the others hold.`),
        ),
      )
      for (const question of questionsIn(section)) answered.add(question)
      const branches = leadsTo.map((branch) =>
        said(
          () => {
            const target = branch.to === endOfExam ? 'EXIT_TEST' : (names.get(branch.to) ?? '')
            return xml('qti-branch-rule', { target }, ruleXml(branch.if))
          },
          (why) => leave(id, `A rule by which it leads to ${branch.to} is left out: ${why} What follows is set.`),
        ),
      )
      return [id, [...conditions, ...branches].join('')]
    }),
  )
  const weights = new Map(exam.route?.items.map((one) => [one.question, one.weights]))
  return {
    gatesOf: (id) => gates.get(id) ?? '',
    categoryOf: (id) => writer.categories.of(id),
    weightsOf: (id) =>
      Object.entries(weights.get(id) ?? {})
        .map(([identifier, value]) => xml('qti-weight', { identifier, value }))
        .join(''),
    outcomes: outcomes ?? none,
  }
}
