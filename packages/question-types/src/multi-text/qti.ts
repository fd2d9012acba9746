import type { QtiElement } from '@sitwell/qti/element'
import { type Bindings, type Body, declared, entry, responseFrom, textAbove, written } from '../qti-writing/body-qti.ts'
import { byKeyInQti } from '../qti-writing/facets-qti.ts'
import { add, atLeast, type CompiledRules, compiled, isNull, not, of, response } from '../qti-writing/rules-qti.ts'
import { xhtmlOf } from '../qti-writing/xml-qti.ts'
import type { ResponseBinding } from '../source/processing-marking.ts'
import type { TypeQti } from '../type-qti.ts'
import { acceptedOf, known, typeOf, whyNotTyped } from '../typed-key/typed-qti.ts'
import type { AuthoredMultiText } from './marking.ts'

const rules = ({ parts, marks }: AuthoredMultiText): CompiledRules => {
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

const body = (question: AuthoredMultiText, bindings: Bindings): Body => {
  const { parts } = question
  const rows = parts.map((part) => {
    const response = responseFrom(bindings, (one) => one.from === 'part' && one.part === part.id)
    if (response === undefined) return undefined
    const label = xhtmlOf(part.text)
    if (part.lineCount > 1 || part.usesRichText)
      return `<div>${label}</div>${written(response, part.lineCount, part.usesRichText)}`
    return `<div>${label} ${entry(response)} ${xhtmlOf(part.suffix)}</div>`
  })
  if (rows.includes(undefined)) return { why: 'Several of its fields are one response.' }
  if (parts.length > 1 && parts.some(({ lineCount, usesRichText }) => lineCount > 1 || usesRichText))
    return { why: 'Several long answers to one question are not written.' }
  return { body: textAbove(question) + rows.join('') }
}

/** Fields below the text, each a response of its own. */
export const multiTextQti = {
  ...byKeyInQti,
  markedBy: ({ parts }) => (parts.every(({ key }) => !key) ? 'person' : 'key'),
  unmarked: ({ parts }) => ({
    bindings: Object.fromEntries(parts.map(({ id }, at) => [`R${at + 1}`, { from: 'part', part: id }])),
    declarations: parts.map((_, at) => declared(`R${at + 1}`, 'single', 'string')).join(''),
  }),
  rules,
  body,
} satisfies TypeQti<AuthoredMultiText>
