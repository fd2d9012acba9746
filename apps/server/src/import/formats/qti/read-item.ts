import { type AuthoredQuestion, authoredQuestion, type QtiProcessing } from '@sitwell/question-types/marking'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, type Node, nameOf, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath, whyMissing } from '../../html/find-file.ts'
import { Catalogs } from './catalogs.ts'
import { choiceItem, type Drafted } from './choice-item.ts'
import { type ContentPlace, htmlIn, htmlOf } from './content.ts'
import { doubleEntries } from './double-entries.ts'
import { formItem, numberAt, unfitForForm } from './form-item.ts'
import { gapMatchItem, withoutBrackets } from './gap-match-item.ts'
import { hottextItem } from './hottext-item.ts'
import { inlineItem, isInline } from './inline-item.ts'
import { isEnding, whyNoAttempts, withItemAttempts } from './item-attempts.ts'
import { withFeedback } from './item-feedback.ts'
import { type Marked, markedAs, wayOf } from './item-marks.ts'
import { withItemScheme } from './item-scheme.ts'
import { associateItem, matchItem, orderItem } from './pair-items.ts'
import { pictureFields, stageOf } from './picture-fields.ts'
import { whyNotDrawn } from './prove-drawn.ts'
import { newSearch, type QtiReading } from './qti-reading.ts'
import { type ItemSource, sourceOf, versionOf } from './source-of-item.ts'
import { withDefaults } from './template-defaults.ts'
import { prepareTemplate } from './template-item.ts'
import { sliderItem, uploadItem, writtenItem } from './written-item.ts'

/** Become questions whose text has tokens in square brackets. */
const hasTokens: ReadonlySet<string> = new Set(['gapmatchinteraction', 'hottextinteraction'])

const isInteraction = (name: string) => name.endsWith('interaction')

/** The interactions of a body. That of IMS PCI 1.0 stands within one of its own. */
const interactionsIn = (body: Element): Element[] =>
  insideOf(body, isInteraction).filter((one) => {
    const above = one.parentNode as Element | null
    return nameOf(one) !== 'portablecustominteraction' || !above || nameOf(above) !== 'custominteraction'
  })

/** Stand in a form, also if they are alone. */
const inForm: ReadonlySet<string> = new Set([
  'mediainteraction',
  'custominteraction',
  'portablecustominteraction',
  ...Object.keys(pictureFields),
])

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

/** Several interactions, and areas of a picture, stand in a form below the text. */
const needsForm = (interactions: readonly Element[]): boolean =>
  !isInline(interactions) && (interactions.length > 1 || interactions.some((one) => inForm.has(nameOf(one))))

const whyNot = (interactions: readonly Element[]): string | undefined => {
  if (isInline(interactions)) return undefined
  if (needsForm(interactions)) {
    const unfit = unfitForForm(interactions)
    return unfit && `Questions of the kind ${unfit.tagName} are not read beside others.`
  }
  const [interaction] = interactions
  if (interaction && !Object.hasOwn(readers, nameOf(interaction)))
    return `Questions of the kind ${interaction.tagName} are not read.`
  return undefined
}

/** What is above a question and belongs to several: a shared stimulus. */
const stimulusOf = (item: Element, place: ContentPlace): string =>
  childrenOf(item, 'assessmentstimulusref')
    .map((ref) => {
      const path = resolvePath(folderOf(place.path), attributeOf(ref, 'href') ?? '')
      if (path === undefined || !place.reading.files.has(path))
        throw new PackageRefused(place.path, `The file "${attributeOf(ref, 'href')}" is missing.`)
      const stimulus = xmlAt(place.reading.files, path)
      place.catalogs?.read(stimulus, path)
      const body = childrenOf(stimulus, 'stimulusbody')[0]
      return body ? htmlOf(Array.from<Node>(body.childNodes), { ...place, path }) : ''
    })
    .join('')

/** What a test says of an item. */
export interface ItemInTest {
  /** Its id in the exam. */
  id(identifier: string): string
  /** What its template begins with in the test. */
  defaultsOf?(item: Element): readonly Element[]
}

