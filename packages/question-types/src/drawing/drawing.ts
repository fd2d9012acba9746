import { gridSeparators } from '@sitwell/contract'

/** Across and down from the top left corner, in the picture's own pixels, to a tenth of one. */
export type Point = readonly [x: number, y: number]

/** What may be drawn with, by the letter that stands for it in an answer. Each has 4.5 to 1 on white. */
export const colours = {
  k: '#1b2226',
  b: '#0b5cad',
  r: '#b3161b',
  g: '#1c6b2c',
  p: '#7a2fa0',
  o: '#8f4a00',
} as const
export type Colour = keyof typeof colours
const isColour = (one: unknown): one is Colour => typeof one === 'string' && Object.hasOwn(colours, one)

/** Thin, middle and thick. */
export const widths = [1, 2, 3] as const
export type Width = (typeof widths)[number]
const isWidth = (one: unknown): one is Width => widths.some((width) => width === one)

/** What somebody drew at one go: a stroke of the pen, a straight line between two points, or a text whose first letter stands at a point. */
export type Mark =
  | { readonly kind: 'stroke'; readonly colour: Colour; readonly width: Width; readonly points: readonly Point[] }
  | { readonly kind: 'line'; readonly colour: Colour; readonly width: Width; readonly points: readonly [Point, Point] }
  | { readonly kind: 'text'; readonly colour: Colour; readonly at: Point; readonly text: string }

/** How large the picture is that is drawn on. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Drawing extends Size {
  /** In the order in which they were drawn. */
  readonly marks: readonly Mark[]
  /** What was drawn, in the learner's words. */
  readonly said: string
}

/** Most of what an answer holds: whoever comes to one of these is told, and nothing that was drawn is lost. */
export const most = {
  marks: 1000,
  /** Points of one stroke. */
  points: 2000,
  /** Characters of all marks, as they are written. */
  written: 100_000,
  /** Characters of a text on the picture. */
  text: 200,
  /** Characters of the description. */
  said: 2000,
  /** Pixels of a picture, across and down. */
  size: 20_000,
} as const

/** Most characters of a whole drawing, as it is written: each of the description may be written as two. */
export const mostOfDrawing = most.written + most.said * 2 + 100

export const emptyDrawing = ({ width, height }: Size): Drawing => ({ width, height, marks: [], said: '' })

const toTenth = (value: number) => Math.round(value * 10) / 10

/** Pixels across or down from which on a tenth of one is nothing that anybody sees, and only takes room. */
const wholeFrom = 1000

/** The point of a picture that lies nearest to a place. */
export const pointWithin = ({ width, height }: Size, [x, y]: Point): Point => {
  const round = Math.max(width, height) < wholeFrom ? toTenth : Math.round
  return [round(Math.min(width, Math.max(0, x))), round(Math.min(height, Math.max(0, y)))]
}

/** What no keyboard types, and the halves of a character; a description has lines besides. */
const outsideText = /[\p{Cc}\p{Cs}]/u
const outsideWords = /[^\P{Cc}\n]|\p{Cs}/u
const separators = new RegExp(`[${Object.values(gridSeparators).join('')}]`)

/** What of a text may stand on the picture. */
export const fitText = (typed: string): string =>
  typed
    .replace(new RegExp(outsideText, 'gu'), ' ')
    .slice(0, most.text)
    .replace(/[\ud800-\udbff]$/, '')

/** What of a description may be kept. */
export const fitWords = (typed: string): string =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(new RegExp(outsideWords, 'gu'), '')
    .slice(0, most.said)
    .replace(/[\ud800-\udbff]$/, '')

const letters = { stroke: 's', line: 'l', text: 't' } as const

const written = (mark: Mark): unknown[] =>
  mark.kind === 'text'
    ? [letters.text, mark.colour, ...mark.at, mark.text]
    : [letters[mark.kind], mark.colour, mark.width, ...mark.points.flat()]

