import { $createLinkNode, $isLinkNode, LinkNode } from '@lexical/link'
import { $createListItemNode, $createListNode, $isListItemNode, $isListNode, ListItemNode, ListNode } from '@lexical/list'
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
  fonts,
  isLinkAddress,
  type Marks,
  maxIndent,
  type RichDocument,
  type Run,
  sizes,
  type TextRun,
} from '../rich-document.ts'
import { $createImageNode, $isImageNode, ImageNode } from './image-node.ts'

/** The nodes that an editor of ours knows: what a document can hold. */
export const richTextNodes = [ListNode, ListItemNode, LinkNode, ImageNode]

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
  return node.setStyle(styleOfFonts(run))
}

/** The nodes of a line of runs, neighbours of one link in one link. */
export const $nodesOfRuns = (runs: readonly Run[]): LexicalNode[] => {
  const nodes: LexicalNode[] = []
  for (const run of runs) {
    if (run.kind === 'break') nodes.push($createLineBreakNode())
    else if (run.kind === 'image') nodes.push($createImageNode(run.src, run.alt))
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

/** The block nodes of a document; nested lists stand in items of their own, as Lexical has them. */
export const $nodesOfDocument = (document: RichDocument): ElementNode[] => {
  const top: ElementNode[] = []
  let open: ListNode[] = []
  for (const { kind, indent, runs } of document) {
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

/** Puts a document into the editor in place of what it holds. */
export const $writeDocument = (document: RichDocument): void => {
  const root = $getRoot().clear()
  const nodes = $nodesOfDocument(document)
  root.append(...(nodes.length > 0 ? nodes : [$createParagraphNode()]))
}

const $marksOf = (node: TextNode, href: string | undefined): Marks => ({
  ...(node.hasFormat('bold') && { bold: true }),
  ...(node.hasFormat('italic') && { italic: true }),
  ...(node.hasFormat('underline') && { underline: true }),
  ...fontsOfStyle(node.getStyle()),
  ...(href !== undefined && isLinkAddress(href) && { href }),
})

const $readRuns = (element: ElementNode, href?: string, runs: Run[] = []): Run[] => {
  for (const node of element.getChildren()) {
    if ($isLineBreakNode(node)) runs.push({ kind: 'break' })
    else if ($isImageNode(node)) runs.push({ kind: 'image', src: node.__src, alt: node.__alt })
    else if ($isTextNode(node)) {
      const text = node.getTextContent().replace(/[\n\r\t\0]/g, ' ')
      addRun(runs, { kind: 'text', text, ...$marksOf(node, href) })
    } else if ($isElementNode(node)) $readRuns(node, $isLinkNode(node) ? node.getURL() : href, runs)
  }
  return runs
}

const $readList = (list: ListNode, depth: number, blocks: Block[]): void => {
  const kind = list.getListType() === 'number' ? 'number' : 'bullet'
  for (const item of list.getChildren()) {
    if (!$isListItemNode(item)) continue
    const inner = item.getFirstChild()
    if ($isListNode(inner)) $readList(inner, depth + 1, blocks)
    else blocks.push({ kind, indent: Math.min(depth, maxIndent), runs: $readRuns(item) })
  }
}

/** What the editor holds, as a document. */
export const $readDocument = (): RichDocument => {
  const blocks: Block[] = []
  for (const node of $getRoot().getChildren()) {
    if ($isListNode(node)) $readList(node, 0, blocks)
    else if ($isElementNode(node))
      blocks.push({ kind: 'paragraph', indent: Math.min(node.getIndent(), maxIndent), runs: $readRuns(node) })
  }
  return blocks
}
