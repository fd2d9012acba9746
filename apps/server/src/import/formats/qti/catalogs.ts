import type { Explanation, ExplanationCard, Support } from '@sitwell/exam/paper/explanations'
import { mediaTypeOf } from '../../files/media-type.ts'
import { attributeOf, childrenOf, type Element, insideOf, type Node, textIn } from '../../files/xml.ts'
import { filesOf, folderOf, whyMissing } from '../../html/find-file.ts'
import { HtmlWriter } from '../../html/html-writer.ts'
import { htmlOf, type ReadCatalogs } from './content.ts'
import { newSearch, type QtiReading } from './qti-reading.ts'

/** What the supports of QTI's cards are here. Some packages write those of other editions of the standard. */
const supportOf: Readonly<Record<string, Support>> = {
  'glossary-on-screen': 'glossary',
  glossary: 'glossary',
  'illustrated-glossary': 'picture',
  'simplified-language-portions': 'simplified',
  'simplified-language': 'simplified',
  'linguistic-guidance': 'guidance',
  'long-description': 'description',
  'keyword-translation': 'translation',
  spoken: 'spoken',
  'tts-pronunciation': 'pronunciation',
  braille: 'braille',
  'braille-text': 'braille',
}

const languageTag = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i
const mostCards = 200

interface Catalog {
  readonly element: Element
  readonly path: string
  /** The id of its explanation; undefined if it has nothing that is taken, and before anything refers to it. */
  mark?: string
  isUsed: boolean
}

/** The catalogues of an item and its stimuli, and what of them its texts refer to. */
export class Catalogs implements ReadCatalogs {
  readonly #reading: QtiReading
  readonly #found = new Map<string, Catalog>()
  readonly #explanations: Explanation[] = []

  constructor(reading: QtiReading) {
    this.#reading = reading
  }

  read(owner: Element, path: string) {
    for (const info of insideOf(owner, 'cataloginfo'))
      for (const element of childrenOf(info, 'catalog')) {
        const key = JSON.stringify([path, attributeOf(element, 'id') ?? ''])
        if (this.#found.has(key)) this.#lose(path, element, 'Another one has the same id.')
        else this.#found.set(key, { element, path, isUsed: false })
      }
  }

  markOf(element: Element, path: string): string | undefined {
    const id = attributeOf(element, 'datacatalogidref')?.trim()
    if (id === undefined || id === '') return undefined
    const catalog = this.#found.get(JSON.stringify([path, id]))
    if (!catalog) {
      this.#reading.lose(path, `data-catalog-idref="${id.slice(0, 100)}"`, 'There is no such catalogue.')
      return undefined
    }
    if (!catalog.isUsed) {
      catalog.isUsed = true
      const cards = this.#cardsOf(catalog)
      // The author's ids may say which answer is right.
      if (cards.length > 0) {
        catalog.mark = `e${this.#explanations.length + 1}`
        this.#explanations.push({ id: catalog.mark, cards })
      } else this.#lose(path, catalog.element, 'It has nothing that is shown here.')
    }
    return catalog.mark
  }

  /** What was referred to, once all texts are read; tells of the catalogues that weren't. */
  end(): readonly Explanation[] {
    for (const { element, path, isUsed } of this.#found.values())
      if (!isUsed) this.#lose(path, element, 'No text that is shown refers to it.')
    return this.#explanations
  }

  #lose(path: string, catalog: Element, why: string) {
    const id = (attributeOf(catalog, 'id') ?? '').slice(0, 100)
    this.#reading.lose(path, `<${catalog.tagName} id="${id}">`, why)
  }

  #cardsOf(catalog: Catalog): ExplanationCard[] {
    const cards = childrenOf(catalog.element, 'card').flatMap((card) => {
      const name = (attributeOf(card, 'support') ?? '').trim().toLowerCase()
      const support = Object.hasOwn(supportOf, name) ? supportOf[name] : undefined
      if (support !== undefined) return this.#entriesOf(card, support, catalog.path)
      this.#reading.lose(
        catalog.path,
        `<${card.tagName} support="${name.slice(0, 100)}">`,
        'Supports of this kind are not offered here.',
      )
      return []
    })
    if (cards.length > mostCards) this.#lose(catalog.path, catalog.element, `It has more than ${mostCards} cards.`)
    return cards.slice(0, mostCards)
  }

  #entriesOf(card: Element, support: Support, path: string): ExplanationCard[] {
    const entries = childrenOf(card, 'cardentry')
    const isDefault = (entry: Element) => attributeOf(entry, 'default') === 'true'
    const inOrder = [...entries.filter(isDefault), ...entries.filter((one) => !isDefault(one))]
    return (entries.length > 0 ? inOrder : [card]).flatMap((entry) => {
      const contents = childrenOf(entry, 'htmlcontent')
      const files = childrenOf(entry, 'filehref')
      const text = [...contents.map((one) => this.#contentOf(one, path)), ...files.map((one) => this.#fileOf(one, path))].join(
        '',
      )
      const lang = [entry, ...contents, card]
        .map((one) => attributeOf(one, 'lang')?.trim() ?? '')
        .find((one) => one.length <= 35 && languageTag.test(one))
      return text === '' ? [] : [{ support, ...(lang !== undefined && { lang }), text }]
    })
  }

  #contentOf(content: Element, path: string): string {
    const search = newSearch()
    const text = htmlOf(Array.from<Node>(content.childNodes), { reading: this.#reading, path, search })
    for (const missing of search.missing) this.#loseFile(path, missing, whyMissing(missing))
    return text
  }

  #loseFile(path: string, file: string, why: string) {
    this.#reading.lose(path, `"${file.slice(0, 200)}" in a catalogue`, why)
  }

  /** A file alone, as a picture or a recording of HTML. */
  #fileOf(element: Element, path: string): string {
    const address = textIn(element)
    const [, kind] = /^(image|audio)\//.exec(mediaTypeOf(address.replace(/[?#].*$/, '')) ?? '') ?? []
    const search = newSearch()
    const writer = new HtmlWriter(filesOf(this.#reading.files, folderOf(path), search))
    const name = kind === 'image' ? 'img' : 'audio'
    writer.open(name, [['src', address]])
    writer.close(name)
    const html = writer.end()
    for (const missing of search.missing) this.#loseFile(path, missing, whyMissing(missing))
    for (const used of search.used) this.#reading.used.add(used)
    if (search.used.size > 0 || html.includes(' src=')) return html
    if (search.missing.size === 0) this.#loseFile(path, address, 'Its media type is not supported.')
    return ''
  }
}
