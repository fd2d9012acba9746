import { $createLinkNode, $isLinkNode, LinkNode } from '@lexical/link'
import { $createListItemNode, $createListNode, $isListItemNode, $isListNode, ListItemNode, ListNode } from '@lexical/list'
import {
  $createTableCellNode,
  $createTableNode,
  $createTableRowNode,
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  TableCellHeaderStates,
  TableCellNode,
  TableNode,
  TableRowNode,
} from '@lexical/table'
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
  type TextNode,
} from 'lexical'
import {
  addRun,
  type Block,
  type Cell,
  fonts,
  isLinkAddress,
  type Marks,
  maxIndent,
  type RichDocument,
  type Run,
  sizes,
  type Table,
  type TextRun,
} from '../rich-document.ts'
import { gridOf, linesOfRows, withLinesAround } from '../table-grid.ts'
import { $createFormulaNode, $isFormulaNode, FormulaNode } from './formula/formula-node.ts'
import { $createImageNode, $isImageNode, ImageNode } from './image-node.ts'

/** The nodes that an editor of ours knows: what a document can hold. */
export const richTextNodes = [ListNode, ListItemNode, LinkNode, ImageNode, FormulaNode, TableNode, TableRowNode, TableCellNode]

/** The style of a text node for its font and size. */
export const styleOfFonts = ({ font, size }: Pick<Marks, 'font' | 'size'>): string =>
  [...(font ? [`font-family: ${fonts[font]};`] : []), ...(size ? [`font-size: ${sizes[size]};`] : [])].join(' ')

const keyOf = <K extends string>(values: Readonly<Record<K, string>>, style: string, property: string): K | undefined =>
  (Object.keys(values) as K[]).find((key) =>
    new RegExp(`${property}:\\s*${values[key].replace('.', '\\.')}\\s*(;|$)`).test(style),
  )

/** The font and size in a style that {@link styleOfFonts} wrote. */
export const fontsOfStyle = (style: string): Pick<Marks, 'font' | 'size'> => {
  const font = keyOf(fonts, style, 'font-family')
  const size = keyOf(sizes, style, 'font-size')
  return { ...(font && { font }), ...(size && { size }) }
}

const $textNode = (run: TextRun): TextNode => {
  const node = $createTextNode(run.text)
  if (run.bold) node.toggleFormat('bold')
  if (run.italic) node.toggleFormat('italic')
  if (run.underline) node.toggleFormat('underline')
  if (run.script) node.toggleFormat(run.script === 'sub' ? 'subscript' : 'superscript')
  return node.setStyle(styleOfFonts(run))
}

/** The node of what is no text. */
const $singleNode = (run: Exclude<Run, TextRun>): LexicalNode => {
  if (run.kind === 'break') return $createLineBreakNode()
  return run.kind === 'image' ? $createImageNode(run.src, run.alt) : $createFormulaNode(run)
}

/** The nodes of a line of runs, neighbours of one link in one link. */
export const $nodesOfRuns = (runs: readonly Run[]): LexicalNode[] => {
  const nodes: LexicalNode[] = []
  for (const run of runs) {
    if (run.kind !== 'text') nodes.push($singleNode(run))
    else if (run.href === undefined) nodes.push($textNode(run))
    else {
      const last = nodes.at(-1)
      const link = $isLinkNode(last) && last.getURL() === run.href ? last : $createLinkNode(run.href)
      if (link !== last) nodes.push(link)
      link.append($textNode(run))
    }
  }
  return nodes
}

/** The nodes of blocks; nested lists stand in items of their own, as Lexical has them. */
export const $nodesOfBlocks = (blocks: readonly Block[]): ElementNode[] => {
  const top: ElementNode[] = []
  let open: ListNode[] = []
  for (const { kind, indent, runs } of blocks) {
    if (kind === 'paragraph') {
      open = []
      top.push(
        $createParagraphNode()
          .setIndent(indent)
          .append(...$nodesOfRuns(runs)),
      )
      continue
    }
    open = open.slice(0, indent + 1)
    if (open.length === indent + 1 && open[indent]?.getListType() !== kind) open.pop()
    while (open.length <= indent) {
      const list = $createListNode(kind)
      const parent = open.at(-1)
      if (parent) parent.append($createListItemNode().append(list))
      else top.push(list)
      open.push(list)
    }
    open.at(-1)?.append($createListItemNode().append(...$nodesOfRuns(runs)))
  }
  return top
}

