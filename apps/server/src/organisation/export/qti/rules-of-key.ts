import { comparableText } from '@sitwell/qti/comparable-text'
import type { QtiElement } from '@sitwell/qti/element'
import { foldCase } from '@sitwell/qti/fold-case'
import { tidy } from '@sitwell/qti/score'
import { anyCasePattern, literalPattern } from '@sitwell/qti/text-pattern'
import type { AuthoredQuestion, QtiProcessing, ResponseBinding } from '@sitwell/question-types/marking'

type Of<Type extends AuthoredQuestion['type']> = Extract<AuthoredQuestion, { type: Type }>
type Credit = Of<'RADIO'>['credit']
/** What makes a typed answer right: of a field, with shares, or of a blank. */
type TypedKey =
  | NonNullable<Of<'MULTITEXT'>['parts'][number]['key']>
  | Exclude<Of<'BLANKS'>['key'][string], { options: string[] }>

/** What marks a question, as rules of QTI; or why none say what its key does. */
export type CompiledRules = { readonly processing: QtiProcessing } | { readonly why: string }

const base = (baseType: string, text: string | number): QtiElement => ({
  name: 'basevalue',
  attributes: { basetype: baseType },
  text: String(text),
})
const variable = (identifier: string): QtiElement => ({ name: 'variable', attributes: { identifier } })
const of = (name: string, children: readonly QtiElement[], attributes?: Record<string, string>): QtiElement => ({
  name,
  children,
  ...(attributes && { attributes }),
})
const set = (value: QtiElement) => of('setoutcomevalue', [value], { identifier: 'SCORE' })
/** In full: thirds that were rounded would not come to the whole again. */
const add = (points: number) => set(of('sum', [variable('SCORE'), base('float', points)]))
const isNull = (response: string) => of('isnull', [variable(response)])
const when = (test: QtiElement, ...rules: readonly QtiElement[]) =>
  of('responsecondition', [of('responseif', [test, ...rules])])
const either = (test: QtiElement, rules: readonly QtiElement[], other: QtiElement, otherRules: readonly QtiElement[]) =>
  of('responsecondition', [of('responseif', [test, ...rules]), of('responseelseif', [other, ...otherRules])])
const not = (test: QtiElement) => of('not', [test])
const any = (tests: readonly QtiElement[]) => (tests.length === 1 && tests[0] ? tests[0] : of('or', tests))
const all = (tests: readonly QtiElement[]) => (tests.length === 1 && tests[0] ? tests[0] : of('and', tests))
const atLeast = (least: number) => set(of('max', [variable('SCORE'), base('float', least)]))
const atMost = (most: number) => set(of('min', [variable('SCORE'), base('float', most)]))

const response = (identifier: string, cardinality: string, baseType: string, correct: readonly string[]): QtiElement => ({
  name: 'responsedeclaration',
  attributes: { identifier, cardinality, basetype: baseType },
  ...(correct.length > 0 && {
    children: [
      of(
        'correctresponse',
        correct.map((text): QtiElement => ({ name: 'value', text })),
      ),
    ],
  }),
})

const outcome = (identifier: string, value: number): QtiElement =>
  of('outcomedeclaration', [of('defaultvalue', [{ name: 'value', text: String(value) }])], {
    identifier,
    cardinality: 'single',
    basetype: 'float',
  })

const compiled = (
  marks: number,
  declarations: readonly QtiElement[],
  rules: readonly QtiElement[],
  responses: Record<string, ResponseBinding>,
): QtiProcessing => ({
  kind: 'qti',
  version: '3.0',
  item: of('assessmentitem', [
    ...declarations,
    outcome('SCORE', 0),
    outcome('MAXSCORE', marks),
    of('responseprocessing', rules),
  ]),
  responses,
  weight: 1,
})

