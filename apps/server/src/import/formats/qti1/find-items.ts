import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn, textIn } from '../../files/xml.ts'
import type { LeftOut } from '../../imported-package.ts'
import { metadataOf, secondsIn } from './question-xml.ts'
import { unreadElements } from './unread-elements.ts'

/** An item where it is asked; without an element where it stands elsewhere and is only named. */
export interface FoundItem {
  readonly ident: string
  readonly element: Element | undefined
  readonly place: string
  readonly section: string
  readonly points: number | undefined
}

/** A test, or a bank of questions: what one `assessment`, `objectbank`, or file without either holds. */
export interface Bank {
  readonly ident: string
  readonly title: string
  readonly path: string
  readonly root: Element
  readonly items: readonly FoundItem[]
  readonly seconds: number | undefined
  readonly lost: readonly LeftOut[]
}

/** Materials that others refer to. */
export const labelledIn = (root: Element): ReadonlyMap<string, Element> =>
  new Map(
    insideOf(root, (name) => name === 'material' || name === 'mattext').flatMap((one) => {
      const label = attributeOf(one, 'label')
      return label ? [[label, one] as const] : []
    }),
  )

const durationOf = (element: Element): number | undefined => {
  const written = childrenOf(element, 'duration').map(textIn)[0]
  const minutes = numberIn(metadataOf(element).get('qmd_timelimit'))
  return (written === undefined ? undefined : secondsIn(written)) ?? (minutes && minutes > 0 ? minutes * 60 : undefined)
}

const selectionLosses = (section: Element, place: string): LeftOut[] => {
  const lost: LeftOut[] = []
  for (const selecting of childrenOf(section, 'selection_ordering')) {
    const bank = insideOf(selecting, 'sourcebank_ref').map(textIn)[0]
    const count = insideOf(selecting, 'selection_number').map(textIn)[0]
    const all = bank ? `those of the bank ${bank} are set where they stand` : 'all of them are set'
    if (insideOf(selecting, 'selection').length > 0)
      lost.push({
        place,
        what: 'selection',
        why: `It asks for ${count ?? 'some'} of its questions: ${all}.`,
        loss: 'structure',
      })
    if (insideOf(selecting, 'order').some((one) => /random/i.test(attributeOf(one, 'order_type') ?? '')))
      lost.push({
        place,
        what: 'order',
        why: 'Its questions are set in the order in which they are written.',
        loss: 'structure',
      })
  }
  if (childrenOf(section, 'duration').some((one) => textIn(one) !== ''))
    lost.push({ place, what: 'time limit', why: 'Time limits of single sections are not read.', loss: 'structure' })
  if (
    insideOf(section, (name) => /^(rubric|presentation_material)$/.test(name)).some(
      (one) => textIn(one) !== '' && nameOf(one.parentNode as Element) === 'section',
    )
  )
    lost.push({ place, what: 'rubric', why: 'What introduces a section is not shown.' })
  lost.push(...unreadElements(section).map((one) => ({ place, ...one })))
  return lost
}

const bankOf = (element: Element, path: string, from: number): Bank => {
  const items: FoundItem[] = []
  const lost: LeftOut[] = []
  const took = (one: Element, section: string, points: number | undefined, element_: Element | undefined) => {
    const ident = attributeOf(one, element_ ? 'ident' : 'linkrefid') ?? ''
    items.push({ ident, element: element_, place: `${path} item ${from + items.length + 1}`, section, points })
  }
  const walk = (inside: Element, section: string, points: number | undefined) => {
    for (const one of childrenOf(inside)) {
      const name = nameOf(one)
      if (name === 'item') took(one, section, points, one)
      else if (name === 'itemref') took(one, section, points, undefined)
      else if (name === 'section') walkSection(one, section, points)
    }
  }
  const walkSection = (one: Element, section: string, points: number | undefined) => {
    const title = attributeOf(one, 'title') ?? ''
    lost.push(...selectionLosses(one, `${path} section ${attributeOf(one, 'ident') ?? title}`.trim()))
    const each = numberIn(
      childrenOf(one, 'selection_ordering').flatMap((selecting) => insideOf(selecting, 'points_per_item').map(textIn))[0],
    )
    walk(one, title || section, each !== undefined && each >= 0 ? each : points)
  }
  walk(element, '', undefined)
  lost.push(...unreadElements(element).map((one) => ({ place: path, ...one })))
  const metadata = metadataOf(element)
  const scored = childrenOf(element, 'outcomes_processing').filter(
    (one) => !/^sumofscores?$/i.test(attributeOf(one, 'scoremodel') ?? 'SumOfScores'),
  )
  if (scored.length > 0)
    lost.push({ place: path, what: 'outcomes processing', why: 'The result is the sum of the marks.', loss: 'marks' })
  return {
    ident: attributeOf(element, 'ident') ?? '',
    title: attributeOf(element, 'title') || metadata.get('bank_title') || metadata.get('qmd_title') || '',
    path,
    root: element,
    items,
    seconds: durationOf(element),
    lost,
  }
}

/** The tests and banks of a file; items and sections that stand in none are one of their own. */
export const banksIn = (root: Element, path: string): Bank[] => {
  const banks: Bank[] = []
  let count = 0
  for (const one of childrenOf(root).filter((each) => /^(assessment|objectbank)$/.test(nameOf(each)))) {
    const bank = bankOf(one, path, count)
    count += bank.items.length
    banks.push(bank)
  }
  const loose = bankOf(root, path, count)
  return (loose.items.length > 0 ? [...banks, { ...loose, ident: '' }] : banks).filter(({ items }) => items.length > 0)
}
