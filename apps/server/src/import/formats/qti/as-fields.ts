import type { ResponseBinding } from '@sitwell/question-types/marking'
import { attributeOf, type Element, insideOf } from '../../files/xml.ts'
import { type ContentPlace, shownTextIn } from './content.ts'
import type { Response } from './response.ts'

type Component = Record<string, unknown>
type FormBinding = Extract<ResponseBinding, { readonly from: 'form' }>

/** How many pairs may be made in a form, over some of its fields. */
export type FieldLimits = NonNullable<FormBinding['limits']>

/** One interaction as fields of a form; or why it can't be. */
export type AsFields =
  | {
      readonly components: readonly (readonly Component[])[]
      readonly fields: FormBinding['fields']
      readonly isOrdered?: boolean
      /** Names of rows that change places, for each of `components`; undefined for one that stays. */
      readonly shuffle?: readonly { readonly shuffle?: string; readonly fixed?: boolean }[]
      readonly limits?: FieldLimits
      /** What `limits` say, in words. */
      readonly reported?: string
      readonly most?: number | undefined
      /** Its field says all that its prompt does. */
      readonly isNamed?: boolean
    }
  | { readonly why: string }

/** An interaction that is to be fields of a form. */
export interface Asked {
  readonly interaction: Element
  readonly response: Response
  /** Begins the ids of its fields. */
  readonly id: string
  /** Plain text that names it. */
  readonly label: string
  readonly place: ContentPlace
}

export const identifierOf = (element: Element) => attributeOf(element, 'identifier') ?? ''

/** The words of a choice in plain text, and those of its pictures; '' where it has none. */
export const wordsOf = (choice: Element): string => {
  const pictures = insideOf(choice, (name) => name === 'img').map((one) => attributeOf(one, 'alt') ?? '')
  return [shownTextIn(choice), ...pictures].filter(Boolean).join(' ').slice(0, 500)
}

/** What each choice is called in its source, by its id in a field. */
export const valuesOf = (choices: readonly Element[], write: (id: string) => string = (id) => id, prefix = 'o') =>
  Object.fromEntries(choices.map((one, at) => [`${prefix}${at + 1}`, write(identifierOf(one))]))