/** By whichever options were chosen: each adds what it is worth. */
const optionRules = (
  marks: number,
  credit: Credit,
  key: readonly string[],
  ids: readonly string[],
  isOne: boolean,
): QtiElement[] => {
  const chosen = (id: string) =>
    isOne ? of('match', [variable('R1'), base('identifier', id)]) : of('member', [base('identifier', id), variable('R1')])
  if (credit.kind === 'weights') {
    const rules = ids.flatMap((id) =>
      credit.weights[id] ? [when(all([not(isNull('R1')), chosen(id)]), add(credit.weights[id]))] : [],
    )
    // What is left empty is worth nothing, and never below what the least is.
    return [
      ...rules,
      of('responsecondition', [
        of('responseif', [isNull('R1'), atLeast(Math.max(0, credit.least))]),
        of('responseelse', [atLeast(credit.least)]),
      ]),
      atMost(marks),
    ]
  }
  if (credit.kind === 'all') {
    const size = of('equal', [of('containersize', [variable('R1')]), base('integer', key.length)], { tolerancemode: 'exact' })
    const right = isOne ? any(key.map(chosen)) : all([size, ...key.map(chosen)])
    const whole = all([not(isNull('R1')), right])
    return credit.penalty > 0
      ? [either(whole, [set(base('float', marks))], not(isNull('R1')), [set(base('float', 0 - credit.penalty))])]
      : [when(whole, set(base('float', marks)))]
  }
  const share = (id: string) => (key.includes(id) ? marks / key.length : 0 - credit.penalty)
  return [
    ...ids.flatMap((id) => (share(id) === 0 ? [] : [when(all([not(isNull('R1')), chosen(id)]), add(share(id)))])),
    atLeast(0),
  ]
}

const ofOptions = (question: Of<'RADIO' | 'TRUEFALSE' | 'COMBO'> | Of<'MULTICHOICE'>): CompiledRules => {
  const isOne = question.type !== 'MULTICHOICE'
  const key = (typeof question.key === 'string' ? [question.key] : question.key).filter((one) => one !== '')
  const ids = question.options.map(({ id }) => id)
  if (key.length === 0 && question.credit.kind !== 'weights') return { why: 'Nothing is the right answer.' }
  const declared = response('R1', isOne ? 'single' : 'multiple', 'identifier', key)
  return {
    processing: compiled(question.marks, [declared], optionRules(question.marks, question.credit, key, ids, isOne), {
      R1: { from: 'options' },
    }),
  }
}

/** Each gap earns its share where it is right, or all of them together earn all. */
const gapRules = (
  marks: number,
  credit: Of<'MATCH'>['credit'],
  gaps: readonly { readonly right: QtiElement; readonly given: QtiElement }[],
): QtiElement[] => {
  const { penalty } = credit
  if (credit.kind === 'all') {
    const right = all(gaps.map((one) => one.right))
    if (penalty === 0) return [when(right, set(base('float', marks)))]
    return [either(right, [set(base('float', marks))], any(gaps.map(({ given }) => given)), [set(base('float', 0 - penalty))])]
  }
  return [
    ...gaps.map(({ right, given }) =>
      penalty === 0
        ? when(right, add(marks / gaps.length))
        : either(right, [add(marks / gaps.length)], given, [add(0 - penalty)]),
    ),
    atLeast(0),
  ]
}

const ofMatch = ({ options, selections, key, credit, marks }: Of<'MATCH'>): CompiledRules => {
  const holds = (option: string, selection: string) =>
    all([not(isNull('R1')), of('member', [base('directedPair', `${option} ${selection}`), variable('R1')])])
  const gaps = options.map(({ id }) => ({
    right: any([key[id] ?? []].flat().map((one) => holds(id, one))),
    given: any(selections.map((one) => holds(id, one.id))),
  }))
  const correct = options.map(({ id }) => `${id} ${[key[id] ?? []].flat()[0]}`)
  return {
    processing: compiled(marks, [response('R1', 'multiple', 'directedPair', correct)], gapRules(marks, credit, gaps), {
      R1: { from: 'pairs', isTurned: false },
    }),
  }
}

interface Accepted {
  readonly test: QtiElement
  readonly share: number
}

/** The commonest signs that count as the same: an engine that compares them as they are typed has to know them. */
const withOtherSigns = (pattern: string): string =>
  pattern.replaceAll("'", "['’‘ʼ]").replaceAll('"', '["“”„]').replaceAll(String.raw`\-`, String.raw`[\-‐‑–—−]`)

/** The pattern of a text: spaces in it are one or several, or nothing at all where they don't count. */
const patternOf = (value: string, key: Extract<TypedKey, { kind: 'texts' }>): string => {
  const words = comparableText(value).trim().split(/\s+/)
  const patternFor = key.ignoreCase ? anyCasePattern : literalPattern
  if (!key.ignoreSpaces) return withOtherSigns(words.map(patternFor).join('\\s+'))
  const text = words.join('')
  // Two letters that may be one in another case stay together.
  const letters = (key.ignoreCase ? foldCase(text) : text).match(/ss|[\s\S]/gu) ?? []
  return withOtherSigns(letters.map(patternFor).join('\\s*'))
}

