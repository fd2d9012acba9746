import { endOfExam, isRouted } from '@sitwell/exam/parts/route'
import { unknownIn } from '@sitwell/qti/expression'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { readQtiTest } from '@sitwell/qti/test-outcomes'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'
import type { AuthoredRoute, PartRule } from '../../authored-route.ts'

type Path = readonly PropertyKey[]
type Problem = { readonly path: Path; readonly message: string }
type Questions = ReadonlyMap<string, AuthoredQuestion>

const questionsIn = ({ sections = [], questions = [] }: AuthoredSection): AuthoredQuestion[] => [
  ...sections.flatMap(questionsIn),
  ...questions,
]

const hasOption = (question: AuthoredQuestion, option: string): boolean =>
  'options' in question && question.options.some(({ id }) => (question.sourceIds?.[id] ?? id) === option)

/** Why a rule could never be looked at; undefined if it can. `before` are the questions that are answered by then. */
const whyNever = (rule: PartRule, before: Questions, route: AuthoredRoute | undefined): string | undefined => {
  switch (rule.on) {
    case 'option': {
      const question = before.get(rule.question)
      if (!question) return `no question "${rule.question}" is answered by then`
      return hasOption(question, rule.option) ? undefined : `"${rule.question}" has no option "${rule.option}"`
    }
    case 'marks': {
      const missing = rule.questions.find((id) => !before.has(id))
      return missing === undefined ? undefined : `no question "${missing}" is answered by then`
    }
    case 'not':
      return whyNever(rule.rule, before, route)
    case 'any':
      return rule.rules.map((one) => whyNever(one, before, route)).find((why) => why !== undefined)
    case 'qti': {
      if (!route) return 'the exam has no "route", which says what its rules name'
      const [unknown] = unknownIn(rule.rule)
      return unknown === undefined ? undefined : `nothing here does what ${unknown} does`
    }
  }
}

/** What a part says of when it is asked, and where it leads. */
const problemsOfPart = (exam: AuthoredExam, at: number, before: Questions, withOwn: Questions): Problem[] => {
  const { askedIf = [], leadsTo = [] } = exam.sections[at] ?? {}
  const later = new Set([endOfExam, ...exam.sections.slice(at + 1).map(({ id }) => id)])
  const rules = [
    ...askedIf.map((rule, index) => ({ rule, known: before, path: ['askedIf', index] })),
    ...leadsTo.map((branch, index) => ({ rule: branch.if, known: withOwn, path: ['leadsTo', index, 'if'] })),
  ]
  return [
    ...(at === 0 && askedIf.length > 0 ? [{ path: ['askedIf'], message: 'the first part is asked in any case' }] : []),
    ...leadsTo.flatMap(({ to }, index) =>
      later.has(to) ? [] : [{ path: ['leadsTo', index, 'to'], message: `no part "${to}" comes after it` }],
    ),
    ...rules.flatMap(({ rule, known, path }) => {
      const message = whyNever(rule, known, exam.route)
      return message === undefined ? [] : [{ path, message }]
    }),
  ]
}

/** What sections say that are no parts of the exam: nobody comes to them by themselves. */
const problemsInside = (section: AuthoredSection, above: Path): Problem[] =>
  (section.sections ?? []).flatMap((one, index) => {
    const path = [...above, 'sections', index]
    const said = (['askedIf', 'leadsTo'] as const).filter((name) => one[name] !== undefined)
    const message = 'only a part of the exam, a section that stands in none, says this'
    return [...said.map((name) => ({ path: [...path, name], message })), ...problemsInside(one, path)]
  })

const problemsOfWhole = ({ settings, sections }: AuthoredExam): Problem[] => {
  const isOneWay = settings.oneWay || sections.every(({ oneWay }) => oneWay)
  const first = sections[0] ? questionsIn(sections[0]).length : 0
  const problems: [name: string, isWrong: boolean, message: string][] = [
    ['oneWay', !isOneWay, 'its parts hang on answers, which nobody may change then: the exam, or each part, has to be one-way'],
    ['sealParts', settings.sealParts === false, 'its parts hang on answers: they are sealed in any case'],
    ['initialPage', (settings.initialPage ?? 1) > Math.max(1, first), 'its parts hang on answers: it begins in the first'],
  ]
  return [
    ...problems.flatMap(([name, isWrong, message]) => (isWrong ? [{ path: ['settings', name], message }] : [])),
    ...sections.flatMap(({ id }, index) =>
      id === endOfExam ? [{ path: ['sections', index, 'id'], message: `"${id}" is where an exam ends, and no part` }] : [],
    ),
  ]
}

const problemsOfTest = ({ route, sections }: AuthoredExam): Problem[] => {
  if (!route) return []
  const known = new Set(sections.flatMap(questionsIn).map(({ id }) => id))
  const missing = route.items.flatMap(({ question }, index) =>
    known.has(question) ? [] : [{ path: ['route', 'items', index, 'question'], message: `there is no question "${question}"` }],
  )
  try {
    readQtiTest(route.test, route.version)
    return missing
  } catch (error) {
    if (error instanceof ProcessingError) return [...missing, { path: ['route', 'test'], message: error.message }]
    throw error
  }
}

/** What is said of a result on answers that nobody can give. */
const problemsOfSaid = ({ feedback = [], route }: AuthoredExam, all: Questions): Problem[] =>
  feedback.flatMap(({ when = [] }, index) =>
    when.flatMap((rule, at) => {
      const message = whyNever(rule, all, route)
      return message === undefined ? [] : [{ path: ['feedback', index, 'when', at], message }]
    }),
  )

/** What an exam says of the way through it, and of its result, that can't be followed. */
export const problemsOfRoute = (exam: AuthoredExam): Problem[] => {
  const before = new Map<string, AuthoredQuestion>()
  const parts = exam.sections.flatMap((section, index) => {
    const path = ['sections', index]
    const known = new Map(before)
    for (const question of questionsIn(section)) before.set(question.id, question)
    return [
      ...problemsOfPart(exam, index, known, new Map(before)).map((one) => ({ ...one, path: [...path, ...one.path] })),
      ...problemsInside(section, path),
    ]
  })
  return [
    ...(isRouted(exam.sections) ? problemsOfWhole(exam) : []),
    ...parts,
    ...problemsOfTest(exam),
    ...problemsOfSaid(exam, before),
  ]
}