export type ReadItem =
  | {
      readonly identifier: string
      /** What its author calls it. */
      readonly title: string | undefined
      readonly question: AuthoredQuestion
      readonly marking: string
      /** The item's declarations and rules, and what its responses are here, whether they mark the question or not. */
      readonly source: QtiProcessing
    }
  | { readonly identifier?: string; readonly why: string }

/** What is written or handed in waits for a person, unless the item's rules read it. */
const forPerson: ReadonlySet<string> = new Set(['extendedtextinteraction', 'uploadinteraction', 'drawinginteraction'])

const personIn = (interactions: readonly Element[]) => {
  const isForPerson = interactions.length > 0 && interactions.every((one) => forPerson.has(nameOf(one)))
  return {
    isForPerson,
    isPartForPerson: !isForPerson && interactions.some((one) => forPerson.has(nameOf(one))),
    takesFile: interactions.some((one) => nameOf(one) === 'uploadinteraction'),
    isDrawn: interactions.some((one) => nameOf(one) === 'drawinginteraction'),
  }
}

/** The prompt with what its element says of its direction and language. */
const promptOf = (prompt: Element | undefined, around: string, place: ContentPlace): string => {
  const asked = prompt ? htmlIn(prompt, place) : ''
  if (!prompt || asked === '') return ''
  const attributes = ['dir', 'lang'].flatMap((name) => {
    const value = attributeOf(prompt, name)
    return value !== undefined && /^[\w-]{1,35}$/.test(value) ? [` ${name}="${value}"`] : []
  })
  return around || attributes.length > 0 ? `<div${attributes.join('')}>${asked}</div>` : asked
}

interface ItemParts {
  readonly item: Element
  readonly body: Element
  readonly interactions: readonly Element[]
  /** What its files are read with. */
  readonly own: ContentPlace
}

/** What stands around the interactions of an item, in HTML. */
interface Around {
  readonly introText: string
  readonly around: string
  readonly place: ContentPlace
}

interface Content extends Around {
  readonly drafted: Drafted
  /** What the only interaction asks, where that stands below what is around it. */
  readonly prompt?: Element | undefined
}

const aroundIn = ({ item, body }: ItemParts, place: ContentPlace, hasBlanks: boolean): Around => {
  const written = hasBlanks ? { ...place, rewrite: withoutBrackets(place) } : place
  return {
    introText: stimulusOf(item, place),
    around: htmlOf(Array.from<Node>(body.childNodes), written),
    place: written,
  }
}

/** The place of an item whose only interaction is shown below it. */
const besideOnly = ({ interactions, own }: ItemParts): ContentPlace => {
  const [only, ...others] = interactions
  const isOnly = (element: Element) => only !== undefined && others.length === 0 && [only, stageOf(only)].includes(element)
  return { ...own, skip: (element) => own.skip?.(element) === true || isOnly(element) }
}

const inlineContent = (parts: ItemParts, source: ItemSource): Content => {
  const { item, interactions, own } = parts
  const asked = interactions.map((one) => attributeOf(one, 'responseidentifier') ?? '')
  const isMarkedBySource = wayOf(source, personIn(interactions), asked).way === 'source'
  const { drafted, tokenOf, hasBlanks } = inlineItem(item, interactions, own, isMarkedBySource)
  return { ...aroundIn(parts, { ...own, replace: tokenOf }, hasBlanks), drafted }
}

const formContent = (parts: ItemParts): Content => {
  const { item, interactions, own } = parts
  const around = aroundIn(parts, { ...besideOnly(parts), replace: numberAt(interactions) }, false)
  return { ...around, drafted: formItem(item, interactions, own) }
}

const singleContent = (parts: ItemParts): Content => {
  const { item, interactions, own } = parts
  const [interaction] = interactions
  const place = besideOnly(parts)
  if (!interaction) return { ...aroundIn(parts, place, false), drafted: { question: { type: 'STATICTEXT' }, responses: {} } }
  const name = nameOf(interaction)
  const around = aroundIn(parts, place, hasTokens.has(name))
  const drafted = readers[name]?.(item, interaction, place) ?? { why: `Questions of the kind ${name} are not read.` }
  // Many of one list that belong to many of the other are ticks of a form.
  if ('why' in drafted && name === 'matchinteraction') return { ...around, drafted: formItem(item, interactions, own) }
  return { ...around, drafted, prompt: childrenOf(interaction, 'prompt')[0] }
}

