import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A node of a PDF's structure: its role, and the roles and texts in it. */
export interface StructNode {
  readonly role: string
  readonly text: string
  /** What is read out in its place. */
  readonly alt: string | undefined
  readonly children: readonly StructNode[]
}

interface RawNode {
  readonly role?: string
  readonly type?: string
  readonly id?: string
  readonly alt?: string
  readonly children?: readonly RawNode[]
}

const textOf = (node: StructNode): string => node.text + node.children.map(textOf).join('')

/** All nodes of a role, in reading order, with the text in them. */
export const nodesOf = (nodes: readonly StructNode[], role: string): string[] =>
  nodes.flatMap((node) => [...(node.role === role ? [textOf(node).trim()] : []), ...nodesOf(node.children, role)])

const figuresIn = (nodes: readonly StructNode[]): string[] =>
  nodes.flatMap((node) => [...(node.role === 'Figure' ? [node.alt ?? ''] : []), ...figuresIn(node.children)])

/** A text where it stands on its page, in points from the left. */
export interface PlacedText {
  readonly text: string
  readonly left: number
  readonly right: number
}

type Items = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items']

/** The texts of a page: in lines, by the marks that the structure names, and in their places. */
const readItems = (items: Items) => {
  const texts = new Map<string, string>()
  const open: (string | undefined)[] = []
  const placed: PlacedText[] = []
  let lines = ''
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? undefined)
      continue
    }
    lines += item.hasEOL ? `${item.str}\n` : item.str
    const left = Number(item.transform[4])
    if (item.str.trim() !== '') placed.push({ text: item.str, left, right: left + item.width })
    const id = open.findLast((one) => one !== undefined)
    if (id !== undefined) texts.set(id, (texts.get(id) ?? '') + item.str)
  }
  return { texts, placed, lines }
}

/** A PDF as a screen reader finds it: read with a library that has nothing to do with the one that wrote it. */
export const readPdf = async (bytes: Uint8Array) => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const { info } = await pdf.getMetadata()
  const pages: { lines: string; tree: StructNode[]; width: number; placed: PlacedText[] }[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const content = await page.getTextContent({ includeMarkedContent: true })
    const { texts, placed, lines } = readItems(content.items)
    const asNode = (raw: RawNode): StructNode => ({
      role: raw.role ?? '',
      text: raw.id === undefined ? '' : (texts.get(raw.id) ?? ''),
      alt: raw.alt,
      children: (raw.children ?? []).map(asNode),
    })
    // Boundary: the library's type of a tree's node has either a role or an id.
    const tree = (await page.getStructTree()) as RawNode | null
    const { width } = page.getViewport({ scale: 1 })
    pages.push({ lines, tree: tree ? [asNode(tree)] : [], width, placed })
    page.cleanup()
  }
  const read = {
    title: (info as { Title?: string }).Title,
    language: (info as { Language?: string }).Language,
    pages,
    text: pages.map(({ lines }) => lines).join('\n'),
    /** The roles' texts over all pages. */
    all: (role: string) => pages.flatMap(({ tree }) => nodesOf(tree, role)),
    /** What is read out of figures. */
    alternatives: () => pages.flatMap(({ tree }) => figuresIn(tree)),
  }
  await task.destroy()
  return read
}