/** A drawing as its answer holds it: JSON of its size, its marks and its description; '' where there is neither. */
export const writeDrawing = ({ width, height, marks, said }: Drawing): string =>
  marks.length === 0 && said === '' ? '' : JSON.stringify({ w: width, h: height, marks: marks.map(written), said })

/** Characters that the marks take of those that a drawing has room for. */
export const writtenLength = (marks: readonly Mark[]): number => JSON.stringify(marks.map(written)).length

/** Whether a drawing has room for these marks. */
export const isWithin = (marks: readonly Mark[]): boolean =>
  marks.length <= most.marks &&
  marks.every((mark) => mark.kind === 'text' || mark.points.length <= most.points) &&
  writtenLength(marks) <= most.written

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most.size

/** Pairs of numbers that all lie in the picture; undefined where anything else stands there. */
const pointsIn = ({ width, height }: Size, numbers: readonly unknown[]): Point[] | undefined => {
  const points: Point[] = []
  for (let at = 0; at < numbers.length; at += 2) {
    const [x, y] = [numbers[at], numbers[at + 1]]
    // `-0` is written as 0.
    const isCoordinate = (value: unknown, end: number): value is number =>
      typeof value === 'number' && value >= 0 && value <= end && toTenth(value) === value && !Object.is(value, -0)
    if (!isCoordinate(x, width) || !isCoordinate(y, height)) return undefined
    points.push([x, y])
  }
  return points
}

const readMark = (size: Size, one: unknown): Mark | undefined => {
  if (!Array.isArray(one)) return undefined
  const [letter, colour, ...rest]: unknown[] = one
  if (!isColour(colour)) return undefined
  if (letter === letters.text) {
    const [x, y, text, ...more] = rest
    const [at] = pointsIn(size, [x, y]) ?? []
    const isText = typeof text === 'string' && text.trim() !== '' && text.length <= most.text && !outsideText.test(text)
    return at && isText && more.length === 0 ? { kind: 'text', colour, at, text } : undefined
  }
  const [width, ...numbers] = rest
  const points = numbers.length > most.points * 2 ? undefined : pointsIn(size, numbers)
  if (!isWidth(width) || !points) return undefined
  const [from, to, ...more] = points
  if (letter === letters.stroke && from) return { kind: 'stroke', colour, width, points }
  return letter === letters.line && from && to && more.length === 0
    ? { kind: 'line', colour, width, points: [from, to] }
    : undefined
}

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Only what `writeDrawing` writes: a drawing has one form, and holds nothing beside what is described here. */
const isOwnForm = (value: string, drawing: Drawing) => writeDrawing(drawing) === value && !separators.test(value)

/** The drawing that an answer holds. Undefined where it is none: whatever wrote it, not a single mark of it is taken. */
export const readDrawing = (value: string): Drawing | undefined => {
  if (value.length > mostOfDrawing) return undefined
  const read = parsed(value)
  if (typeof read !== 'object' || read === null) return undefined
  const { w: width, h: height, marks: listed, said } = read as Readonly<Record<string, unknown>>
  if (!isWhole(width) || !isWhole(height) || !Array.isArray(listed) || listed.length > most.marks) return undefined
  if (typeof said !== 'string' || said.length > most.said || outsideWords.test(said)) return undefined
  const marks = listed.flatMap((one) => readMark({ width, height }, one) ?? [])
  const drawing = { width, height, marks, said }
  return marks.length === listed.length && isWithin(marks) && isOwnForm(value, drawing) ? drawing : undefined
}

/** The drawing that an answer to a field holds; an empty one where it holds none of this size. */
export const drawingOn = (size: Size, value: string | undefined): Drawing => {
  const read = value === undefined ? undefined : readDrawing(value)
  return read && read.width === size.width && read.height === size.height ? read : emptyDrawing(size)
}

/** How many there are of each kind. */
export const countsOf = ({ marks }: Pick<Drawing, 'marks'>): Readonly<Record<Mark['kind'], number>> => {
  const count = (kind: Mark['kind']) => marks.filter((mark) => mark.kind === kind).length
  return { stroke: count('stroke'), line: count('line'), text: count('text') }
}
