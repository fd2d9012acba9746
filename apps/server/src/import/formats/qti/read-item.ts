import { type AuthoredQuestion, authoredQuestion } from '@sitwell/question-types/marking'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, type Node, nameOf, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'
import { choiceItem, type Drafted, hottextItem } from './choice-item.ts'
import { type ContentPlace, htmlOf } from './content.ts'
import { gapMatchItem, withoutBrackets } from './gap-match-item.ts'
import { inlineItem, isInline } from './inline-item.ts'
import { associateItem, matchItem, orderItem } from './pair-items.ts'
import { newSearch, type QtiReading } from './qti-reading.ts'
import { sliderItem, uploadItem, writtenItem } from './written-item.ts'

const isInteraction = (name: string) => name.endsWith('interaction')

type Reader = (item: Element, interaction: Element, place: ContentPlace) => Drafted

const readers: Readonly<Record<string, Reader>> = {
  choiceinteraction: choiceItem,
  hottextinteraction: hottextItem,
  extendedtextinteraction: writtenItem,
  sliderinteraction: sliderItem,
  uploadinteraction: uploadItem,
  matchinteraction: matchItem,
  associateinteraction: associateItem,
  orderinteraction: orderItem,
  gapmatchinteraction: gapMatchItem,
}

const whyNot = (item: Element, interactions: readonly Element[]): string | undefined => {
  if (attributeOf(item, 'adaptive') === 'true') return 'Adaptive items are not read: an answer would change the question.'
  if (childrenOf(item, 'templatedeclaration').length > 0)
    return 'Items made from templates are not read: each learner would get another.'
  if (insideOf(item, 'printedvariable').length > 0) return 'Items that print variables are not read.'
  if (isInline(interactions)) return undefined
  if (interactions.length > 1)
    return `Items of several interactions are not read (${interactions.map((one) => one.tagName).join(', ')}).`
  const [interaction] = interactions
  if (interaction && !Object.hasOwn(readers, nameOf(interaction)))
    return `Questions of the kind ${interaction.tagName} are not read.`
  return undefined
}

/** What stands above a question and belongs to several: a shared stimulus. */
const stimulusOf = (item: Element, place: ContentPlace): string =>
  childrenOf(item, 'assessmentstimulusref')
    .map((ref) => {
      const path = resolvePath(folderOf(place.path), attributeOf(ref, 'href') ?? '')
      if (path === undefined || !place.reading.files.has(path))
        throw new PackageRefused(place.path, `The file "${attributeOf(ref, 'href')}" is missing.`)
      const body = childrenOf(xmlAt(place.reading.files, path), 'stimulusbody')[0]
      return body ? htmlOf(Array.from<Node>(body.childNodes), { ...place, path }) : ''
    })
    .join('')

const isForLearner = (rubric: Element) => (attributeOf(rubric, 'view') ?? 'candidate').split(/\s+/).includes('candidate')

export type ReadItem = { readonly identifier: string; readonly question: AuthoredQuestion } | { readonly why: string }

/** Reads one item as a question with the id given; or says why it is left out. */
export const readItem = (reading: QtiReading, path: string, id: (identifier: string) => string): ReadItem => {
  const item = xmlAt(reading.files, path)
  if (nameOf(item) !== 'assessmentitem') throw new PackageRefused(path, `This is no assessment item but <${item.tagName}>.`)
  const body = childrenOf(item, 'itembody')[0]
  if (!body) return { why: 'It has no body.' }
  const interactions = insideOf(body, isInteraction)
  const why = whyNot(item, interactions)
  if (why !== undefined) return { why }

  const search = newSearch()
  const inline = isInline(interactions) ? inlineItem(item, interactions, { reading, path, search }) : undefined
  const interaction = inline ? undefined : interactions[0]
  const prompt = interaction && childrenOf(interaction, 'prompt')[0]
  const place: ContentPlace = {
    reading,
    path,
    search,
    skip: (element) => element === interaction || (nameOf(element) === 'rubricblock' && !isForLearner(element)),
    ...(inline && { replace: inline.tokenOf }),
  }
  const hasBlanks = inline?.hasBlanks ?? nameOf(interaction ?? item) === 'gapmatchinteraction'
  const written = hasBlanks ? { ...place, rewrite: withoutBrackets(place) } : place
  const introText = stimulusOf(item, place)
  const around = htmlOf(Array.from<Node>(body.childNodes), written)
  const asked = prompt ? htmlOf(Array.from<Node>(prompt.childNodes), written) : ''
  const read = interaction ? readers[nameOf(interaction)]?.(item, interaction, place) : inline?.drafted
  const drafted: Drafted = read ?? { question: { type: 'STATICTEXT' } }
  if ('why' in drafted) return drafted
  for (const lost of ['modalfeedback', 'cataloginfo']) {
    if (childrenOf(item, lost).length > 0) reading.lose(path, `<${lost}>`, 'It is not shown.')
  }
  const [missing] = search.missing
  if (missing !== undefined) return { why: `Its picture "${missing}" is missing.` }

  const identifier = attributeOf(item, 'identifier') ?? path
  const text = [around, asked && (around ? `<div>${asked}</div>` : asked), drafted.textBelow].filter(Boolean).join('')
  const question = { ...drafted.question, id: id(identifier), text, ...(introText && { introText }) }
  const checked = authoredQuestion.safeParse(question)
  if (checked.success) return { identifier, question: checked.data }
  const [issue] = checked.error.issues
  return { why: `It can't be read as a question: ${issue?.path.join('.')} ${issue?.message}.` }
}
