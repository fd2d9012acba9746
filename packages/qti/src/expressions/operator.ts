import { attributeOf, childrenOf, type QtiElement } from '../element.ts'
import { singles } from '../operands.ts'
import { ProcessingError } from '../processing-error.ts'
import type { State } from '../state.ts'
import type { Value } from '../value.ts'

/** Works out the value of an expression; `inside` gives that of one below it. */
export type Operator = (element: QtiElement, state: State, inside: (element: QtiElement) => Value) => Value

type Rule = (values: readonly Value[], element: QtiElement, state: State) => Value

/** An operator over the values of the expressions inside, of which there have to be so many. */
export const over =
  ({ least, most = least }: { least: number; most?: number }, rule: Rule): Operator =>
  (element, state, inside) => {
    const children = childrenOf(element)
    if (children.length < least || children.length > most)
      throw new ProcessingError(`<${element.name}> has ${children.length} expressions inside.`)
    return rule(children.map(inside), element, state)
  }

/** An attribute that has to be there. */
export const needed = (element: QtiElement, name: string): string => {
  const written = attributeOf(element, name)
  if (written === undefined) throw new ProcessingError(`<${element.name}> has no ${name}.`)
  return written
}

/** A number that an attribute writes, or the variable that it names holds (`intOrTemplateVariableRef`); undefined for NULL. */
export const numberOrVariable = (written: string, state: State): number | undefined => {
  const number = Number(written)
  if (written.trim() !== '' && !Number.isNaN(number)) return number
  const [found] = singles([state.value(written.trim().replace(/^\{|\}$/g, ''))]) ?? []
  if (!found) return undefined
  if (typeof found.value !== 'number') throw new ProcessingError(`The variable "${written.slice(0, 80)}" holds no number.`)
  return found.value
}

/** A text that an attribute writes, or that a variable of this name in braces holds. */
export const textOrVariable = (written: string, state: State): string | undefined => {
  const [, name] = /^\{(.+)\}$/.exec(written.trim()) ?? []
  if (name === undefined) return written
  const [found] = singles([state.value(name)]) ?? []
  return found && String(found.value)
}

/** No limit to how many expressions are inside. */
export const many = Number.POSITIVE_INFINITY
