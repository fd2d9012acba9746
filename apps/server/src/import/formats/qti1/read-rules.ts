import { attributeOf, childrenOf, type Element, insideOf, nameOf, textIn } from '../../files/xml.ts'
import { choiceNamed, namingOf } from './choice-names.ts'
import { gapRating } from './ilias-gaps.ts'
import type { Response } from './presentation.ts'
import { isYes } from './question-xml.ts'
import { type Change, numberOfText, type ScoreRules, type Test, type Wanted } from './score-rules.ts'

/** Rules of which nobody can say what they give. */
class Unclear extends Error {}

/** What rules were found: none that set a score, some with what was read into them, or why they can't be followed. */
export type FoundRules =
  | { readonly rules: ScoreRules; readonly reported: readonly string[] }
  | { readonly why: string }
  | undefined

interface KnownResponse extends Response {
  readonly naming: 'ident' | 'words'
  /** Whether capitals count in what is typed, even if no rule says so. */
  readonly isExact: boolean
  /** What was read into the rules of it. */
  readonly notes: Set<string>
}

type Known = ReadonlyMap<string, KnownResponse>

const wantedOf = (test: Element, response: KnownResponse, text: string): Wanted | undefined => {
  if (response.kind === 'choice') {
    const id = choiceNamed(response.labels, text, response.naming)
    if (id === undefined) response.notes.add(`"${text.trim().slice(0, 80)}" is none of its choices: that rule never holds.`)
    return id === undefined ? undefined : { as: 'id', id }
  }
  if (response.kind === 'pairs') {
    const [one, other, ...more] = text.trim().split(/[\s,]+/)
    if (!one || !other || more.length > 0) throw new Unclear(`"${text.slice(0, 80)}" is no pair of its choices.`)
    const isTurned = response.labels.some(({ ident, group }) => ident === one && group === undefined)
    return { as: 'id', id: isTurned ? `${other} ${one}` : `${one} ${other}` }
  }
  if (response.kind === 'number') {
    const number = numberOfText(text)
    return number === undefined ? undefined : { as: 'number', number }
  }
  return text.trim() === '' ? undefined : { as: 'text', text, isExact: isYes(test, 'case', response.isExact) }
}

const comparisons: Readonly<Record<string, 'gt' | 'gte' | 'lt' | 'lte'>> = {
  vargt: 'gt',
  vargte: 'gte',
  varlt: 'lt',
  varlte: 'lte',
}

/** Places of an ordered response whose tests say no place themselves: the first test is for the first. */
type Counted = Map<string, number>

const placeOf = (test: Element, response: KnownResponse, counted: Counted, isAlone: boolean): { at?: number } => {
  const written = Number(attributeOf(test, 'index'))
  if (Number.isInteger(written) && written > 0) return { at: written }
  const isOrdered =
    response.cardinality === 'ordered' && (response.kind === 'choice' ? response.labels.length : response.places) > 1
  if (!isOrdered) return {}
  if (isAlone) throw new Unclear('It asks for one of several places, and doesn’t say which.')
  const at = (counted.get(response.ident) ?? 0) + 1
  counted.set(response.ident, at)
  return { at }
}

/** The number that a response is compared with. */
const boundOf = (response: Response, text: string): number => {
  const than = numberOfText(text)
  if (than === undefined || response.kind !== 'number')
    throw new Unclear(`"${text.slice(0, 80)}" is no number to compare with.`)
  return than
}

/** An answer within the bounds of its field, of which the rule names one number; undefined if the number alone counts. */
const withinBounds = (response: KnownResponse, value: Wanted): Test | undefined => {
  if (!response.bounds || value.as !== 'number') return undefined
  const { least = value.number, most = value.number } = response.bounds
  if (least === most || value.number < least || value.number > most) return undefined
  // The standard means how many answers are given, of which a field for one number has one at most.
  if (most === 1 && (least === 0 || least === 1))
    throw new Unclear('The bounds of its field can be numbers of answers, or the numbers between which an answer counts.')
  response.notes.add(`Any number from ${least} to ${most} counts, as the bounds of its field say.`)
  const { ident } = response
  return {
    is: 'all',
    of: [
      { is: 'compared', response: ident, by: 'gte', than: least },
      { is: 'compared', response: ident, by: 'lte', than: most },
    ],
  }
}

const leafOf = (test: Element, known: Known, counted: Counted, isAlone: boolean): Test => {
  const name = nameOf(test)
  if (name === 'other') return { is: 'other' }
  if (/^dur/.test(name)) throw new Unclear('It asks how long the answer took, which nothing here says.')
  const response = known.get(attributeOf(test, 'respident') ?? '')
  if (!response) return { is: 'never' }
  const ident = response.ident
  if (name === 'unanswered') return { is: 'empty', response: ident, isNumber: response.kind === 'number' }
  const text = test.textContent ?? ''
  if (response.accepted)
    return {
      is: 'any',
      of: response.accepted.map((one) => ({
        is: 'equal',
        response: ident,
        value: { as: 'text', text: one, isExact: isYes(test, 'case') },
      })),
    }
  const by = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined
  if (by) return { is: 'compared', response: ident, by, than: boundOf(response, text) }
  if (name === 'varsubset') return subsetOf(test, response, text)
  const value = wantedOf(test, response, text)
  if (!value) return { is: 'never' }
  if (name === 'varequal')
    return (
      withinBounds(response, value) ?? { is: 'equal', response: ident, value, ...placeOf(test, response, counted, isAlone) }
    )
  if (name === 'varsubstring' && value.as === 'text') return { is: 'holds', response: ident, value }
  throw new Unclear(`Nothing here does what <${test.tagName}> does.`)
}