const contentOf = (parts: ItemParts, source: ItemSource): Content => {
  if (isInline(parts.interactions)) return inlineContent(parts, source)
  return needsForm(parts.interactions) ? formContent(parts) : singleContent(parts)
}

/** A text that nothing is asked about. */
const withoutAnswer = (question: Record<string, unknown>): Marked => {
  const read = authoredQuestion.safeParse(question)
  return read.success ? { question: read.data, marking: 'not marked', reported: [] } : { why: 'It has no text.' }
}

/** The question with its marks, and with the attempts that its item has. */
const markedWith = (
  { item, body, interactions }: ItemParts,
  question: Record<string, unknown>,
  { responses, isForm = false }: Pick<Extract<Drafted, { responses: unknown }>, 'isForm' | 'responses'>,
  source: ItemSource,
): Marked => {
  const marked =
    interactions.length > 0
      ? markedAs({ question, responses, isForm, ...personIn(interactions) }, source)
      : withoutAnswer(question)
  if ('why' in marked) return marked
  const asked = withItemAttempts(marked.question, item, body)
  return typeof asked === 'string'
    ? { why: [asked, ...marked.reported.map(({ why }) => why)].join(' ') }
    : { ...marked, question: asked }
}

/** Reads one item as a question with the id given; or says why it is left out. */
export const readItem = (reading: QtiReading, path: string, { id, defaultsOf }: ItemInTest): ReadItem => {
  const written = xmlAt(reading.files, path)
  if (nameOf(written) !== 'assessmentitem')
    throw new PackageRefused(path, `This is no assessment item but <${written.tagName}>.`)
  const original = withDefaults(written, defaultsOf?.(written) ?? [])
  const identifier = attributeOf(original, 'identifier') ?? path
  const prepared = prepareTemplate(original, versionOf(original))
  if ('why' in prepared) return { identifier, why: prepared.why }
  const { item, template } = prepared
  const body = childrenOf(item, 'itembody')[0]
  if (!body) return { identifier, why: 'It has no body.' }
  const interactions = interactionsIn(body).filter((one) => !isEnding(one))
  const why = whyNoAttempts(item, body) ?? whyNot(interactions)
  if (why !== undefined) return { identifier, why }

  const source = sourceOf(reading.files, path, original)
  const catalogs = new Catalogs(reading)
  catalogs.read(item, path)
  const own = { reading, path, search: newSearch(), keepsFeedback: true, catalogs, skip: isEnding }
  const { drafted, introText, around, prompt, place } = contentOf({ item, body, interactions, own }, source)
  if ('why' in drafted) return { identifier, why: drafted.why }
  const text = [around, promptOf(prompt, around, place), drafted.textBelow].filter(Boolean).join('')
  const [missing] = own.search.missing
  if (missing !== undefined) return { identifier, why: whyMissing(missing) }
  const explanations = catalogs.end()

  const question = {
    ...drafted.question,
    id: id(identifier),
    text,
    ...(introText && { introText }),
    ...(template && { template }),
    ...(explanations.length > 0 && { explanations }),
  }
  const { responses } = drafted
  const marked = markedWith({ item, body, interactions, own }, question, drafted, source)
  if ('why' in marked) return { identifier, why: marked.why }
  const undrawn = whyNotDrawn(marked.question)
  if (undrawn !== undefined) return { identifier, why: undrawn }
  for (const { what, why: because, loss } of [...marked.reported, ...doubleEntries(source)])
    reading.lose(path, what, because, loss)
  return {
    identifier,
    title: attributeOf(original, 'title'),
    question: withItemScheme(withFeedback(marked.question, item, source, responses, own), body, own),
    marking: marked.marking,
    source: { kind: 'qti', version: source.version, item: source.tree, responses, weight: 1 },
  }
}
