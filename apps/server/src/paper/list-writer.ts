import type { Element } from './line-drawing.ts'
import { contentWidth } from './page.ts'
import { type PageWriter, plainRich } from './page-writer.ts'
import type { RichText } from './rich-text.ts'

/** A paragraph of a list; one without a marker continues with the item before it, or is indented by itself. */
export interface ListItem {
  readonly rich: RichText
  /** How deep it stands, from 1. */
  readonly level: number
  readonly marker?: string | undefined
}

const markerWidth = 24
const perLevel = 22
const betweenItems = 2

/** A list with its items, each in its list's place of the structure, and lists in lists. */
export const writeList = (writer: PageWriter, items: readonly ListItem[]) => {
  const { body } = writer.options.styles
  const open: { list: Element; item?: Element | undefined; text?: Element | undefined }[] = []
  const endItem = (level: { item?: Element | undefined; text?: Element | undefined }) => {
    level.item?.end()
    level.item = undefined
    level.text = undefined
  }
  const leaveTo = (level: number) => {
    for (const one of open.splice(level).reverse()) {
      endItem(one)
      one.list.end()
    }
  }
  const enter = (level: number) => {
    while (open.length < level) {
      const parent = open.at(-1)
      open.push({ list: writer.element('L', parent?.text ?? parent?.list) })
    }
  }
  /** Behind a list, or in none: such as a picture between two items. */
  const writeOutside = (place: Pick<Parameters<PageWriter['flow']>[0], 'lines' | 'style' | 'column'>) => {
    leaveTo(0)
    const element = writer.element('P')
    writer.flow({ ...place, element, tag: 'P' })
    element.end()
    writer.skip(betweenItems + 2)
  }
  for (const { rich, level, marker } of items) {
    writer.needs(body.lineHeight)
    const start = 4 + (level - 1) * perLevel + markerWidth
    const column = { start, width: contentWidth - start }
    const lines = writer.linesOf(rich, body, column.width)
    const place = { lines, style: body, column }
    if (marker === undefined && open[level - 1]?.text === undefined) {
      writeOutside(place)
      continue
    }
    leaveTo(level)
    enter(level)
    const own = open[level - 1]
    if (!own) continue
    if (marker !== undefined) {
      endItem(own)
      own.item = writer.element('LI', own.list)
      const label = writer.element('Lbl', own.item)
      const markerColumn = { start: start - markerWidth, width: markerWidth }
      const markerLines = writer.linesOf(plainRich(marker), body, markerWidth).slice(0, 1)
      writer.beside({ element: label, tag: 'Lbl', lines: markerLines, style: body, column: markerColumn })
      own.text = writer.element('LBody', own.item)
    }
    if (own.text) writer.flow({ ...place, element: own.text, tag: 'LBody' })
    writer.skip(betweenItems)
  }
  leaveTo(0)
  writer.skip(body.after - betweenItems)
}