const acceptedOf = (identifier: string, key: TypedKey): Accepted[] => {
  if (key.kind === 'numbers')
    return key.accepted.map((one) => {
      const within = Math.max(one.tolerance, tidy((Math.abs(one.value) * one.tolerancePercent) / 100))
      return {
        share: 'share' in one ? one.share : 1,
        test: of('equal', [variable(identifier), base('float', one.value)], {
          tolerancemode: 'absolute',
          tolerance: `${within} ${within}`,
        }),
      }
    })
  return key.accepted.map((one) => ({
    share: 'share' in one ? one.share : 1,
    test: of('patternmatch', [variable(identifier)], {
      pattern: patternOf(one.value, key),
    }),
  }))
}

/** Why no rules of QTI say what a key does, where it costs so much to be wrong. */
const whyNotTyped = (key: TypedKey, penalty: number): string | undefined => {
  if (key.kind === 'texts' && key.ignoreAccents) return 'Answers count without their accents, which QTI can’t say.'
  if (key.kind === 'numbers' && penalty > 0) return 'What is no number costs marks, and is no answer at all in QTI.'
  return undefined
}

const known = (identifier: string, test: QtiElement) => all([not(isNull(identifier)), test])

const typeOf = ({ kind }: { readonly kind: string }) => (kind === 'numbers' ? 'float' : 'string')

const ofBlanks = (question: Of<'BLANKS'>, ids: readonly string[]): CompiledRules => {
  const responses: Record<string, ResponseBinding> = {}
  const declarations: QtiElement[] = []
  let why: string | undefined
  const gaps = ids.map((id, at) => {
    const identifier = `R${at + 1}`
    const key = question.key[id]
    responses[identifier] = { from: 'blank', blank: id }
    if (key && 'options' in key) {
      declarations.push(response(identifier, 'single', 'identifier', key.options.slice(0, 1)))
      const right = any(key.options.map((one) => of('match', [variable(identifier), base('identifier', one)])))
      return { right: known(identifier, right), given: not(isNull(identifier)) }
    }
    const accepted = key ? acceptedOf(identifier, key) : []
    why ??= key && whyNotTyped(key, question.credit.penalty)
    declarations.push(
      response(identifier, 'single', typeOf(key ?? { kind: 'texts' }), [String(key?.accepted[0]?.value ?? '')].filter(Boolean)),
    )
    return { right: known(identifier, any(accepted.map(({ test }) => test))), given: not(isNull(identifier)) }
  })
  if (why !== undefined) return { why }
  return { processing: compiled(question.marks, declarations, gapRules(question.marks, question.credit, gaps), responses) }
}

const ofParts = ({ parts, marks }: Of<'MULTITEXT'>): CompiledRules => {
  const responses: Record<string, ResponseBinding> = {}
  const declarations: QtiElement[] = []
  const rules: QtiElement[] = []
  for (const [at, { id, key, marks: own }] of parts.entries()) {
    if (!key) return { why: 'A person reads some of its fields, and a key the others.' }
    const identifier = `R${at + 1}`
    const why = whyNotTyped(key, key.penalty)
    if (why !== undefined) return { why }
    responses[identifier] = { from: 'part', part: id }
    declarations.push(response(identifier, 'single', typeOf(key), [String(key.accepted[0]?.value ?? '')]))
    // The best share of those that fit counts: it is asked for first.
    const accepted = acceptedOf(identifier, key).sort((one, other) => other.share - one.share)
    const worthy = accepted.filter(({ share }) => share > 0)
    const branches = worthy.map(({ test, share }, index) =>
      of(index === 0 ? 'responseif' : 'responseelseif', [known(identifier, test), add(share * own)]),
    )
    const wrong =
      key.penalty > 0
        ? [of(branches.length === 0 ? 'responseif' : 'responseelseif', [not(isNull(identifier)), add(0 - key.penalty)])]
        : []
    if (branches.length + wrong.length > 0) rules.push(of('responsecondition', [...branches, ...wrong]))
  }
  return { processing: compiled(marks, declarations, [...rules, atLeast(0)], responses) }
}

/** The marking of a question's own type as rules of QTI 3, on the ids that it has. `blanks`: those of its text. */
export const rulesOfKey = (question: AuthoredQuestion, blanks: readonly string[]): CompiledRules => {
  switch (question.type) {
    case 'RADIO':
    case 'TRUEFALSE':
    case 'COMBO':
    case 'MULTICHOICE':
      return ofOptions(question)
    case 'MATCH':
      return ofMatch(question)
    case 'BLANKS':
      return ofBlanks(question, blanks)
    case 'MULTITEXT':
      return ofParts(question)
    default:
      return { why: `QTI has nothing like a question of the type ${question.type}.` }
  }
}
