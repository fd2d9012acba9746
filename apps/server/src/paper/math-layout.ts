import type { HtmlNode } from './html-tree.ts'
import { axis, inRow, type MathBox, nothing, ruleThickness, scaled, space, textBox, together } from './math-box.ts'

const scriptScale = 0.68
const gap = 0.12

const elementsOf = ({ children }: HtmlNode) => children.filter(({ name, text }) => name !== '' || text.trim() !== '')
const textOf = (node: HtmlNode): string => node.text + node.children.map(textOf).join('')
const wordsOf = (node: HtmlNode) => textOf(node).replace(/\s+/g, ' ').trim()

const fence = /^[()[\]{}|‖⌈⌉⌊⌋⟨⟩]$/
const binary = /^[=≠<>≤≥≈≡∼≅∝±∓+\-−–×÷·⋅∗*∪∩∈∉⊂⊃⊆⊇→←↔⇒⇐⇔∧∨:∶]$/
const large = /^[∑∏∐∫∬∭∮⋃⋂]$/
const opening = /[([{,=<>≤≥±+\-−×÷·→⇒]$/

const row = (nodes: readonly HtmlNode[]): MathBox => {
  const shown = nodes.filter(({ name, text }) => name !== '' || text.trim() !== '')
  const boxes: MathBox[] = []
  const rest = shown.map((node) => (isSign(node) && fence.test(wordsOf(node)) ? undefined : layOut(node)))
  const tallest = inRow(rest.filter((box) => box !== undefined))
  let before = ''
  for (const [index, node] of shown.entries()) {
    const spokenText = wordsOf(node)
    const box = rest[index] ?? stretched(textBox(spokenText), tallest)
    const isSpaced =
      isSign(node) && binary.test(spokenText) && before !== '' && !opening.test(before) && index < shown.length - 1
    const room = isSpaced ? space(0.22) : nothing
    boxes.push(room, box, isSign(node) && /^[,;]$/.test(spokenText) ? space(0.18) : room)
    before = spokenText
  }
  return inRow(boxes)
}

const isSign = ({ name }: HtmlNode) => name === 'mo'

/** Brackets around something high are as high. */
const stretched = (sign: MathBox, { ascent, descent }: MathBox): MathBox => {
  const scale = Math.min(4, Math.max(1, (ascent + descent) / (sign.ascent + sign.descent)))
  if (scale < 1.15) return sign
  const grown = scaled(sign, scale)
  const middle = (ascent - descent) / 2
  const own = (grown.ascent - grown.descent) / 2
  // As high, and not as wide.
  return { ...together([{ box: grown, x: 0, y: middle - own }]), width: grown.width }
}

const fraction = (over: MathBox, under: MathBox, hasRule: boolean): MathBox => {
  const width = Math.max(over.width, under.width) + 2 * gap
  const bar: MathBox = hasRule
    ? {
        width,
        ascent: 0,
        descent: 0,
        marks: [{ kind: 'rule', x: 0, y: axis - ruleThickness / 2, width, height: ruleThickness }],
      }
    : nothing
  return together([
    { box: bar, x: 0, y: 0 },
    { box: over, x: (width - over.width) / 2, y: axis + gap + over.descent },
    { box: under, x: (width - under.width) / 2, y: axis - gap - under.ascent },
    { box: space(width), x: 0, y: 0 },
  ])
}

const root = (inside: MathBox, degree: MathBox | undefined): MathBox => {
  const index = degree && scaled(degree, 0.6)
  const hook = 0.55
  const lead = Math.max(0, (index?.width ?? 0) - 0.25)
  const top = inside.ascent + gap
  const bottom = -inside.descent
  const width = lead + hook + inside.width + 0.08
  const sign: MathBox = {
    width,
    ascent: top + ruleThickness,
    descent: inside.descent,
    marks: [
      {
        kind: 'lines',
        thickness: ruleThickness,
        points: [
          [lead + 0.03, bottom + (top - bottom) * 0.42],
          [lead + 0.15, bottom + (top - bottom) * 0.5],
          [lead + 0.3, bottom + 0.02],
          [lead + hook - 0.05, top],
          [width, top],
        ],
      },
    ],
  }
  return together([
    { box: sign, x: 0, y: 0 },
    { box: inside, x: lead + hook, y: 0 },
    ...(index ? [{ box: index, x: 0, y: bottom + (top - bottom) * 0.55 + index.descent }] : []),
  ])
}

/** A power above and an index below, behind their base. */
const scripts = (base: MathBox, below: MathBox | undefined, above: MathBox | undefined): MathBox => {
  const up = above && scaled(above, scriptScale)
  const down = below && scaled(below, scriptScale)
  return together([
    { box: base, x: 0, y: 0 },
    ...(up ? [{ box: up, x: base.width + 0.04, y: Math.max(0.36, base.ascent - 0.34) }] : []),
    ...(down ? [{ box: down, x: base.width + 0.02, y: -Math.max(0.18, base.descent - 0.02) }] : []),
  ])
}

/** What stands over and under something, as the bounds of a sum. */
const stacked = (base: MathBox, under: MathBox | undefined, over: MathBox | undefined, isAccent: boolean): MathBox => {
  const up = over && scaled(over, isAccent ? 1 : scriptScale)
  const down = under && scaled(under, scriptScale)
  const width = Math.max(base.width, up?.width ?? 0, down?.width ?? 0)
  const centred = (box: MathBox) => (width - box.width) / 2
  return together([
    { box: base, x: centred(base), y: 0 },
    ...(up ? [{ box: up, x: centred(up), y: isAccent ? base.ascent - 0.62 : base.ascent + 0.06 + up.descent }] : []),
    ...(down ? [{ box: down, x: centred(down), y: -base.descent - 0.06 - down.ascent }] : []),
  ])
}

const table = (node: HtmlNode): MathBox => {
  const rows = elementsOf(node).map((one) => elementsOf(one).map((cell) => row(cell.children)))
  const columns = Math.max(0, ...rows.map(({ length }) => length))
  const widths = Array.from({ length: columns }, (_, at) => Math.max(0, ...rows.map((cells) => cells[at]?.width ?? 0)))
  const heights = rows.map((cells) => ({
    ascent: Math.max(0.74, ...cells.map(({ ascent }) => ascent)),
    descent: Math.max(0.22, ...cells.map(({ descent }) => descent)),
  }))
  const all = heights.reduce((sum, { ascent, descent }) => sum + ascent + descent, 0) + 0.3 * Math.max(0, rows.length - 1)
  let top = axis + all / 2
  const parts = rows.flatMap((cells, index) => {
    const height = heights[index] ?? { ascent: 0, descent: 0 }
    const y = top - height.ascent
    top -= height.ascent + height.descent + 0.3
    let left = 0
    return cells.map((box, at) => {
      const width = widths[at] ?? 0
      const x = left + (width - box.width) / 2
      left += width + 0.7
      return { box, x, y }
    })
  })
  return together(parts)
}

const fenced = (node: HtmlNode): MathBox => {
  const { open = '(', close = ')', separators = ',' } = node.attributes
  const inside = elementsOf(node)
  const signs = [...separators.replace(/\s/g, '')]
  const content = inRow(
    inside.flatMap((one, index) => {
      const sign = signs[Math.min(index, signs.length - 1)] ?? ''
      return index < inside.length - 1 ? [layOut(one), textBox(sign), space(0.18)] : [layOut(one)]
    }),
  )
  return inRow([stretched(textBox(open), content), content, stretched(textBox(close), content)])
}

const framed = (inside: MathBox): MathBox => {
  const width = inside.width + 0.3
  const [top, bottom] = [inside.ascent + 0.12, -inside.descent - 0.12]
  const edge = [
    [0, bottom],
    [width, bottom],
    [width, top],
    [0, top],
    [0, bottom],
  ] as const
  const frame: MathBox = {
    width,
    ascent: top,
    descent: -bottom,
    marks: [{ kind: 'lines', points: edge, thickness: ruleThickness }],
  }
  return together([
    { box: frame, x: 0, y: 0 },
    { box: inside, x: 0.15, y: 0 },
  ])
}

const sign = (text: string): MathBox => {
  if (!large.test(text)) return textBox(text === '-' ? '−' : text)
  const grown = scaled(textBox(text), 1.35)
  return together([{ box: grown, x: 0, y: -0.12 }])
}

/** Lays a formula out. What isn't known to it is written as its text. */
export const layOut = (node: HtmlNode): MathBox => {
  const inside = elementsOf(node)
  const [first, second, third] = inside
  const part = (one: HtmlNode | undefined) => (one ? layOut(one) : nothing)
  const maybe = (one: HtmlNode | undefined) => (one && textOf(one).trim() !== '' ? layOut(one) : undefined)
  switch (node.name) {
    case '':
      return textBox(node.text.replace(/\s+/g, ' '))
    case 'mi': {
      const name = wordsOf(node)
      return textBox(name, [...name].length === 1 && node.attributes.mathvariant !== 'normal')
    }
    case 'mn':
    case 'mtext':
      return textBox(wordsOf(node))
    case 'ms':
      return textBox(`“${wordsOf(node)}”`)
    case 'mo':
      return sign(wordsOf(node))
    case 'mspace':
      return space(0.3)
    case 'mfrac':
      return fraction(part(first), part(second), !/^0/.test(node.attributes.linethickness ?? ''))
    case 'msqrt':
      return root(row(node.children), undefined)
    case 'mroot':
      return root(part(first), maybe(second))
    case 'msup':
      return scripts(part(first), undefined, maybe(second))
    case 'msub':
      return scripts(part(first), maybe(second), undefined)
    case 'msubsup':
      return scripts(part(first), maybe(second), maybe(third))
    case 'mover':
      return stacked(part(first), undefined, maybe(second), second?.name === 'mo')
    case 'munder':
      return stacked(part(first), maybe(second), undefined, false)
    case 'munderover':
      return stacked(part(first), maybe(second), maybe(third), false)
    case 'mtable':
      return table(node)
    case 'mfenced':
      return fenced(node)
    case 'mphantom': {
      const { width, ascent, descent } = row(node.children)
      return { width, ascent, descent, marks: [] }
    }
    case 'menclose':
      return /box/.test(node.attributes.notation ?? '') ? framed(row(node.children)) : row(node.children)
    case 'annotation':
    case 'annotation-xml':
    case 'mprescripts':
      return nothing
    default:
      return row(node.children)
  }
}
