import { hasOnly, is, isAnIri, isExtensions, isLanguageMap, isText, listOf, NotXapi } from './check.ts'
import { isIrl } from './values.ts'

/** Which lists of components an interaction may have. */
const componentsOf: Readonly<Record<string, readonly string[]>> = {
  'true-false': [],
  choice: ['choices'],
  'fill-in': [],
  'long-fill-in': [],
  matching: ['source', 'target'],
  performance: ['steps'],
  sequencing: ['choices'],
  likert: ['scale'],
  numeric: [],
  other: [],
}

const checkComponents = (value: unknown, place: string) => {
  const ids = listOf(value, place).map(
    (one, at) => hasOnly(one, `${place}[${at}]`, { id: isText, description: isLanguageMap }, ['id']).id,
  )
  if (new Set(ids).size !== ids.length) throw new NotXapi(place, 'has two components of one id')
}

const checkPattern = (value: unknown, place: string) => {
  for (const [at, one] of listOf(value, place).entries()) isText(one, `${place}[${at}]`)
}

const interactionParts = {
  correctResponsesPattern: checkPattern,
  choices: checkComponents,
  scale: checkComponents,
  source: checkComponents,
  target: checkComponents,
  steps: checkComponents,
}

const checkDefinition = (value: unknown, place: string) => {
  const fields = hasOnly(value, place, {
    name: isLanguageMap,
    description: isLanguageMap,
    type: isAnIri,
    moreInfo: is(isIrl, 'an IRL'),
    interactionType: is((type) => typeof type === 'string' && Object.hasOwn(componentsOf, type), 'a kind of interaction'),
    extensions: isExtensions,
    ...interactionParts,
  })
  const type = typeof fields.interactionType === 'string' ? fields.interactionType : undefined
  const allowed = type === undefined ? [] : ['correctResponsesPattern', ...(componentsOf[type] ?? [])]
  for (const name of Object.keys(interactionParts))
    if (Object.hasOwn(fields, name) && !allowed.includes(name))
      throw new NotXapi(`${place}.${name}`, `belongs to no interaction of type ${type ?? 'none'}`)
}

/** Something that can be done or learned from. */
export const checkActivity = (value: unknown, place: string): void => {
  hasOnly(
    value,
    place,
    { objectType: is((type) => type === 'Activity', '"Activity"'), id: isAnIri, definition: checkDefinition },
    ['id'],
  )
}