const subsetOf = (test: Element, response: KnownResponse, text: string): Test => {
  const ident = response.ident
  if (response.kind === 'pairs') {
    const value = wantedOf(test, response, text)
    return value ? { is: 'equal', response: ident, value } : { is: 'never' }
  }
  const named =
    response.naming === 'words' && choiceNamed(response.labels, text, 'words') !== undefined ? [text] : text.split(',')
  const values = named.flatMap((one) => wantedOf(test, response, one) ?? [])
  if (response.cardinality === 'single')
    return { is: 'any', of: values.map((value) => ({ is: 'equal', response: ident, value })) }
  if (attributeOf(test, 'setmatch')?.toLowerCase() === 'partial' || response.cardinality === 'ordered')
    throw new Unclear('It asks for some of a set, and doesn’t say how many.')
  return { is: 'exactly', response: ident, values }
}

const keyOf = (test: Test): string | undefined =>
  test.is === 'equal' && test.at === undefined ? JSON.stringify(test.value) : undefined

/**
 * Conditions beside each other hold together. Several texts or choices for a response that takes one can't: there any of them is meant,
 * which is how most programs write the answers that they accept.
 */
const together = (tests: readonly Test[], known: Known, notes: Set<string>): Test => {
  const [only, ...more] = tests
  if (only && more.length === 0) return only
  const single = (test: Test) => {
    const response = test.is === 'equal' ? known.get(test.response) : undefined
    return response?.cardinality === 'single' && response.places === 1 ? response.ident : undefined
  }
  const idents = new Set(tests.flatMap((one) => (keyOf(one) === undefined ? [] : (single(one) ?? []))))
  const rest = tests.filter((one) => !idents.has((keyOf(one) === undefined ? undefined : single(one)) ?? ''))
  const some = [...idents].map((ident): Test => {
    const of = tests.filter((one) => keyOf(one) !== undefined && single(one) === ident)
    if (new Set(of.map(keyOf)).size > 1)
      notes.add('Of several answers that it names beside each other for one response, any counts.')
    return { is: 'any', of }
  })
  return { is: 'all', of: [...some, ...rest] }
}

const testOf = (test: Element, known: Known, counted: Counted, isAlone: boolean): Test => {
  const name = nameOf(test)
  const inside = childrenOf(test)
  if (/^(and|or|not)$/.test(name) && inside.length === 0) throw new Unclear(`<${test.tagName}> has no condition inside.`)
  if (name === 'and') {
    const own: Counted = new Map()
    return { is: 'all', of: inside.map((one) => testOf(one, known, own, false)) }
  }
  if (name === 'or') return { is: 'any', of: inside.map((one) => testOf(one, known, new Map(), true)) }
  if (name === 'not') return { is: 'not', of: { is: 'any', of: inside.map((one) => testOf(one, known, counted, true)) } }
  if (name === 'var_extension') throw new Unclear('It asks for something of its author’s own.')
  return leafOf(test, known, counted, isAlone)
}

/** A share that is written in this many places as the part of the whole that is meant: 33.33 of 100 is a third. */
const meant = (written: string, most: number | undefined): number => {
  const value = Number(written)
  const places = /\.(\d+)$/.exec(written.trim())?.[1]?.length ?? 0
  if (places < 2 || !most) return value
  for (let parts = 3; parts <= 20; parts += 1) {
    const whole = Math.round((value / most) * parts)
    const exact = (most * whole) / parts
    const isRounded =
      Math.abs(exact - value) <= 0.5001 * 10 ** -places ||
      Math.abs(Math.trunc(exact * 10 ** places) / 10 ** places - value) < 1e-9
    if (isRounded) return exact
  }
  return value
}

const actions = new Set(['set', 'add', 'subtract', 'multiply', 'divide'])
const isAction = (name: string): name is Change['action'] => actions.has(name)
const nameIn = (element: Element) => (attributeOf(element, 'varname') ?? attributeOf(element, 'variablename') ?? 'SCORE').trim()

/** The variable that is the score: the one of that name, or the only one that is set to numbers. */
const scoreName = (declared: readonly string[], set: readonly string[]): string => {
  for (const wish of ['score', 'que_score']) {
    const found = [...set, ...declared].find((one) => one.toLowerCase() === wish)
    if (found !== undefined) return found
  }
  const [only, ...more] = [...new Set(set)]
  if (more.length > 0) throw new Unclear(`It keeps several scores (${[...new Set(set)].slice(0, 5).join(', ')}).`)
  return only ?? 'SCORE'
}