/** A row of headers names its columns: what is added below it is none, what is added beside it is one. */
const $nodeOfCell = ({ isHeader, columns, rows, blocks }: Cell, isHeaderRow: boolean): TableCellNode => {
  const header = isHeaderRow ? TableCellHeaderStates.ROW : TableCellHeaderStates.COLUMN
  return $createTableCellNode(isHeader ? header : TableCellHeaderStates.NO_STATUS, columns)
    .setRowSpan(rows)
    .append(...$nodesOfBlocks(blocks))
}

export const $nodeOfTable = ({ rows }: Table): TableNode =>
  $createTableNode().append(
    ...rows.map((row) => {
      const isHeaderRow = row.every(({ isHeader }) => isHeader)
      return $createTableRowNode().append(...row.map((cell) => $nodeOfCell(cell, isHeaderRow)))
    }),
  )

/** Blocks that stand between two tables are one part of a document, a table is one by itself. */
export const partsOf = (document: RichDocument): (readonly Block[] | Table)[] => {
  const parts: (Block[] | Table)[] = []
  for (const one of document) {
    const last = parts.at(-1)
    if (one.kind === 'table') parts.push(one)
    else if (Array.isArray(last)) last.push(one)
    else parts.push([one])
  }
  return parts
}

/** Puts a document into the editor in place of what it holds. */
export const $writeDocument = (document: RichDocument): void => {
  const root = $getRoot().clear()
  const nodes = partsOf(document).flatMap((part) => ('kind' in part ? [$nodeOfTable(part)] : $nodesOfBlocks(part)))
  root.append(...(nodes.length > 0 ? nodes : [$createParagraphNode()]))
}

const $marksOf = (node: TextNode, href: string | undefined): Marks => ({
  ...(node.hasFormat('bold') && { bold: true }),
  ...(node.hasFormat('italic') && { italic: true }),
  ...(node.hasFormat('underline') && { underline: true }),
  ...(node.hasFormat('subscript') && { script: 'sub' }),
  ...(node.hasFormat('superscript') && { script: 'super' }),
  ...fontsOfStyle(node.getStyle()),
  ...(href !== undefined && isLinkAddress(href) && { href }),
})

const $readRuns = (element: ElementNode, href?: string, runs: Run[] = []): Run[] => {
  for (const node of element.getChildren()) {
    if ($isLineBreakNode(node)) runs.push({ kind: 'break' })
    else if ($isImageNode(node)) runs.push({ kind: 'image', src: node.__src, alt: node.__alt })
    else if ($isFormulaNode(node)) runs.push({ kind: 'formula', math: node.__math, source: node.__source })
    else if ($isTextNode(node)) {
      const text = node.getTextContent().replace(/[\n\r\t\0]/g, ' ')
      addRun(runs, { kind: 'text', text, ...$marksOf(node, href) })
    } else if ($isElementNode(node)) $readRuns(node, $isLinkNode(node) ? node.getURL() : href, runs)
  }
  return runs
}

const $readList = (list: ListNode, depth: number, blocks: Block[]): Block[] => {
  const kind = list.getListType() === 'number' ? 'number' : 'bullet'
  for (const item of list.getChildren()) {
    if (!$isListItemNode(item)) continue
    const inner = item.getFirstChild()
    if ($isListNode(inner)) $readList(inner, depth + 1, blocks)
    else blocks.push({ kind, indent: Math.min(depth, maxIndent), runs: $readRuns(item) })
  }
  return blocks
}

const $readBlock = (node: LexicalNode): Block[] => {
  if ($isListNode(node)) return $readList(node, 0, [])
  if (!$isElementNode(node)) return []
  return [{ kind: 'paragraph', indent: Math.min(node.getIndent(), maxIndent), runs: $readRuns(node) }]
}

const $readCell = (cell: TableCellNode): Cell => ({
  isHeader: cell.hasHeader(),
  columns: cell.getColSpan(),
  rows: cell.getRowSpan(),
  blocks: cell.getChildren().flatMap($readBlock),
})

const $readTable = (table: TableNode): readonly (Block | Table)[] => {
  const rows = table.getChildren().map((row) => ($isTableRowNode(row) ? row.getChildren().filter($isTableCellNode) : []))
  const cells = rows.map((row) => row.map($readCell))
  return [gridOf(cells) ?? linesOfRows(cells)].flat()
}

/** What the editor holds, as a document. */
export const $readDocument = (): RichDocument =>
  withLinesAround(
    $getRoot()
      .getChildren()
      .flatMap((node) => ($isTableNode(node) ? $readTable(node) : $readBlock(node))),
  )
