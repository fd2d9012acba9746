import type { MapEntry } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import { foldCase } from '@sitwell/qti/fold-case'
import { type BaseType, isSame, isText } from '@sitwell/qti/value'
import type { Loss } from '../../imported-package.ts'
import type { ItemSource } from './source-of-item.ts'

const folded = (entry: MapEntry) => foldCase(String(entry.key))

/** Whether two entries of a mapping take the same answers, so that only one of them can count. */
const takesSame = (one: MapEntry, other: MapEntry, baseType: BaseType): boolean => {
  if (isSame(one.key, other.key, baseType)) return true
  const isFolded = isText(baseType) && baseType !== 'identifier' && !one.isCaseSensitive && !other.isCaseSensitive
  return isFolded && folded(one) === folded(other)
}

/** Whether the rules use the mapping of a response: otherwise it counts for nothing. */
const usesMapping = (rules: readonly QtiElement[], identifier: string): boolean =>
  rules.some(
    ({ name, attributes, children }) =>
      (name === 'mapresponse' && attributes?.identifier === identifier) || usesMapping(children ?? [], identifier),
  )

const keyText = ({ key }: MapEntry) => (Array.isArray(key) ? key.join(' ') : String(key)).slice(0, 80)

/** Each entry that comes after one for the same answer, with that one. */
const doubledIn = (entries: readonly MapEntry[], baseType: BaseType): (readonly [before: MapEntry, entry: MapEntry])[] =>
  entries.flatMap((entry, at) => {
    const before = entries.slice(0, at).find((one) => takesSame(one, entry, baseType))
    return before ? [[before, entry] as const] : []
  })

/** The entries of an item's mappings that name an answer again. The standard has each answer once, and doesn't say which entry counts. */
export const doubleEntries = ({ item }: ItemSource): { what: string; why: string; loss: Loss }[] => {
  const found = (item?.declarations ?? []).flatMap(({ identifier, mapping, baseType }) => {
    if (!mapping || !baseType) return []
    const isUsed = usesMapping(item?.responseRules ?? [], identifier)
    return doubledIn(mapping.entries, baseType).map(([before, entry]) => {
      const differs = isUsed && before.worth !== entry.worth
      return { text: `"${keyText(entry)}"${differs ? ` (${before.worth} and ${entry.worth})` : ''}`, differs }
    })
  })
  if (found.length === 0) return []
  const named = `Its mapping names an answer twice: ${found
    .map(({ text }) => text)
    .join(', ')
    .slice(0, 500)}.`
  return found.some(({ differs }) => differs)
    ? [{ what: 'mapping', why: `${named} The first entry counts; another program may take the second.`, loss: 'marks' }]
    : [{ what: 'mapping', why: named, loss: 'nothing' }]
}