const knownOf = (item: Element, responses: readonly Response[], notes: Set<string>): Known => {
  const { why, isExact } = gapRating(item, responses)
  if (why !== undefined) throw new Unclear(why)
  const tests = insideOf(item, (name) => name === 'varequal' || name === 'varsubset')
  return new Map(
    responses.map((response) => {
      const texts = tests.filter((one) => attributeOf(one, 'respident') === response.ident).map((one) => one.textContent ?? '')
      const naming = response.kind === 'choice' && !response.accepted ? namingOf(response, texts) : 'ident'
      if (naming === 'unclear') throw new Unclear('Its rules can name the idents of its choices, or their words.')
      return [response.ident, { ...response, naming, isExact, notes }] as const
    }),
  )
}

const readInside = (processing: Element, item: Element, responses: readonly Response[]): FoundRules => {
  const notes = new Set<string>()
  const conditions = childrenOf(processing, 'respcondition')
  const declarations = childrenOf(processing, 'outcomes').flatMap((one) => childrenOf(one, 'decvar'))
  const setters = conditions.flatMap((one) => childrenOf(one, 'setvar'))
  const isNumber = (one: Element) => numberOfText(textIn(one)) !== undefined || /^\w+\.max$/i.test(textIn(one))
  const name = scoreName(declarations.map(nameIn), setters.filter(isNumber).map(nameIn))
  const isScore = (one: Element) => nameIn(one).toLowerCase() === name.toLowerCase()
  if (!setters.some(isScore)) return undefined
  const known = knownOf(item, responses, notes)
  if (
    childrenOf(processing).some((one) => nameOf(one) === 'itemproc_extension') ||
    conditions.some((one) => childrenOf(one, 'respcond_extension').length > 0)
  )
    throw new Unclear('Its rules go on in a form of its author’s own.')
  const manner = setters.find((one) => /^evaluationtype$/i.test(nameIn(one)) && !/^exact$/i.test(textIn(one)))
  if (manner) throw new Unclear(`It compares in a way of its author’s own (${textIn(manner).slice(0, 40)}).`)
  const declared = declarations.find(isScore)
  const bound = (attribute: string) => {
    const written = declared && attributeOf(declared, attribute)
    return written === undefined ? undefined : numberOfText(written)
  }
  const most = bound('maxvalue')
  const numberSet = (written: string): number => {
    if (/^\w+\.max$/i.test(written)) {
      if (most === undefined) throw new Unclear(`Nothing says what ${written} is.`)
      return most
    }
    const value = numberOfText(written)
    if (value === undefined) throw new Unclear(`It sets the score to "${written.slice(0, 80)}", which is not a number.`)
    const share = meant(written, most)
    if (share !== value) notes.add(`${written} of ${most} is taken for the part that it is rounded from.`)
    return share
  }
  const changesOf = (condition: Element) =>
    childrenOf(condition, 'setvar')
      .filter(isScore)
      .map((one): Change => {
        const action = (attributeOf(one, 'action') ?? 'Set').toLowerCase()
        const value = numberSet(textIn(one))
        if (!isAction(action) || (action === 'divide' && value === 0))
          throw new Unclear(`It can't ${action} its score by ${value}.`)
        return { action, value }
      })
  const rules = conditions.map((condition) => {
    const changes = changesOf(condition)
    const tests = childrenOf(condition, 'conditionvar').flatMap((one) => {
      const inside = childrenOf(one)
      const counted: Counted = new Map()
      return inside.map((test) => testOf(test, known, counted, inside.length === 1))
    })
    if (tests.length === 0) throw new Unclear('One of its rules has no condition.')
    // The standard has it stop where nothing is said; who adds one share after the other means that it continues.
    const addsUp = changes.length > 0 && changes.every(({ action }) => action === 'add' || action === 'subtract')
    if (addsUp && attributeOf(condition, 'continue') === undefined && conditions.length > 1)
      notes.add('Rules that add to the score go on to the next, though they don’t say so.')
    const feedback = childrenOf(condition, 'displayfeedback').flatMap((one) => attributeOf(one, 'linkrefid')?.trim() ?? [])
    return { test: together(tests, known, notes), changes, goesOn: isYes(condition, 'continue', addsUp), feedback }
  })
  return { rules: { start: bound('defaultval') ?? 0, least: bound('minvalue'), most, rules }, reported: [...notes] }
}

/** More rules and conditions than any item has. */
const mostConditions = 2000

/** Reads how an item comes to its score. */
export const readRules = (item: Element, responses: readonly Response[]): FoundRules => {
  const all = childrenOf(item, 'resprocessing')
  const [processing, ...more] = all
  if (!processing) return undefined
  if (more.length > 0) return { why: 'It has several sets of rules.' }
  if (insideOf(processing, () => true).length > mostConditions) return { why: 'It has more rules than any item needs.' }
  try {
    return readInside(processing, item, responses)
  } catch (error) {
    if (error instanceof Unclear) return { why: error.message }
    throw error
  }
}
