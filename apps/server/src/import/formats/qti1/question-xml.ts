import { attributeOf, childrenOf, type Element, insideOf, nameOf, textIn } from '../../files/xml.ts'

/** What stands under each label of an element's metadata: as fields, or as elements of their own, in lower case. */
export const metadataOf = (element: Element): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const holder of childrenOf(element).filter((one) =>
    ['itemmetadata', 'qtimetadata', 'assessmentmetadata'].includes(nameOf(one)),
  )) {
    for (const field of insideOf(holder, 'qtimetadatafield')) {
      const label = childrenOf(field, 'fieldlabel')[0]
      const entry = childrenOf(field, 'fieldentry')[0]
      if (label && entry) found.set(textIn(label).toLowerCase(), textIn(entry))
    }
    for (const one of insideOf(holder, (name) => /^(qmd|bbmd|cc)_/.test(name)))
      if (childrenOf(one).length === 0 && !found.has(nameOf(one))) found.set(nameOf(one), textIn(one))
  }
  return found
}

/** A switch: `Yes` and `No` in the standard, `true` and `false` in what others add. */
export const isYes = (element: Element, name: string, otherwise = false): boolean => {
  const written = attributeOf(element, name)?.trim().toLowerCase()
  return written === undefined || written === '' ? otherwise : written === 'yes' || written === 'true'
}

/** Seconds of an ISO 8601 duration of days and less, which has no months and years worth speaking of; undefined if it is none. */
export const secondsIn = (written: string): number | undefined => {
  const found = /^P(?:0+Y)?(?:0+M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i.exec(written.trim())
  if (!found) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((one) => Number(one ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds || undefined
}
